"""Sentences for the review of a game: its turning points, and why a review is incomplete or approximate."""

from __future__ import annotations

from collections.abc import Sequence

from engine.coach.reviewing.course import Moment, Stage, TurningPoint
from engine.coach.reviewing.review import DealReview, Review
from firmware_py.words.in_use import words


def review_names(review: Review) -> Sequence[str]:
    """Return the two players' names: the names that they entered, or the names of their seats."""
    return review.names or words().seats(2)


def turning_point_text(review: Review, point: TurningPoint) -> str:
    """Return a sentence that says what happened at a turning point, and how the chance of winning changed."""
    before, after = (percent(moment.chances[point.side]) for moment in point)
    name = review_names(review)[point.side]
    return words().review_turning_point(point.after.deal, _happened(review, point), name, before, after)


def limit_texts(review: Review) -> list[str]:
    """Return sentences that say why a review is incomplete or approximate."""
    return [words().REVIEW_LIMITS[limit.value] for limit in review.limits]


def percent(chance: float) -> int:
    """Convert a chance of winning, from 0 to 1, to a whole percentage.

    The result is 0 or 100 only if `chance` is exactly 0 or 1, i.e. if the game is over.
    """
    rounded = round(100 * chance)
    return rounded if chance in (0, 1) else min(max(rounded, 1), 99)


def _happened(review: Review, point: TurningPoint) -> str:
    names = review_names(review)
    deal = review.deals[point.after.deal - 1]
    before, after = point
    scored = [(name, _gain(before, after, side)) for side, name in enumerate(names)]
    match after.stage:
        case Stage.STARTER:
            return words().review_happened_starter(deal.starter.pretty)
        case Stage.PLAY if before.stage is Stage.STARTER:
            hands = [
                (name, player.points)
                for name, player in zip(names, deal.players, strict=True)
                if player.points is not None
            ]
            return words().review_happened_play(scored, hands)
        case Stage.HAND if before.stage in (Stage.PLAY, Stage.HAND):
            owner = _owner(deal, before)
            return words().review_happened_hand(names[owner], deal.players[owner].points or 0)
        case Stage.CRIB if before.stage is Stage.HAND:
            return words().review_happened_crib(names[deal.dealer], deal.crib_points or 0)
        case Stage.END:
            return words().REVIEW_HAPPENED_BY_HAND
    return words().review_happened_deal(scored)


def _owner(deal: DealReview, before: Moment) -> int:
    """Return the seat of the player whose hand was counted just after the moment `before`.

    Args:
        deal: the deal.
        before: the end of the play, or the moment after pone's hand was counted.
    """
    return 1 - deal.dealer if before.stage is Stage.PLAY else deal.dealer


def _gain(before: Moment, after: Moment, side: int) -> int:
    return after.scores[side] - before.scores[side]
