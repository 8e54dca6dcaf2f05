"""The pegs of a side, the holes of the board, skunks, and what a win counts (RULES.md 5 and 7).

A track has four streets of 30 holes, then the game hole.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from engine.indices import Side
from engine.options import SIX_CARD, TARGETS
from engine.rules import Rules


class Pegs(NamedTuple):
    """The two pegs of a side, and the number of games that the side has won.

    Attributes:
        front: the hole of the front peg, which is the score.
        back: the hole of the back peg, which is the score before the last points were pegged.
        games: the number of games won in the match. A skunk can count as several games, depending on the
            rules.
    """

    front: int = 0
    back: int = 0
    games: int = 0

    def advance(self, points: int, last_hole: int) -> Pegs:
        """Return the pegs after the side has scored 0 or more points, without going past `last_hole`.

        The back peg moves to the hole where the front peg was. If the front peg cannot move, neither does.
        """
        front = min(self.front + points, last_hole)
        return Pegs(front, self.front, self.games) if front > self.front else self

    def retreat(self, points: int) -> Pegs:
        """Return the pegs after points have been taken back from the side.

        The front peg moves back, but not beyond hole 0. If it would then be behind the back peg, the back peg
        moves back to the same hole.
        """
        front = max(0, self.front - points)
        return Pegs(front, min(self.back, front), self.games)

    def move(self, points: int, last_hole: int) -> Pegs:
        """Return the pegs after the side has scored `points`, or lost points if the number is negative.

        The front peg never goes past `last_hole`.
        """
        return self.advance(points, last_hole) if points > 0 else self.retreat(-points)


def winner(reached: Side, sides: Sequence[Pegs], rules: Rules) -> Side:
    """Return the winner of a finished game, given the side that reached the target score.

    With `objective=first_loses`, this side loses, and the side with the fewest points wins.
    """
    if not rules.reverse:
        return reached
    others = [Side((reached + step) % len(sides)) for step in range(1, len(sides))]
    return min(others, key=lambda side: sides[side].front)


class Skunk(Enum):
    """A loss by a wide margin. The enum value is its name in JSON output."""

    SKUNK = "skunk"
    DOUBLE = "double"


def skunk_line(rules: Rules) -> int:
    """Return the score below which a loser is skunked, e.g. 91 in a game to 121.

    Return 0 if there are no skunks in the game.
    """
    return 0 if rules.reverse else rules.target - 30


def double_skunk_line(rules: Rules) -> int:
    """Return the score below which a loser is double-skunked, e.g. 61 in a game to 121.

    Return 0 if there are no double skunks in the game.
    """
    return rules.target - 60 if rules.target >= TARGETS[SIX_CARD] and not rules.reverse else 0


def skunk_at(score: int, rules: Rules) -> Skunk | None:
    """Return the skunk for a side that lost with the given score, or None if the side was not skunked."""
    if score < double_skunk_line(rules):
        return Skunk.DOUBLE
    return Skunk.SKUNK if score < skunk_line(rules) else None


def games_won(skunk: Skunk | None, rules: Rules) -> int:
    """Return the number of games that a win counts as. It is one if the loser was not skunked."""
    if skunk is None:
        return 1
    return rules.double_worth if skunk is Skunk.DOUBLE else rules.skunk_worth


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
    """
    if score >= target:
        return holes_used(target)
    return score if target <= HOLES or not score else (score - 1) % LAP + 1


def lap_of(score: int, target: int) -> int:
    """Return the lap of 120 holes that a score is in, counted from 1; a game to 121 or less has only one."""
    return (min(score, target - 1) - 1) // LAP + 1 if target > HOLES and score else 1


WIN = 2
_SKUNK = 3
"""A double skunk counts as much as a skunk."""


def points_for_win(skunk: str | None) -> int:
    """Return the game points for a win over a loser whose skunk is `skunk`, `double` or None."""
    return _SKUNK if skunk else WIN


def spread_of(scores: Sequence[int], side: int) -> int:
    """Return the number of points by which a side was ahead of its best opponent, or behind if negative."""
    return scores[side] - max(score for other, score in enumerate(scores) if other != side)
