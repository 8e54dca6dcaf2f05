"""Begin the next game of a match, or give up the current game and begin a new one."""

from __future__ import annotations

from engine.game_setup import Setup
from engine.game_state import GameState, Prompt
from engine.pegs import Pegs
from engine.phases import cut
from engine.rules import Rules
from engine.seats import Seat, Side


def next_game(game: GameState) -> GameState:
    """Return the next game in the match, with all pegs at the start. The rules determine who deals first."""
    assert game.winner is not None
    dealer = next_first_dealer(game.rules, winner=game.winner, first=game.first_dealer, last=game.dealer)
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
    return game if deal else game._replace(cards=())  # drops the cards of an unfinished cut


def next_first_dealer(rules: Rules, *, winner: Side, first: Seat | None, last: Seat | None) -> Seat | None:
    """Return the seat that deals first in the next game, or None if the players cut (RULES.md 1 and 2).

    Args:
        rules: the rules of the match.
        winner: the side that won the last game.
        first: the seat that dealt first in the last game; None if that game ended before any deal.
        last: the seat that dealt last in the last game; None if that game ended before any deal.
    """
    if rules.players > 2:
        return None if last is None else rules.left_of(last)
    won = Seat(winner)  # two players, so seats and sides agree
    alternate = None if first is None else rules.left_of(first)
    return {"loser": rules.left_of(won), "winner": won, "alternate": alternate}.get(rules.next_game_dealer)


def new_game(game: GameState, setup: Setup | None = None) -> GameState:
    """Give up the current game, and return a new game that begins with the cut for the first deal.

    Args:
        game: the game to give up.
        setup: the new game's setup. By default, the rules and names stay the same, and no side has any
            points or games won.
    """
    begun = GameState.of(setup or Setup(game.rules, names=game.names))
    return begun._replace(number=game.number + 1)
