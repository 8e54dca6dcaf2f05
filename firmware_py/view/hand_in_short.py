"""Short forms of a hand's count, in figures, for a single line on the screen: `15s 4, pair 2`, `15s 4+2`."""

from __future__ import annotations

from collections.abc import Sequence

from engine.scoring.calling import Part, parts_of_hand
from engine.scoring.items import Finding, Reason
from firmware_py.words.in_use import words


def hand_in_short(findings: Sequence[Finding]) -> tuple[str, ...]:
    """Return up to three short forms of a hand's count, from the longest to the shortest.

    For example, the forms may be `15s 4, double run 8`, `15s 4, runs 8` and `15s 4+8`. For a hand without
    points, return an empty tuple.
    """
    parts = tuple(parts_of_hand(findings))
    if not parts:
        return ()
    by_kind: dict[Reason, int] = {}
    for part in parts:
        by_kind[part.kind] = by_kind.get(part.kind, 0) + part.points
    if len(by_kind) == 1:
        return (words().points_by_name(_by_name(parts)),)
    sums = words().points_added(tuple(by_kind.values()), with_fifteens=Reason.FIFTEEN in by_kind)
    return words().points_by_name(_by_name(parts)), words().points_by_kind(by_kind), sums


def _by_name(parts: Sequence[Part]) -> tuple[tuple[Part, int, int], ...]:
    """Group the combinations in a hand by name.

    For each name, return one of the combinations, the number of combinations, and the points that they score
    together.
    """
    same: dict[str, list[Part]] = {}
    for part in parts:
        same.setdefault(words().part_in_short(part), []).append(part)
    return tuple((some[0], len(some), sum(part.points for part in some)) for some in same.values())
