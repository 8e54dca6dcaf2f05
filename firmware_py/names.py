"""What the players and the sides are called."""

from __future__ import annotations

from engine.game import Game

SEATS = {
    2: ("Left", "Right"),
    3: ("Left", "Middle", "Right"),
    4: ("North", "East", "South", "West"),
}
"""The names of seats that have none, by the number of players: where their scores stand on the screen, and
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
        """The names that the players of a game gave themselves, or those of their seats."""
        rules = game.rules
        self.seats = game.names or SEATS[rules.players]
        self.sides = tuple(
            " & ".join(name for seat, name in enumerate(self.seats) if rules.side_of(seat) == side)
            for side in range(rules.sides)
        )
