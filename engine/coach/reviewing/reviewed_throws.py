"""How good a throw was: its rank among the fifteen throws, and its cost compared with the best one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.cards import Card
from engine.coach.given import with_suits
from engine.coach.throw_chances import throw_chances
from engine.coach.throws import throws

_EQUAL = 0.05
"""The difference, in points, up to which two throws are equally good: the tables are no more exact."""


class ReviewedThrow(NamedTuple):
    """A throw that a player made, compared with the best throw.

    Attributes:
        thrown: the two cards thrown.
        best: the two cards in the best throw.
        rank: the rank of the throw among all 15 possible throws, 1 for the best. Equally good throws share a
            rank.
        cost: how many more points the best throw is expected to score; 0 for the best throw.
        win_cost: the chance of winning after the best throw minus the chance after this throw, from -1 to 1.
            None if the chances were not calculated.
        hand: the average points for the cards kept, over all starters.
        crib: the average points of the crib, over all cards that the opponent may throw and all starters.
    """

    thrown: tuple[Card, ...]
    best: tuple[Card, ...]
    rank: int
    cost: float
    win_cost: float | None
    hand: float
    crib: float


def review_throw(
    kept: tuple[Card, ...],
    thrown: tuple[Card, ...],
    *,
    dealer: bool,
    is_flush: bool,
    score: tuple[int, int] | None = None,
) -> ReviewedThrow:
    """Compare a throw with the best throw from the same six cards.

    Cards of unknown suit are given suits that are as mixed as possible, unless the cards kept are a flush.

    Args:
        kept: the four cards that the player kept.
        thrown: the two cards that the player threw.
        dealer: True if the player is the dealer.
        is_flush: True if the four cards kept are known to be of one suit.
        score: the player's score and the opponent's score before the deal. The target is 121. Pass None to
            skip the chances of winning, which take much longer to calculate than everything else.
    """
    throw = _compared(kept, thrown, dealer=dealer, is_flush=is_flush)
    if score is None or throw.rank == 1:
        return throw if score is None else throw._replace(win_cost=0.0)
    suited = with_suits(kept, thrown, is_flush=is_flush)
    best = _with_suits(throw.best, (*kept, *thrown), suited)
    won, could = throw_chances(suited, [(suited[4], suited[5]), best], dealer=dealer, score=score)
    return throw._replace(win_cost=could - won)


def _with_suits(cards: Sequence[Card], entered: Sequence[Card], suited: Sequence[Card]) -> tuple[Card, Card]:
    """Return two of six cards with their suits."""
    left = list(zip(entered, suited, strict=True))
    found = []
    for card in cards:
        pair = next(each for each in left if each[0] is card)
        left.remove(pair)
        found.append(pair[1])
    return found[0], found[1]


@lru_cache(maxsize=128)
def _compared(
    kept: tuple[Card, ...], thrown: tuple[Card, ...], *, dealer: bool, is_flush: bool
) -> ReviewedThrow:
    """Compare a throw with the best throw, but leave out the chances of winning.

    See `review_throw` for the arguments.
    """
    cards = (*kept, *thrown)
    suited = with_suits(kept, thrown, is_flush=is_flush)
    entered = dict(zip(suited, cards, strict=True))
    ranked = throws(suited, dealer=dealer)
    # If two cards of a rank have no suit, nobody knows which of them was thrown: take the better one.
    made = next(throw for throw in ranked if sorted(entered[card] for card in throw.thrown) == sorted(thrown))
    better = [throw for throw in ranked if throw.total > made.total + _EQUAL]
    best = better[0] if better else made
    return ReviewedThrow(
        tuple(thrown),
        tuple(entered[card] for card in best.thrown),
        len(better) + 1,
        best.total - made.total,
        None,
        made.hand,
        abs(made.crib),
    )
