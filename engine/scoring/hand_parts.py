"""The scoring combinations in a hand, in the order in which they are called (RULES.md 4, Calling)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.scoring.items import PAIRS, Finding, Index, Item, Reason, total


class Part(NamedTuple):
    """A part of a hand that a player calls by a single name, such as a pair royal or a double run.

    Attributes:
        reason: FIFTEEN, PAIR, PAIR_ROYAL, DOUBLE_PAIR_ROYAL, FLUSH, NOBS, or RUN. A double run, including
            its pairs, is a RUN.
        points: the points that the part scores.
        length: the number of cards in each run; 0 if the part is not a run.
        runs: the number of runs, such as 2 for a double run; 0 if the part is not a run.
        four_of_a_rank: True for a multiple run with four cards of one rank, such as 3-3-3-3-4-5.
    """

    reason: Reason
    points: int
    length: int = 0
    runs: int = 0
    four_of_a_rank: bool = False

    @property
    def kind(self) -> Reason:
        """The kind of this part: FIFTEEN, PAIR (including pairs royal), RUN, FLUSH or NOBS."""
        return kind_of(self.reason)


def kind_of(reason: Reason) -> Reason:
    """Return PAIR for a pair, pair royal or double pair royal. Return any other reason unchanged."""
    return Reason.PAIR if reason in _PAIR_REASONS else reason


def parts_of_hand(items: Sequence[Finding[Index] | Item]) -> Iterator[Part]:
    """Yield the parts of a hand's score in the order in which a player calls them.

    The order is: fifteens, pairs and runs, flush, nobs. A double run and its pairs become a single part.

    Args:
        items: the scoring items of the hand, such as each fifteen, pair and run.
    """
    for item in items:
        if item.reason is Reason.FIFTEEN:
            yield Part(item.reason, item.points)
    yield from _pairs_and_runs(items)
    for item in items:
        if item.reason in (Reason.FLUSH, Reason.NOBS):
            yield Part(item.reason, item.points)


def _pairs_and_runs(items: Sequence[Finding[Index] | Item]) -> Iterator[Part]:
    """Yield the pairs and runs of a hand. A double run and its pairs are yielded as a single part."""
    runs = [item for item in items if item.reason is Reason.RUN]
    pairs = [item for item in items if item.reason in _PAIR_REASONS]
    # Only six cards in two blocks of three have two runs without a common card.
    apart = len(runs) == 2 and _cards_of(runs[0]).isdisjoint(_cards_of(runs[1]))
    if len(runs) < 2 or apart:
        yield from (Part(pair.reason, pair.points) for pair in pairs)
        yield from (Part(Reason.RUN, run.points, length=run.points, runs=1) for run in runs)
        return
    in_a_run = frozenset().union(*map(_cards_of, runs))
    inside = [pair for pair in pairs if not in_a_run.isdisjoint(_cards_of(pair))]
    yield from (Part(pair.reason, pair.points) for pair in pairs if pair not in inside)
    four_of_a_rank = any(pair.reason is Reason.DOUBLE_PAIR_ROYAL for pair in inside)
    yield Part(Reason.RUN, total(runs) + total(inside), runs[0].points, len(runs), four_of_a_rank)


def _cards_of(item: Finding[Index] | Item) -> frozenset[object]:
    return frozenset(item.indices if isinstance(item, Finding) else item.cards)


_PAIR_REASONS = frozenset(reason for reason, _ in PAIRS.values())
