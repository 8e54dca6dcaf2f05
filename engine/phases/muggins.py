"""Muggins in the play: points wait to be called by their player, and can be taken by another (RULES.md 6)."""

from __future__ import annotations

from engine.errors import IllegalEvent
from engine.game import Game
from engine.score import Found, Reason, total
from engine.state import Deal, Missed, Source


def wait_for_call(game: Game, seat: int, place: int, found: tuple[Found, ...]) -> Game:
    """What a card makes waits until it is called."""
    if not found:
        return game
    opened = game.at if game.rules.open_at_once else None
    one = Missed(seat, Source.PLAY, place, found, own=True, opened=opened, count=game.count)
    return _with(game, (*_deal(game).missed, one))


def next_card(game: Game) -> Game:
    """The next card is laid, or the first hand claimed: who missed points before can no longer call them."""
    missed = _deal(game).missed
    if not missed:
        return game
    return _with(
        game,
        tuple(
            one._replace(own=False, opened=game.at if one.opened is None else one.opened) for one in missed
        ),
    )


def call(game: Game) -> Game:
    """The player of the last card calls what it makes.

    Raises:
        IllegalEvent: there is nothing to call.
    """
    one = game.callable
    if one is None:
        raise IllegalEvent("there is nothing to call")
    return _without(game, one).peg(one.seat, one.source, one.found, limit=_limit(game, one), count=one.count)


def take(game: Game, seat: int) -> Game:
    """A player takes what an opponent missed in the play, the oldest first.

    He pegs no more than the opponent could have used before the game hole.

    Raises:
        IllegalEvent: there is nothing to take, or not for this seat.
    """
    one = game.takeable
    if one is None:
        raise IllegalEvent("nobody has missed points that can be taken now")
    check_claimant(game, seat, one.seat)
    scorer = game.sides[game.rules.side_of(one.seat)]
    found = Found(Reason.MUGGINS, total(one.found), (one.place,))
    most = _limit(game, one) - scorer.front
    return _without(game, one).peg(seat, Source.MUGGINS, [found], most=max(0, most))


def check_claimant(game: Game, seat: int, scorer: int) -> None:
    """Refuse a seat that does not exist, or that shares its track with the scorer."""
    players, side_of = game.rules.players, game.rules.side_of
    if seat >= players:
        raise IllegalEvent(f"there is no seat {seat}: the seats are 0 to {players - 1}")
    if side_of(seat) == side_of(scorer):
        raise IllegalEvent(f"seat {seat} cannot claim its own points")


def _limit(game: Game, one: Missed) -> int:
    """The hole that the points could have reached at most."""
    return game.rules.heels_limit if one.source is Source.HEELS else game.rules.target


def _deal(game: Game) -> Deal:
    assert game.deal is not None
    return game.deal


def _with(game: Game, missed: tuple[Missed, ...]) -> Game:
    return game._replace(deal=_deal(game)._replace(missed=missed))


def _without(game: Game, one: Missed) -> Game:
    return _with(game, tuple(other for other in _deal(game).missed if other is not one))
