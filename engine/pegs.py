"""A side's two pegs: how they move, and which side wins when one reaches the target (RULES.md 5 and 7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.rules import Rules
from engine.seats import Side


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
        """Return the pegs after the side has scored.

        The back peg moves to the hole where the front peg was. If `points` is 0, neither peg moves.

        Args:
            points: the points scored, 0 or more.
            last_hole: the hole that the front peg cannot go past.
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
