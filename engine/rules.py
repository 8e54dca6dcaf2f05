"""Every choice that a table can make about the rules.

The options are those of RULES.md section 2. So far the standard game alone is played: six cards, two
players, 121 points. What follows from the choice (hand size, sides, skunk lines) is worked out here, once,
so that the rest of the engine asks `Rules` and never compares the name of a game.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.errors import InvalidRules

_GAMES = ("six-card",)
_PLAYERS = (2,)


class _Settings(NamedTuple):
    game: str = "six-card"
    players: int = 2


class Rules(_Settings):
    """The rules in force at a table.

    Attributes:
        game: which game is played: `six-card` (RULES.md 1, the default).
        players: how many play: 2. A command takes it by an option of its own, `--players`.

    Raises:
        InvalidRules: a value that its option does not take.
    """

    __slots__ = ()

    def __new__(cls, game: str = "six-card", players: int = 2) -> Rules:
        """The rules with these settings."""
        if game not in _GAMES:
            raise InvalidRules(f"game cannot be {game!r}: it can be {', '.join(_GAMES)}")
        if players not in _PLAYERS:
            numbers = ", ".join(map(str, _PLAYERS))
            raise InvalidRules(f"players cannot be {players}: it can be {numbers}")
        return super().__new__(cls, game, players)

    @classmethod
    def parse(cls, settings: Iterable[str], *, players: int = 2) -> Rules:
        """The rules that settings such as `game=six-card` make, the rest at their defaults.

        Raises:
            InvalidRules: a setting without `=`, an unknown option, or a value it does not take.
        """
        chosen: dict[str, str] = {}
        for setting in settings:
            name, equals, value = setting.partition("=")
            if not equals:
                raise InvalidRules(f"{setting!r} sets nothing: write option=value, such as game=six-card")
            if name not in OPTIONS:
                raise InvalidRules(f"there is no option {name!r}: the options are {', '.join(OPTIONS)}")
            chosen[name] = value
        return cls(players=players, **chosen)

    @property
    def settings(self) -> tuple[str, ...]:
        """What `parse` reads back, every option in force: `("game=six-card",)`."""
        return tuple(f"{name}={getattr(self, name)}" for name in OPTIONS)

    @property
    def sides(self) -> int:
        """Tracks on the board. With two players each is a side (RULES.md 1)."""
        return self.players

    def side_of(self, seat: int) -> int:
        """The side that a seat scores for. Partners face each other (RULES.md 1)."""
        return seat % self.sides

    @property
    def hand(self) -> int:
        """Cards in a hand after the discards (RULES.md 1)."""
        return 4

    @property
    def crib(self) -> int:
        """Cards in the crib (RULES.md 1)."""
        return 4

    @property
    def target(self) -> int:
        """The game hole: who reaches it first has won (RULES.md 1 and 5)."""
        return 121

    @property
    def skunk_line(self) -> int:
        """A loser with fewer points is skunked (RULES.md 5: target - 30)."""
        return self.target - 30

    @property
    def double_line(self) -> int:
        """A loser with fewer points is doubly skunked (RULES.md 5: target - 60)."""
        return self.target - 60

    @property
    def heels(self) -> int:
        """Points for a starter jack (RULES.md 2, `heels_points`)."""
        return 2

    @property
    def skunk_worth(self) -> int:
        """Games of a match that a skunk wins (RULES.md 2)."""
        return 2

    @property
    def double_worth(self) -> int:
        """Games of a match that a double skunk wins (RULES.md 2)."""
        return 4


OPTIONS = tuple(name for name in Rules._fields if name != "players")
"""The names that `--set` takes, in the order of the table."""
