"""Scores → holes of a track of 120 holes and a game hole (RULES.md 7)."""

from __future__ import annotations

LAP = 120
"""Holes of a lap, the game hole not among them."""
HOLES = LAP + 1
"""Lights of a track."""


def holes(target: int) -> int:
    """How many holes of a track a game uses, the game hole last."""
    return min(target, HOLES)


def hole(score: int, target: int) -> int:
    """The hole of a score, 0 for the start hole; a game beyond 121 goes round again to the same game hole."""
    if score >= target:
        return holes(target)
    return score if target <= HOLES or not score else (score - 1) % LAP + 1


def lap(score: int, target: int) -> int:
    """Which time round the board a score is, from 1."""
    return (min(score, target - 1) - 1) // LAP + 1 if target > HOLES and score else 1
