"""Press keys for the opponent, i.e. the program, with a short pause before each key."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from firmware_py.input.press import Press
from firmware_py.listeners.listener import Listener
from firmware_py.solo.dealt_cards import OPPONENT

if TYPE_CHECKING:
    from firmware_py.board import Board
    from firmware_py.input.keys import Key
    from firmware_py.ports import Ending
    from firmware_py.solo.solo_board import SoloBoard

PAUSE = 1.0
"""The time, in seconds, before the opponent presses a key, so that the person can follow."""
_AGAIN = 0.1
"""The time, in seconds, before a key press is repeated because the board had no room for it."""


class DelayedPresses(Listener):
    """A listener that presses keys for the opponent, i.e. the program, with a short pause before each key.

    Attributes:
        timer: the thread that waits and then presses the opponent's next key; None if the opponent has no key
            to press now.
    """

    def __init__(self, board: SoloBoard, put: Callable[[Press], bool], pause: float = PAUSE) -> None:
        """Prepare to press keys for the opponent.

        Args:
            board: the board, which determines the opponent's next key.
            put: a function that is called with each key press, in a separate thread. It returns False if
                there is no room for the key press.
            pause: the time, in seconds, before each key press.
        """
        self._board, self._put, self._pause = board, put, pause
        self.timer: threading.Timer | None = None

    def shown(self, board: Board) -> None:
        """Schedule the opponent's next key press, if there is one, now that the outputs show a new view.

        Any key press scheduled earlier is cancelled.
        """
        self._cancel()
        self.timer = None
        key = self._board.opponents_key()
        if key is not None:
            self.timer = threading.Timer(self._pause, self._press, [key])
            self.timer.daemon = True
            self.timer.start()

    def ended(self, ending: Ending) -> None:
        """Stop pressing the opponent's keys when the board stops."""
        self._cancel()

    def _cancel(self) -> None:
        if self.timer is not None:
            self.timer.cancel()

    def _press(self, key: Key) -> None:
        while not self._put(Press(key, OPPONENT, "opponent")):
            time.sleep(_AGAIN)
