"""The chance of winning the six-card game for two players: before a deal, or at any moment in a game."""

from __future__ import annotations

from engine.cards import PACK, Card
from engine.coach.tables import winning
from engine.coach.unseen_cards.public_view import public_view, scores_to_121
from engine.errors import InvalidGame, quoted
from engine.game import Game
from engine.games_known_to_coach import TARGET, check_coach_knows
from engine.prompts import Prompt


def win_chance(game: Game) -> tuple[float, float]:
    """Return each side's chance of winning the game, based on what everyone at the table can see.

    Cards that have not been shown yet are treated as unknown. Both players are assumed to throw and play
    well, without adapting to the score. Points are counted by the standard rules, even if this game's rules
    differ. Before a deal, the chance is read from a table. During a deal, the calculation takes a few tenths
    of a second.

    Args:
        game: the game. It must be a six-card game for two players, to 121 points or fewer.

    Raises:
        InvalidGame: the value is not a game, or the coach does not support this variant of the game.
    """
    if not isinstance(game, Game):
        raise InvalidGame(f"a game is made by Game.new(), not {quoted(game)}")
    check_coach_knows(game.rules)
    if game.winner is not None:
        return (1.0, 0.0) if game.winner == 0 else (0.0, 1.0)
    scores = scores_to_121(game)
    if game.prompt is Prompt.CUT_FOR_DEAL:
        first = _chance_to_deal_first(game)
        left = first * winning()[scores[0]][scores[1]] + (1 - first) * (1 - winning()[scores[1]][scores[0]])
        return left, 1 - left
    dealer = int(game.current_dealer)
    if game.prompt is Prompt.STARTER:
        chance = winning()[scores[dealer]][scores[1 - dealer]]
    else:
        from engine.coach.winning.win_chance_in_deal import chance_of_dealer

        chance = chance_of_dealer(public_view(game))
    return (chance, 1 - chance) if dealer == 0 else (1 - chance, chance)


def _chance_to_deal_first(game: Game) -> float:
    """Return the probability that seat 0 deals first, given the card that seat 0 has cut, if any."""
    if game.to_act == 0 or not game.cards:
        return 0.5
    own: Card = game.cards[-1]
    lower = sum(card.rank < own.rank for card in PACK)
    higher = sum(card.rank > own.rank for card in PACK)
    wins = higher if game.rules.first_deal == "low" else lower
    return wins / (lower + higher) if lower + higher else 0.5


def chance_before_deal(*, dealer: int, pone: int) -> float:
    """Return the chance that the dealer of the next deal wins the game, from 0 to 1.

    Both players are assumed to throw and play well, without adapting to the score.

    Args:
        dealer: the dealer's score.
        pone: pone's score.

    Raises:
        InvalidGame: a score is not a whole number from 0 to 120.
    """
    for score in (dealer, pone):
        if type(score) is not int or not 0 <= score < TARGET:
            raise InvalidGame(f"a score before a deal is from 0 to {TARGET - 1}, not {quoted(score)}")
    return winning()[dealer][pone]
