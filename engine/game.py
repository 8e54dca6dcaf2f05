"""A game that is told what happens at the table: `Game.apply(event)` returns the game after the event."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from engine.events import Event, Kind
from engine.game_setup import Setup
from engine.game_state import GameState
from engine.phases import dispatch
from engine.rules import Rules, in_force

__all__ = ["Game"]

_Value = TypeVar("_Value")


class Game(GameState):
    """A game, and the match so far, at one moment.

    It never changes. Its attributes are those of `engine.game_state.GameState`.
    """

    __slots__ = ()

    @classmethod
    def new(
        cls,
        rules: Rules | None = None,
        start: Sequence[int] = (),
        names: Sequence[str] = (),
        games: Sequence[int] = (),
    ) -> Game:
        """Return a game that waits for the cut for the first deal.

        Args:
            rules: the rules to play by; the standard game by default.
            start: the points of each side before the first deal; none by default.
            names: the players' names, by seat.
            games: the games that each side has won before; none by default.

        Raises:
            InvalidRules: not one number for each side, a number that no game in progress has, or names
                that are not possible.
        """
        return cls.of(Setup(in_force(rules), _tuple(start), _tuple(names), _tuple(games)))

    def apply(self, event: Event) -> Game:
        """Return the game after an event.

        Raises:
            IllegalEvent: the event is malformed, or cannot happen now; the message says why.
        """
        after = dispatch.apply(self, event)
        return after if isinstance(after, Game) else Game._make(after)

    @property
    def accepts(self) -> frozenset[Kind]:
        """The kinds of event that can happen now: of each kind, `apply` takes at least one event.

        Undo, redo and corrections need the events before: `History.accepts` has them.
        """
        return dispatch.accepts(self)


def _tuple(values: Sequence[_Value]) -> tuple[_Value, ...]:
    """Return values as a tuple; leave a string, or a single value, for the setup to refuse."""
    return tuple(values) if isinstance(values, Iterable) and not isinstance(values, str) else values  # type: ignore[return-value]
