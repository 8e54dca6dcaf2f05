"""A part that shows frames, and is tried again when it does not answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from firmware_py.errors import DisplayError

_Frame = TypeVar("_Frame")

RETRY = 0.9
"""Seconds between two tries to reach a display that does not answer.

With the frame itself, which takes up to 93 ms on a slow bus, it has been dark for a second at most when it
comes back.
"""


class Shown(Generic[_Frame]):
    """What a part is to show, and when to try again once it failed.

    Attributes:
        retry: when to try again; None while it answers.
    """

    def __init__(self, name: str, show: Callable[[_Frame], None], tell: Callable[[str], None]) -> None:
        """A part with nothing to show yet.

        Args:
            name: what it is called in the lines for whoever looks after the board.
            show: shows a frame; raises DisplayError if the part does not answer.
            tell: takes a line when it fails, and when it answers again.
        """
        self.retry: float | None = None
        self._name = name
        self._show = show
        self._tell = tell
        self._frame: _Frame | None = None

    def change(self, frame: _Frame) -> None:
        """From now on it is to show this frame."""
        self._frame = frame

    def send(self, now: float) -> None:
        """Show the frame if it is new, but leave a part alone that failed less than `RETRY` seconds ago."""
        if self._frame is None or (self.retry is not None and now < self.retry):
            return
        try:
            self._show(self._frame)
        except DisplayError as error:
            if self.retry is None:
                self._tell(f"{self._name}: {error}; the game goes on, trying again every second")
            self.retry = now + RETRY
            return
        self._frame = None
        if self.retry is not None:
            self._tell(f"{self._name}: back")
        self.retry = None
