"""The pegs of a side: front peg, back peg, the stop at the target, and who wins (RULES.md 5 and 7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.rules import Rules
from engine.seats import Side


class Pegs(NamedTuple):
    """The two pegs on a side's track, and the games that the side has won.

    Attributes:
        front: the hole of the front peg, which is the score.
        back: the hole of the back peg: the score before the last points.
        games: the games won in the match. A skunk can count as several games, depending on the rules.
    """

    front: int = 0
    back: int = 0
    games: int = 0

    def advance(self, points: int, last_hole: int) -> Pegs:
        """Return the pegs after points were scored.

        The back peg moves to where the front peg stood. If no point is scored, neither peg moves.

        Args:
            points: the points, 0 or more.
            last_hole: the hole that the front peg cannot go past.
        """
        front = min(self.front + points, last_hole)
        return Pegs(front, self.front, self.games) if front > self.front else self

    def retreat(self, points: int) -> Pegs:
        """Return the pegs after points were taken back.

        The front peg cannot go behind the start. The back peg moves only if it would otherwise be ahead of
        the front peg.
        """
        front = max(0, self.front - points)
        return Pegs(front, min(self.back, front), self.games)

    def move(self, points: int, last_hole: int) -> Pegs:
        """Return the pegs moved forward by `points`, not past `last_hole`. Negative points move them back."""
        return self.advance(points, last_hole) if points > 0 else self.retreat(-points)


def winner(reached: Side, sides: Sequence[Pegs], rules: Rules) -> Side:
    """Return the winner of a game that ends because the side `reached` has reached the target.

    In a reverse game that side loses, and the side with the fewest points wins. If several sides have the
    fewest points, the first of these sides after the loser wins.
    """
    if not rules.reverse:
        return reached
    others = [Side((reached + step) % len(sides)) for step in range(1, len(sides))]
    return min(others, key=lambda side: sides[side].front)
