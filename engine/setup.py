"""What a game begins with: the rules, who plays, and what stands before the first deal."""

from __future__ import annotations

from typing import NamedTuple

from engine.errors import InvalidRules, shown
from engine.rules import Rules

NAME = 10
"""The longest name, in characters: it has to fit beside a score."""


class Setup(NamedTuple):
    """What a game begins with.

    Attributes:
        rules: the rules in force.
        start: the points of each side before the first deal; none given is 0 for all.
        names: what the players are called, by seat; none given leaves it to the board.
        games: the games that each side has won in the match; none given is 0 for all.
    """

    rules: Rules = Rules()
    start: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    games: tuple[int, ...] = ()

    def checked(self) -> Setup:
        """The same with nothing left out but names.

        Raises:
            InvalidRules: not one number for each side, a number that no game in progress has, or names
                that cannot be told apart or written down.
        """
        sides = self.rules.sides
        start = self.start or (0,) * sides
        games = self.games or (0,) * sides
        highest = self.rules.target - 1
        if len(start) != sides or not all(0 <= points <= highest for points in start):
            given = ",".join(map(str, start))
            raise InvalidRules(f"start cannot be {given}: it is {sides} numbers from 0 to {highest}")
        if len(games) != sides or not all(0 <= won <= 9999 for won in games):
            raise InvalidRules(
                f"games cannot be {','.join(map(str, games))}: it is {sides} numbers from 0 to 9999"
            )
        _check_names(self.names, self.rules.players)
        return self._replace(start=start, games=games)


def _check_names(names: tuple[str, ...], players: int) -> None:
    if not names:
        return
    if len(names) != players:
        raise InvalidRules(
            f"names cannot be {','.join(names)}: there are {players} players, each with a name"
        )
    for name in names:
        if not (name.isprintable() and 1 <= len(name) <= NAME) or any(char in " ,=#" for char in name):
            raise InvalidRules(f"a name cannot be {shown(name)}: it is 1 to {NAME} letters or digits")
    if len(set(names)) < players:
        raise InvalidRules(f"names cannot be {','.join(names)}: each player has one of his own")
