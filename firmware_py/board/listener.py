"""Listeners follow the game without showing it, such as the log and the buzzer.

To add one, subclass `Listener`, override the methods you need, and join an instance to the others in
`firmware_py.start.assembly`. Neither the loop nor the board has to change.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from firmware_py.input.keys import Press

    from .board import Board, Outcome
    from .ports import Ending


class Listener:
    """The base class of listeners, which are notified of what happens on the board. Its methods do nothing.

    All methods are called from the loop's thread, after the displays and LEDs have been updated. They should
    return quickly, because the next key press has to wait for them.
    """

    def pressed(self, press: Press, outcome: Outcome) -> None:
        """Handle a key press and its outcome."""

    def shown(self, board: Board) -> None:
        """Handle a new state of the board after the displays and other outputs have shown it.

        The key presses that led to this state have already been reported to `pressed`.
        """

    def noticed(self, text: str) -> None:
        """Handle a message that tells the board's owner that a problem occurred or was solved."""

    def failed(self, part: str, error: Exception) -> None:
        """Handle the failure of a display or the track LEDs. The board will keep trying to use them.

        Args:
            part: the name of the display or LEDs, for messages.
        """

    def ended(self, ending: Ending) -> None:
        """Handle the end of the program. `ending` is the reason, such as a shutdown of the machine."""


class Listeners(Listener):
    """A group of listeners, which are all notified of what happens on the board.

    If a listener raises an exception, the game and the other listeners continue.
    """

    def __init__(self, *listeners: Listener) -> None:
        self._listeners = listeners
        self._faulty: list[Listener] = []

    def pressed(self, press: Press, outcome: Outcome) -> None:
        """Notify all listeners of a key press and its outcome."""
        self._tell(lambda listener: listener.pressed(press, outcome))

    def shown(self, board: Board) -> None:
        """Notify all listeners that the outputs show a new view."""
        self._tell(lambda listener: listener.shown(board))

    def noticed(self, text: str) -> None:
        """Notify all listeners that a problem occurred or was solved."""
        self._tell(lambda listener: listener.noticed(text))

    def failed(self, part: str, error: Exception) -> None:
        """Notify all listeners that a display or the track LEDs have failed."""
        self._tell(lambda listener: listener.failed(part, error))

    def ended(self, ending: Ending) -> None:
        """Notify all listeners that the program is ending."""
        self._tell(lambda listener: listener.ended(ending))

    def _tell(self, tell: Callable[[Listener], None]) -> None:
        for listener in self._listeners:
            try:
                tell(listener)
            except Exception as error:
                self._report(listener, error)

    def _report(self, faulty: Listener, error: Exception) -> None:
        """Notify the listeners that one of them has failed. Only its first failure is reported."""
        if faulty not in self._faulty:
            self._faulty.append(faulty)
            name = type(faulty).__name__
            self.noticed(f"{name} failed: {type(error).__name__}: {error}; the game goes on")
