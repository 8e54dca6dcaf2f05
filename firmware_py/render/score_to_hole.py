"""The mapping from scores to holes. A track has four streets of 30 holes, then the game hole (RULES.md 7)."""

from __future__ import annotations

LAP = 120
"""The number of holes in a lap, without the game hole."""
HOLES = LAP + 1
"""The number of holes in a track, including the game hole, but not the start hole."""
STREET = 30
"""The number of holes in a street."""
STREETS = LAP // STREET
"""The number of streets in a track."""


def holes_used(target: int) -> int:
    """Return how many holes of a track are used in a game to `target`, from hole 1 to the game hole."""
    return min(target, HOLES)


def hole_of(score: int, target: int) -> int:
    """Return the hole that shows a score, or 0 for the start hole.

    If the target is more than 121, the pegs go round the track again after hole 120, without using the game
    hole. A score that has reached the target is always in the game hole.

    Args:
        score: the score.
        target: the score that ends the game.
    """
    if score >= target:
        return holes_used(target)
    return score if target <= HOLES or not score else (score - 1) % LAP + 1


def lap_of(score: int, target: int) -> int:
    """Return the lap of 120 holes that a score is in, counted from 1.

    A game to 121 or less has only one lap.

    Args:
        score: the score.
        target: the score that ends the game.
    """
    return (min(score, target - 1) - 1) // LAP + 1 if target > HOLES and score else 1
