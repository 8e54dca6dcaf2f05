"""Points on a card in the play (RULES.md 3)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Rank
from engine.rules import LIMIT
from engine.score import PAIRS, Found, Reason


def find(count: Sequence[Rank], total: int | None = None, since: int = 0) -> tuple[Found, ...]:
    """Return what the last card of a count scores: fifteen or thirty-one, pairs, a run.

    Go and last are not the card's own and are not among them. Places are those of `count`.

    Args:
        count: the ranks laid since the last reset, oldest first, one at least.
        total: what they add up to, where an ace among them may count eleven.
        since: the card with which pairs and runs begin, where a go breaks them.
    """
    found = []
    everything = tuple(range(len(count)))
    if total is None:
        total = sum(rank.worth for rank in count)
    if total == 15:
        found.append(Found(Reason.FIFTEEN, 2, everything))
    if total == LIMIT:
        found.append(Found(Reason.THIRTY_ONE, 2, everything))
    count = count[since:]
    everything = everything[since:]
    alike = _alike(count)
    if alike > 1:
        reason, points = PAIRS[alike]
        found.append(Found(reason, points, everything[-alike:]))
    length = _run(count)
    if length:
        found.append(Found(Reason.RUN, length, everything[-length:]))
    return tuple(found)


def _alike(count: Sequence[Rank]) -> int:
    """The number of cards at the end of the count that are of the last one's rank."""
    alike = 1
    while alike < len(count) and count[-alike - 1] is count[-1]:
        alike += 1
    return alike


def _run(count: Sequence[Rank]) -> int:
    """The length of the longest run that ends the count, 0 without one.

    From the longest suffix down, since five cards may run where their last three do not (case P4). Seven is
    the longest that fits under 31.
    """
    for length in range(min(len(count), 7), 2, -1):
        suffix = set(count[-length:])
        if len(suffix) == length and max(suffix) - min(suffix) == length - 1:
            return length
    return 0
