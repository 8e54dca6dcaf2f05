"""Send frames to a display or to LEDs. If they stop responding, keep trying to reach them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from firmware_py.errors import DisplayError
from firmware_py.listeners.listener import Listener

_Frame = TypeVar("_Frame")

RETRY = 0.9
"""The time between two attempts to reach a display that is not responding, in seconds.

A frame takes up to 93 ms on a slow bus, so a display that works again stays dark for a second at most.
"""


class Retried(Generic[_Frame]):
    """A display or set of LEDs to which frames are sent. If sending a frame fails, it is sent again later.

    Attributes:
        retry_at: the time of the next attempt, in seconds; None while the display or LEDs are responding.
    """

    def __init__(self, part: str, show: Callable[[_Frame], None], listener: Listener) -> None:
        """Prepare to send frames to a part of the board, such as a display or the LEDs.

        Args:
            part: the part's name, for messages.
            show: a function that sends a frame to the part, and raises DisplayError if it does not respond.
            listener: the listener to notify when the part fails, and when it works again.
        """
        self.retry_at: float | None = None
        self._part = part
        self._show = show
        self._listener = listener
        self._frame: _Frame | None = None

    def change(self, frame: _Frame) -> None:
        """Set the frame to be sent by the next call to `send`."""
        self._frame = frame

    def send(self, now: float) -> None:
        """Send the frame, if it has not been sent yet. After a failure, nothing is sent until `retry_at`.

        `now` is the current time in seconds.
        """
        if self._frame is None or (self.retry_at is not None and now < self.retry_at):
            return
        try:
            self._show(self._frame)
        except DisplayError as error:
            if self.retry_at is None:
                self._listener.failed(self._part, error)
            self.retry_at = now + RETRY
            return
        self._frame = None
        if self.retry_at is not None:
            self._listener.noticed(f"{self._part}: back")
        self.retry_at = None
