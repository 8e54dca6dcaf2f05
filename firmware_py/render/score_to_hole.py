"""From a score to a hole of the track: 120 holes a lap, in streets of 30, and the game hole (RULES.md 7)."""

from __future__ import annotations

LAP = 120
"""Holes of a lap, without the game hole."""
HOLES = LAP + 1
"""Holes of a track, with the game hole; the start hole is not counted."""
STREET = 30
"""Holes of a street."""
STREETS = LAP // STREET
"""Streets of a track."""


def holes_used(target: int) -> int:
    """Return how many holes of a track a game uses: hole 1 to the game hole, which is the last of them."""
    return min(target, HOLES)


def hole_of(score: int, target: int) -> int:
    """Return the hole of a score, 0 for the start hole.

    A game beyond 121 goes round again, and ends in the same game hole.
    """
    if score >= target:
        return holes_used(target)
    return score if target <= HOLES or not score else (score - 1) % LAP + 1


def lap_of(score: int, target: int) -> int:
    """Return the lap that a score is on, counted from 1; it can be 2 or more only in a game beyond 121."""
    return (min(score, target - 1) - 1) // LAP + 1 if target > HOLES and score else 1
