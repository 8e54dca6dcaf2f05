"""The count of a hand in numbers, short enough for a line of the screen: `15s 4, pair 2`, `15s 4+2`."""

from __future__ import annotations

from collections.abc import Sequence

from engine.indices import GameIndex
from engine.scoring.calling import Part, parts_of_hand
from engine.scoring.items import Finding, Reason

_KINDS = {
    Reason.FIFTEEN: "15s",
    Reason.PAIR: "pairs",
    Reason.RUN: "runs",
    Reason.FLUSH: "flush",
    Reason.NOBS: "nobs",
}


def hand_in_short(findings: Sequence[Finding[GameIndex]]) -> tuple[str, ...]:
    """Return up to three short forms of a hand's count, the fullest first; none for a hand without points.

    Example: `15s 4, double run 8`, then `15s 4, runs 8`, then `15s 4+8`.
    """
    parts = tuple(parts_of_hand(findings))
    if not parts:
        return ()
    kinds = _by_kind(parts)
    if len(kinds) == 1:
        return (_listed(_by_name(parts)),)
    numbers = "+".join(map(str, kinds.values()))
    sums = f"15s {numbers}" if _KINDS[Reason.FIFTEEN] in kinds else numbers
    return _listed(_by_name(parts)), _listed(kinds), sums


def _by_name(parts: Sequence[Part]) -> dict[str, int]:
    """Return the points of a hand by the name of its parts, such as `15s`, `pair royal` or `double run`."""
    names = [part.short if part.kind in (Reason.PAIR, Reason.RUN) else _KINDS[part.kind] for part in parts]
    points: dict[str, int] = {}
    for name, part in zip(names, parts, strict=True):
        plural = part.kind is not Reason.FIFTEEN and names.count(name) > 1
        name = f"{name}s" if plural else name
        points[name] = points.get(name, 0) + part.points
    return points


def _by_kind(parts: Sequence[Part]) -> dict[str, int]:
    """Return the points of a hand by kind; the pairs in a double run count among the runs."""
    kinds: dict[str, int] = {}
    for part in parts:
        kind = _KINDS[part.kind]
        kinds[kind] = kinds.get(kind, 0) + part.points
    return kinds


def _listed(points: dict[str, int]) -> str:
    """Return points as a list, such as `15s 4, pair 2, nobs`. Nobs has no number: it always counts 1."""
    nobs = _KINDS[Reason.NOBS]
    return ", ".join(name if name == nobs else f"{name} {number}" for name, number in points.items())
