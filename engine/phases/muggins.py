"""Muggins in the play: points wait to be called by their player, and an opponent can take them (RULES.md 6).

A player's own right ends as the next card is laid, or pone's hand claimed. An opponent's begins then, or at
once where the rules say so, and ends when the player next pegs a score or pone's hand has been counted.
"""

from __future__ import annotations

from engine.errors import IllegalEvent
from engine.game import Game
from engine.scoring.items import Finding, Reason
from engine.seats import Seat
from engine.state import Deal, Missed, Source

MOST = 15
"""The most points that a single card can score in the play (RULES.md 3)."""
NOTHING_MISSED = "There are no missed points to take"


def wait_for_call(
    game: Game, seat: Seat, source: Source, place: int, found: tuple[Finding, ...], count: int = 0
) -> Game:
    """Let points wait until they are called.

    Args:
        game: the game.
        seat: the player who scores them.
        source: the play, or his heels.
        place: the card that makes them, among those of the deal.
        found: the reasons; none leaves the game as it is.
        count: the count that the card has reached, if it is one of the play.
    """
    if not found:
        return game
    opened = game.at if game.rules.open_at_once else None
    limit = game.rules.heels_limit if source is Source.HEELS else game.rules.target
    one = Missed(seat, source, place, found, True, opened, made=game.at, limit=limit, count=count)
    return _with(game, (*_deal(game).missed, one))


def next_card(game: Game) -> Game:
    """End the right to call points made before this card, or before the claim for the first hand.

    A go that this very card implies can still be called: its player had no press in which to do so.
    """
    missed = _deal(game).missed
    if not missed:
        return game
    return _with(game, tuple(one if one.made == game.at else _opened(one, game.at) for one in missed))


def _opened(one: Missed, at: int) -> Missed:
    return one._replace(own=False, opened=at if one.opened is None else one.opened)


def call(game: Game, points: int | None = None) -> Game:
    """Peg the points that their player calls, those made last.

    Args:
        game: the game.
        points: as many as the player says; all of them by default. Too many are cut, as in the show. If it
            is too few, the rest can still be called, and later taken.

    Raises:
        IllegalEvent: there is nothing to call, or no card scores as much.
    """
    one = game.callable
    if one is None:
        raise IllegalEvent("No points are waiting to be called")
    if points is not None and not 0 < points <= MOST:
        raise IllegalEvent(f"No card scores {points}: call 1 to {MOST} points")
    points = one.points if points is None else min(points, one.points)
    found, limit, count = one.findings, one.limit, one.count
    game = _without(game, one).peg(one.seat, one.source, found, most=points, limit=limit, count=count)
    rest = one._replace(called=one.called + points)
    if not rest.points or game.winner is not None:
        return game
    # What the player pegs here ends the right to take what he missed before, but not the rest of this card.
    return _with(game, tuple(sorted((*_deal(game).missed, rest), key=lambda one: (one.made, one.place))))


def take(game: Game, seat: Seat) -> Game:
    """Peg what an opponent missed in the play, the oldest first, to the player who takes it.

    He pegs no more than the opponent could have used before the game hole.

    Raises:
        IllegalEvent: there is nothing to take, or not for this seat.
    """
    one = game.takeable
    if one is None:
        raise IllegalEvent(NOTHING_MISSED)
    check_claimant(game, seat, one.seat)
    found = Finding(Reason.MUGGINS, one.points, (one.place,))
    most = one.limit - game.sides[game.rules.side_of(one.seat)].front
    return _without(game, one).peg(seat, Source.MUGGINS, [found], most=most)


def check_claimant(game: Game, seat: Seat, scorer: Seat) -> None:
    """Refuse a seat that does not exist, or that shares its track with the scorer.

    Raises:
        IllegalEvent: it is such a seat.
    """
    players, side_of = game.rules.players, game.rules.side_of
    if seat >= players:
        raise IllegalEvent(f"There is no seat {seat}: the seats are 0 to {players - 1}")
    if side_of(seat) == side_of(scorer):
        raise IllegalEvent(f"Seat {seat} cannot take points from its own side")


def _deal(game: Game) -> Deal:
    assert game.deal is not None
    return game.deal


def _with(game: Game, missed: tuple[Missed, ...]) -> Game:
    return game._replace(deal=_deal(game)._replace(missed=missed))


def _without(game: Game, one: Missed) -> Game:
    return _with(game, tuple(other for other in _deal(game).missed if other is not one))
