"""A listener follows the game without showing it, as the log and the buzzer do.

To add one, subclass `Listener`, override the methods that matter to it, and hand it to `Listeners` where the
others are: in `service.Service` or `assembly.assemble`. Neither the loop nor the board has to change.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from firmware_py.board import Outcome
    from firmware_py.input.keys import Input
    from firmware_py.ports import Ending


class Listener:
    """Somebody who is told what happens on the board. By default, every method does nothing.

    All methods are called from the loop's thread, after the screens and lights are up to date, and should
    return at once: the next key waits meanwhile.
    """

    def pressed(self, key: Input, outcome: Outcome) -> None:
        """Take note of a press and what came of it."""

    def noticed(self, text: str) -> None:
        """Take note of a line for the person who looks after the board: a problem, or the end of one."""

    def failed(self, part: str, error: Exception) -> None:
        """Take note that a display or the lights stopped answering. The board keeps trying them."""

    def ended(self, ending: Ending) -> None:
        """Take note that the board has ended."""


class Listeners(Listener):
    """Any number of listeners, told one after the other. If one raises, the game and the others go on."""

    def __init__(self, *listeners: Listener) -> None:
        """Tell these listeners, in this order."""
        self._listeners = listeners
        self._faulty: list[Listener] = []

    def pressed(self, key: Input, outcome: Outcome) -> None:
        """Tell all of them of a press."""
        self._tell(lambda listener: listener.pressed(key, outcome))

    def noticed(self, text: str) -> None:
        """Tell all of them of a notice."""
        self._tell(lambda listener: listener.noticed(text))

    def failed(self, part: str, error: Exception) -> None:
        """Tell all of them of a part that failed."""
        self._tell(lambda listener: listener.failed(part, error))

    def ended(self, ending: Ending) -> None:
        """Tell all of them that the board has ended."""
        self._tell(lambda listener: listener.ended(ending))

    def _tell(self, tell: Callable[[Listener], None]) -> None:
        for listener in self._listeners:
            try:
                tell(listener)
            except Exception as error:
                self._report(listener, error)

    def _report(self, faulty: Listener, error: Exception) -> None:
        """Tell the others of the first error of a listener."""
        if faulty not in self._faulty:
            self._faulty.append(faulty)
            name = type(faulty).__name__
            self.noticed(f"{name} failed: {type(error).__name__}: {error}; the game goes on")
