"""The names of players and sides: the names that the players entered, or the names of their seats."""

from __future__ import annotations

from engine.game import Game
from engine.indices import Side
from firmware_py.words.in_use import words


class PlayerNames:
    """The names of the players and the sides in a game.

    Attributes:
        seats: the players' names, in the order of their seats.
        sides: the sides' names, in order. Two partners share a name such as `North & South`.
    """

    def __init__(self, game: Game) -> None:
        self._rules = game.rules
        self.seats = game.names or words().seats(game.rules.players)
        self.sides = tuple(words().partners(self.of_side(side)) for side in game.rules.each_side)

    def of_side(self, side: Side) -> tuple[str, ...]:
        """Return the names of a side's players: one name, or the names of two partners."""
        side_of = self._rules.side_of
        return tuple(self.seats[seat] for seat in self._rules.seats if side_of(seat) == side)
