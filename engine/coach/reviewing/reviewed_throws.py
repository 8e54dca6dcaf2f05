"""How good a throw was: its rank among the fifteen throws, and its cost compared with the best one."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from engine.cards import Card
from engine.coach.given import with_suits
from engine.coach.throw_chances import throw_chances
from engine.coach.throws import Throw, throws
from engine.errors import one_line

_EQUAL = 0.05
"""The difference, in points, up to which two throws are equally good: the tables are no more exact."""


@one_line
class ReviewedThrow(NamedTuple):
    """A throw that a player made, compared with the best throw.

    Attributes:
        thrown: the two cards thrown.
        best: the two cards in the best throw.
        rank: the rank of the throw among all 15 possible throws: 1 plus the number of better throws.
        cost: how many more points the best throw is expected to score; 0 if no throw is better.
        win_cost: the chance of winning after the best throw minus the chance after this throw, from 0 to 1.
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

    Without a score, a throw is better if it is expected to score more points. With a score, it must also win
    more often, and the best throw is the one of these that wins most often. Cards of unknown suit are given
    suits that are as mixed as possible, unless the cards kept are a flush.

    Args:
        is_flush: True if the four cards kept are known to be of one suit.
        score: the player's score and the opponent's score before the deal. The target is 121. Pass None to
            skip the chances of winning, which take much longer to calculate than everything else.
    """
    made, better, entered = _ranked(kept, thrown, dealer=dealer, is_flush=is_flush)
    win_cost = None if score is None else 0.0
    if score is not None and better:
        pairs = [throw.thrown for throw in (made, *better)]
        won, *chances = throw_chances(tuple(entered), pairs, dealer=dealer, score=score)
        found = [(chance, throw) for chance, throw in zip(chances, better, strict=True) if chance > won]
        found.sort(key=lambda each: -each[0])
        better = tuple(throw for _, throw in found)
        win_cost = found[0][0] - won if found else 0.0
    best = better[0] if better else made
    return ReviewedThrow(
        tuple(thrown),
        tuple(entered[card] for card in best.thrown),
        len(better) + 1,
        best.total - made.total,
        win_cost,
        made.hand,
        abs(made.crib),
    )


@lru_cache(maxsize=128)
def _ranked(
    kept: tuple[Card, ...], thrown: tuple[Card, ...], *, dealer: bool, is_flush: bool
) -> tuple[Throw, tuple[Throw, ...], Mapping[Card, Card]]:
    """Return the throw that was made, those that score more, and the six cards as they were entered.

    Both throws and the keys of the mapping have suits. The throw that scores most comes first.
    """
    cards = (*kept, *thrown)
    suited = with_suits(kept, thrown, is_flush=is_flush)
    entered = dict(zip(suited, cards, strict=True))
    ranked = throws(suited, dealer=dealer)
    # If two cards of a rank have no suit, nobody knows which of them was thrown: take the better one.
    made = next(throw for throw in ranked if sorted(entered[card] for card in throw.thrown) == sorted(thrown))
    return made, tuple(throw for throw in ranked if throw.total > made.total + _EQUAL), entered
