"""A review of a game as JSON, as `muggins review --json` prints it (REFERENCE.md, JSON)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.cards import Card
from engine.coach.reviewing.course import Moment, TurningPoint
from engine.coach.reviewing.crib_split import Split
from engine.coach.reviewing.review import DealReview, PlayerReview, Review
from engine.seats import Seat
from firmware_py.view.review_words import review_names, turning_point_text

Object = dict[str, Any]


def review_object(review: Review) -> Object:
    """Return a review as a JSON object."""
    return {
        "names": list(review_names(review)),
        "scores": list(review.scores),
        "winner": review.winner,
        "totals": [
            {name: round(figure, 2) for name, figure in review.totals(Seat(seat))._asdict().items()}
            for seat in (0, 1)
        ],
        "deals": [_deal(deal) for deal in review.deals],
        "course": [_moment(moment) for moment in review.course],
        "turning_points": [_turning_point(review, point) for point in review.turning_points],
        "limits": [limit.value for limit in review.limits],
    }


def _deal(deal: DealReview) -> Object:
    return {
        "number": deal.number,
        "dealer": deal.dealer,
        "scores": list(deal.scores),
        "starter": str(deal.starter),
        "players": [_player(player) for player in deal.players],
        "crib": {
            "cards": _texts(deal.crib),
            "points": deal.crib_points,
            "mean": _rounded(deal.crib_mean),
            "luck": _rounded(deal.luck_of_crib),
        },
        "splits": [_split(split) for split in deal.splits],
    }


def _player(player: PlayerReview) -> Object:
    throw = player.throw
    return {
        "hand": _texts(player.hand),
        "throw": None
        if throw is None
        else {
            "thrown": _texts(throw.thrown),
            "best": _texts(throw.best),
            "rank": throw.rank,
            "cost": _rounded(throw.cost),
            "win": _rounded(throw.win_cost, 4),
        },
        "points": player.points,
        "mean": _rounded(player.mean),
        "luck": _rounded(player.luck_of_cut),
        "pegged": player.pegged,
        "pegging": _rounded(player.pegging),
        "play": _rounded(player.play),
    }


def _split(split: Split) -> Object:
    return {
        "dealer": _texts(split.dealers),
        "pone": _texts(split.pones),
        "chance": _rounded(split.chance),
    }


def _moment(moment: Moment) -> Object:
    return {
        "deal": moment.deal,
        "stage": moment.stage.value,
        "scores": list(moment.scores),
        "chances": [_rounded(chance, 4) for chance in moment.chances],
    }


def _turning_point(review: Review, point: TurningPoint) -> Object:
    return {
        "deal": point.after.deal,
        "from": point.before.stage.value,
        "to": point.after.stage.value,
        "side": point.side,
        "rise": _rounded(point.rise, 4),
        "text": turning_point_text(review, point),
    }


def _texts(cards: Iterable[Card]) -> list[str]:
    return [str(card) for card in cards]


def _rounded(value: float | None, digits: int = 2) -> float | None:
    # Adding 0 turns -0.0 into 0.0.
    return None if value is None else round(value, digits) + 0.0
