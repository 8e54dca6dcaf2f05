"""The names of players and sides: the names that the players entered, or the names of their seats."""

from __future__ import annotations

from engine.game import Game
from engine.seats import Side

SEATS = {
    2: ("Left", "Right"),
    3: ("Left", "Middle", "Right"),
    4: ("North", "East", "South", "West"),
}
"""The names of the seats, by the number of players, for players who entered no names.

Two or three players are named after the position of their scores on the screen. Partners sit opposite each
other, so four players are named after the points of the compass.
"""


class PlayerNames:
    """The names of the players and the sides in a game.

    Attributes:
        seats: the players' names, by seat.
        sides: the sides' names, by side. Two partners share a name such as `North & South`.
    """

    def __init__(self, game: Game) -> None:
        self._rules = game.rules
        self.seats = game.names or SEATS[game.rules.players]
        self.sides = tuple(" & ".join(self.of_side(side)) for side in game.rules.each_side)

    def of_side(self, side: Side) -> tuple[str, ...]:
        """Return the names of a side's players: one name, or the names of two partners."""
        side_of = self._rules.side_of
        return tuple(self.seats[seat] for seat in self._rules.seats if side_of(seat) == side)
