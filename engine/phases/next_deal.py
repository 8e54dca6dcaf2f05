"""From one deal to another where points alone are kept, and from one game to another (RULES.md 1)."""

from __future__ import annotations

from engine.game import Game
from engine.game_setup import Setup
from engine.phases import cut
from engine.seats import Seat
from engine.state import Pegs, Prompt


def deal_over(game: Game) -> Game:
    """End a deal where the board keeps points alone: the next player deals."""
    assert game.dealer is not None
    return game._replace(deals=game.deals + 1).await_deal(game.left_of(game.dealer))


def next_game(game: Game) -> Game:
    """Begin the next game of the match: all pegs at the start; the rules say who deals first.

    The last deal stays until a card of the next is keyed, since the suit of its last card can still be named.
    """
    assert game.winner is not None
    dealer = game.rules.next_dealer(winner=game.winner, first=game.first_dealer, last=game.dealer)
    deal = game.deal._replace(play=None, missed=()) if game.deal else None
    game = game._replace(
        sides=tuple(Pegs(games=side.games) for side in game.sides),
        prompt=Prompt.CUT_FOR_DEAL,
        to_act=Seat(0),
        dealer=None,
        first_dealer=None,
        offered=False,
        taken=False,
        deal=deal,
        entries=(),
        deals=0,
        winner=None,
        skunk=None,
        number=game.number + 1,
    )
    if dealer is not None:
        return cut.deals_first(game, dealer)
    return game if deal else game._replace(cards=())  # of a cut that was not finished


def new_game(game: Game, setup: Setup | None = None) -> Game:
    """Begin another game at the cut, with nothing won or pegged but what its setup says."""
    begun = Game.of(setup or Setup(game.rules, names=game.names))
    return begun._replace(number=game.number + 1)
