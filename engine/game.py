"""A game of cribbage: `Game.apply(event)` returns the game after an event."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from engine.events import Event, Kind
from engine.game_state import GameState
from engine.phases import dispatch
from engine.rules import Rules, in_force
from engine.setup import Setup

__all__ = ["Game"]

_Value = TypeVar("_Value")


class Game(GameState):
    """The state of a game at one moment. A game is immutable: `apply` returns a new one.

    See `engine.game_state.GameState` for the attributes.
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
        """Return a new game, ready for the cut for the first deal.

        Args:
            rules: the rules to play by; the standard game by default.
            start: each side's points before the first deal; 0 for each side by default.
            names: the players' names, in the order of their seats.
            games: the number of games that each side has already won; 0 for each side by default.

        Raises:
            InvalidRules: `start` or `games` does not have one number for each side, a score is not possible
                in an unfinished game, or the names are not valid.
        """
        return cls.of(Setup(in_force(rules), _tuple(start), _tuple(names), _tuple(games)))

    def apply(self, event: Event) -> Game:
        """Return a copy of the game with an event applied to it.

        Raises:
            IllegalEvent: the event is malformed or is not allowed now. The message says why.
        """
        after = dispatch.apply(self, event)
        return after if isinstance(after, Game) else Game._make(after)

    @property
    def accepts(self) -> frozenset[Kind]:
        """The kinds of event that are possible now.

        Undo, redo and corrections are not included, because they depend on earlier events. See
        `History.accepts`.
        """
        return dispatch.accepts(self)


def _tuple(values: Sequence[_Value]) -> tuple[_Value, ...]:
    """Convert the values to a tuple. A string, or a value that is not iterable, is returned unchanged."""
    return tuple(values) if isinstance(values, Iterable) and not isinstance(values, str) else values  # type: ignore[return-value]
