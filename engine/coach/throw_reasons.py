"""The reasons for the best throw, such as the points in the cards kept and the average points of the crib."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from engine.coach.crib import Rating, rate_crib, usual_crib
from engine.coach.throws import GAMES, Throw
from engine.options import SIX_CARD
from engine.rules import Rules
from engine.scoring.calling import Part, parts_of_hand
from engine.scoring.hands_and_crib import count_show

_WORTH_SAYING = 0.1
"""The smallest difference in the points of a hand that counts as giving points up."""
_ROUNDING = 0.005
"""Differences below this one do not show in figures with two decimals."""


class Sacrifice(Enum):
    """Something that the best throw gives up, compared with another throw, in order to gain something else.

    HAND: points in the hand, for more points in the crib.
    CRIB: points in the crib, for more points in the hand.
    SHOW: points in the hand and the crib together, for more points in the play.
    TOTAL: points in total, for a higher chance of winning at the given score.
    """

    HAND = "hand"
    CRIB = "crib"
    SHOW = "show"
    TOTAL = "total"


class Trade(NamedTuple):
    """The points that the best throw gives up, compared with another throw, and the points that it gains.

    Attributes:
        sacrifice: the kind of points given up, such as points in the hand.
        other: the throw that the best throw is compared with.
        lost: the average number of points given up.
        gained: the average number of points gained elsewhere, such as in the crib; 0 if only the chance of
            winning is higher.
    """

    sacrifice: Sacrifice
    other: Throw
    lost: float
    gained: float


class ThrowReasons(NamedTuple):
    """The reasons why one throw is better than all others.

    Attributes:
        parts: the scoring combinations in the cards kept, without a starter, in the order in which they are
            called.
        crib: the average points of the crib after this throw; positive even if it is the opponent's crib.
        usual_crib: the average points of the crib over all throws by a player in the same position, i.e. by a
            dealer or by pone.
        rating: how good the two cards thrown are for the crib, compared with usual throws.
        trade: the points that the throw gives up and gains, compared with `trade.other`; None if it gives up
            nothing worth mentioning.
    """

    parts: tuple[Part, ...]
    crib: float
    usual_crib: float
    rating: Rating
    trade: Trade | None


def throw_reasons(ranked: Sequence[Throw], *, dealer: bool) -> ThrowReasons:
    """Return the reasons for the best of all throws of a hand, which come best first."""
    best = ranked[0]
    rules = Rules(GAMES.get(len(best.thrown) + len(best.kept), SIX_CARD))
    return ThrowReasons(
        parts=tuple(parts_of_hand(count_show(best.kept, rules=rules).items)),
        crib=abs(best.crib),
        usual_crib=usual_crib(dealer=dealer).mean,
        rating=rate_crib(abs(best.crib), dealer=dealer),
        trade=_trade(ranked, dealer=dealer),
    )


def _trade(ranked: Sequence[Throw], *, dealer: bool) -> Trade | None:
    """Return the points that the best throw gives up and gains, compared with one other throw.

    The other throw is one that scores more in total. If there is no such throw, it is one that scores more
    in the show, then one with a better hand, and then one with a better crib.
    """
    best = ranked[0]
    most = max(ranked, key=lambda throw: throw.total)
    if most.total - best.total >= _ROUNDING:
        return Trade(Sacrifice.TOTAL, most, most.total - best.total, 0.0)
    show = max(ranked, key=_show)
    if _show(show) - _show(best) >= _ROUNDING:
        return Trade(Sacrifice.SHOW, show, _show(show) - _show(best), (best.play or 0.0) - (show.play or 0.0))
    hand = max(ranked, key=lambda throw: throw.hand)
    if hand.hand - best.hand >= _WORTH_SAYING:
        return Trade(Sacrifice.HAND, hand, hand.hand - best.hand, best.crib - hand.crib)
    if rate_crib(abs(best.crib), dealer=dealer) is Rating.WORSE:
        for other in ranked:
            if rate_crib(abs(other.crib), dealer=dealer) is not Rating.WORSE:
                return Trade(Sacrifice.CRIB, other, other.crib - best.crib, best.hand - other.hand)
    return None


def _show(throw: Throw) -> float:
    return throw.hand + throw.crib
