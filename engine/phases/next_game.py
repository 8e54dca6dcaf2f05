"""The next game of the match, and a new game: who deals first, and what each side begins with."""

from __future__ import annotations

from engine.game_setup import Setup
from engine.game_state import GameState, Prompt
from engine.pegs import Pegs
from engine.phases import cut
from engine.seats import Seat


def next_game(game: GameState) -> GameState:
    """Begin the next game of the match: all pegs at the start; the rules say who deals first.

    The cards of the last deal stay until the next deal, since the suit of the last card can still be named.
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
    return game if deal else game._replace(cards=())  # those of a cut that was not finished


def new_game(game: GameState, setup: Setup | None = None) -> GameState:
    """Give the game up and begin another one at the cut.

    Args:
        game: the game that is given up.
        setup: the setup of the new game; by default the same rules and names, and no points or games won.
    """
    begun = GameState.of(setup or Setup(game.rules, names=game.names))
    return begun._replace(number=game.number + 1)
