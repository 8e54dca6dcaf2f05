"""The chance of winning the six-card game for two players: before a deal, or at any moment in a game.

Before a deal it is read from a table. In the middle of a deal, the rest of the deal is simulated many
times. Only the cards that everyone at the table can see are taken as known. The hands are drawn at random
from those that the players are likely to hold. The random numbers depend only on the situation, so the same
situation always has the same chance.
"""

from __future__ import annotations

from random import Random

from engine.cards import PACK, Card, Suit
from engine.coach.crib_points import crib_points
from engine.coach.given import given_game
from engine.coach.likely_hands import LikelyHands
from engine.coach.quick_play import play_on
from engine.coach.tables import winning
from engine.coach.unseen import (
    DEALER,
    PONE,
    PublicView,
    Role,
    other_role,
    public_view,
    scores_to_121,
    seed_of,
)
from engine.errors import InvalidGame, quoted
from engine.game import Game
from engine.games_known_to_coach import TARGET
from engine.match.history import History
from engine.match.record import Record
from engine.prompts import Prompt
from engine.scoring.fast_count import show_points


def win_chance(game: Game | History | Record) -> tuple[float, float]:
    """Return each side's chance of winning the game, based on what everyone at the table can see.

    Cards that have not been shown yet are treated as unknown. Both players are assumed to throw and play
    well, without adapting to the score. Points are counted by the standard rules, even if this game's rules
    differ. Before a deal, the chance is read from a table. During a deal, the calculation takes a few tenths
    of a second.

    Args:
        game: the game, or a history or record that ends with it. It must be a six-card game for two players,
            to 121 points or fewer.

    Raises:
        InvalidGame: the value is not a game, or the coach does not support this variant of the game.
    """
    game = given_game(game)
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
    """Return the chance that the dealer of the next deal wins the game, from 0 to 1, given both scores.

    Both players are assumed to throw and play well, without adapting to the score.

    Raises:
        InvalidGame: a score is not a whole number from 0 to 120.
    """
    for score in (dealer, pone):
        if type(score) is not int or not 0 <= score < TARGET:
            raise InvalidGame(f"a score before a deal is from 0 to {TARGET - 1}, not {quoted(score)}")
    return winning()[dealer][pone]


DEALS = 400
"""The number of times that the rest of a deal is played."""


def chance_of_dealer(view: PublicView, deals: int = DEALS) -> float:
    """Return the dealer's chance of winning, from 0 to 1, from `deals` simulations of the deal's rest."""
    return _Rest(view).mean(deals)


class _Rest:
    """A simulation of the rest of a deal, with random cards in place of those that are unknown."""

    def __init__(self, view: PublicView) -> None:
        self._view = view
        self._pone = self._likely(PONE)
        self._dealer = self._likely(DEALER)
        self._random = Random(seed_of(view))
        self._after_crib: dict[tuple[int, int], float] = {}
        self._crib = crib_points(view.starter, *view.hands, view.crib)

    def _likely(self, player: Role) -> LikelyHands:
        view = self._view
        seen = (view.starter, *view.hands[other_role(player)], *view.crib)
        return LikelyHands(view.hands[player], seen, dealer=player == DEALER, denied=view.denied[player])

    def mean(self, deals: int) -> float:
        if self._pone.certain and self._dealer.certain and self._view.starter.suit:
            return self._follow(self._draw(0.5))
        offset = self._random.random()
        won = sum(self._follow(self._draw((each + offset) / deals)) for each in range(deals))
        return min(1.0, won / deals)

    def _draw(self, at: float) -> tuple[tuple[Card, ...], tuple[Card, ...], Card]:
        """Return random hands for pone and the dealer, and the starter, with random suits where unknown.

        Evenly spaced numbers `at`, from 0 to 1, yield each hand of pone roughly in proportion to its
        probability. If the cards cannot occur together, new cards are drawn.
        """
        random, starter = self._random, self._view.starter
        crib = self._view.crib
        while True:
            pone = self._pone.complete(at, random)
            at = random.random()
            if pone is None:
                continue
            dealer = self._dealer.complete(random.random(), random)
            if dealer is None or any(card in pone for card in dealer):
                continue
            top = starter
            if top.suit is None:
                top = Card(top.rank, 1 + int(random.random() * len(Suit)))
                if top in pone or top in dealer or top in crib:
                    continue
            return pone, dealer, top

    def _follow(self, drawn: tuple[tuple[Card, ...], tuple[Card, ...], Card]) -> float:
        *hands, starter = drawn
        view = self._view
        scores = list(view.scores)
        if max(scores) >= TARGET:
            return float(scores[DEALER] >= TARGET)
        if view.turn is not None:
            held = [hand[len(shown) :] for hand, shown in zip(hands, view.hands, strict=True)]
            pile = [int(card.rank) for card in view.pile]
            ranks = [[int(card.rank) for card in hand] for hand in held]
            for player, points in play_on(ranks, view.turn, pile, view.last):
                scores[player] += points
                if scores[player] >= TARGET:
                    return float(player)
        for player in (PONE, DEALER)[view.counted :]:
            scores[player] += show_points(hands[player], starter)
            if scores[player] >= TARGET:
                return float(player)
        return self._before_crib(scores[DEALER], scores[PONE])

    def _before_crib(self, dealer: int, pone: int) -> float:
        found = self._after_crib.get((dealer, pone))
        if found is None:
            found = 0.0
            for points, chance in enumerate(self._crib):
                if chance:
                    found += chance * self._after_deal(dealer + points, pone)
            found = self._after_crib[dealer, pone] = min(1.0, found)
        return found

    def _after_deal(self, dealer: int, pone: int) -> float:
        if dealer >= TARGET:
            return 1.0
        if self._view.deals_again:
            return winning()[dealer][pone]
        return 1 - winning()[pone][dealer]
