"""Muggins in the play: players must call their points, and opponents can take missed points (RULES.md 6)."""

from __future__ import annotations

from engine.deals import Missed, Source
from engine.indices import DealIndex, EventIndex, Seat
from engine.phases.pegging import peg
from engine.refusals import IllegalEvent, RefusalReason
from engine.rules import Rules
from engine.scoring.items import Finding, Reason
from engine.state import State

MOST = 15
"""The most points that a single card can score in the play (RULES.md 3)."""


def wait_for_call(
    game: State,
    seat: Seat,
    source: Source,
    card: DealIndex,
    findings: tuple[Finding, ...],
    count: int = 0,
) -> State:
    """Record points that the player must call before pegging them.

    Args:
        source: where the points were scored: in the play, or for his heels.
        card: the index, in the deal, of the card that scored them.
        findings: what the points are for, such as a pair or a go. If empty, the game does not change.
        count: the count including this card; 0 for his heels, or if only a go scores.
    """
    if not findings:
        return game
    opened = game.at if game.rules.open_at_once else None
    rules = game.rules
    limit = rules.heels_limit if source is Source.HEELS else rules.target_of(rules.side_of(seat))
    one = Missed(seat, source, card, findings, True, opened, made=game.at, limit=limit, count=count)
    return _with(game, (*game.latest_deal.missed, one))


def next_card(game: State) -> State:
    """Let opponents take all points that were not called before a card is played or a hand is claimed.

    If the card implies a go that was not entered, the point for this go can still be called.
    """
    missed = game.latest_deal.missed
    if not missed:
        return game
    return _with(game, tuple(one if one.made == game.at else _open(one, game.at) for one in missed))


def _open(one: Missed, at: EventIndex) -> Missed:
    return one._replace(own=False, opened=at if one.opened is None else one.opened)


def call(game: State, points: int | None = None) -> State:
    """Peg the latest points that a player scored and can still call.

    Args:
        game: the game before the call.
        points: the number of points that the player calls, from 1 to 15; by default, all points that the
            player scored. If the player calls too many, only the points scored are pegged. If the player
            calls too few, the rest can still be called, or be taken later by an opponent.

    Raises:
        IllegalEvent: there are no points to call, or the number is not from 1 to 15.
    """
    one = game.points_to_call
    if one is None:
        raise IllegalEvent(RefusalReason.NOTHING_TO_CALL)
    if points is not None and not 0 < points <= MOST:
        raise IllegalEvent(RefusalReason.NO_CARD_SCORES, points, MOST)
    points = one.points if points is None else min(points, one.points)
    game = _without(game, one)
    game = peg(game, one.seat, one.source, one.findings, most=points, limit=one.limit, count=one.count)
    rest = one._replace(called=one.called + points)
    if not rest.points or game.winner is not None:
        return game
    # Once a player pegs, his earlier missed points cannot be taken, but the rest of this card's can.
    return _with(game, tuple(sorted((*game.latest_deal.missed, rest), key=lambda one: (one.made, one.card))))


def take(game: State, seat: Seat) -> State:
    """Let a player take the points for a card or for his heels that an opponent missed first.

    Raises:
        IllegalEvent: there are no points to take, the seat does not exist, or the points were missed by the
            seat's own side.
    """
    one = game.points_to_take
    if one is None:
        raise IllegalEvent(RefusalReason.NOTHING_MISSED)
    check_claimant(game, seat, one.seat)
    finding = Finding(Reason.MUGGINS, one.points, (one.card,))
    most = one.limit - game.pegs_of(one.seat).front
    return peg(_without(game, one), seat, Source.MUGGINS, [finding], most=most)


def check_claimant(game: State, seat: Seat, scorer: Seat) -> None:
    """Raise IllegalEvent if a seat does not exist, or is on the side of the one who missed the points."""
    check_seat(game.rules, seat)
    side_of = game.rules.side_of
    if side_of(seat) == side_of(scorer):
        raise IllegalEvent(f"Seat {seat} cannot take points from its own side", reason=RefusalReason.OWN_SIDE)


def check_seat(rules: Rules, seat: Seat) -> None:
    """Raise IllegalEvent if there is no player at a seat."""
    if seat >= rules.players:
        why = f"There is no seat {seat}: the seats are 0 to {rules.players - 1}"
        raise IllegalEvent(why, reason=RefusalReason.NO_SUCH_SEAT)


def _with(game: State, missed: tuple[Missed, ...]) -> State:
    return game.with_deal(game.latest_deal._replace(missed=missed))


def _without(game: State, one: Missed) -> State:
    return _with(game, tuple(other for other in game.latest_deal.missed if other is not one))
