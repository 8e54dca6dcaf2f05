"""The names of the players and of the sides."""

from __future__ import annotations

from engine.game import Game
from engine.seats import Side

SEATS = {
    2: ("Left", "Right"),
    3: ("Left", "Middle", "Right"),
    4: ("North", "East", "South", "West"),
}
"""The names of players who gave none, by the number of players: where their scores stand on the screen, and
for partners, who face each other, the points of the compass."""


LONG = 7
"""Letters of the longest name that leaves room for a sentence in a line of the screen."""


class Names:
    """The names in a game.

    Attributes:
        seats: those of the players, by seat.
        sides: those of the tracks; partners share one.
    """

    def __init__(self, game: Game) -> None:
        """Take the names that the players gave themselves, or those of their seats."""
        self._rules = game.rules
        self.seats = game.names or SEATS[game.rules.players]
        self.sides = tuple(" & ".join(self.of_side(side)) for side in game.rules.each_side)

    def of_side(self, side: Side) -> tuple[str, ...]:
        """Return the names of the players of a side: one, or those of two partners."""
        side_of = self._rules.side_of
        return tuple(self.seats[seat] for seat in self._rules.seats if side_of(seat) == side)
