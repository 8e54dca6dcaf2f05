"""Follow a running board in a thread, while the main thread does something else."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from firmware_py.errors import UsageError
from firmware_py.window.follower import Follower


class FollowerThread:
    """A thread that passes on each view of a board.

    Attributes:
        fault: the exception that ended the thread; None while it runs.
    """

    def __init__(
        self, folder: Path, hear: Callable[[dict[str, Any]], None], ended: Callable[[], None]
    ) -> None:
        """Prepare to follow a board, which need not be running yet.

        Args:
            folder: the board's runtime folder.
            hear: a function that is called with each new view, in the thread.
            ended: a function that is called, in the thread, after an exception has ended it.
        """
        self.fault: BaseException | None = None
        self._follower = Follower(folder)
        self._hear, self._ended = hear, ended

    def latest(self) -> dict[str, Any] | None:
        """Return the board's latest view, or None if there is none. Call this only before `start`.

        Raises:
            UsageError: this user is not permitted to see the board.
        """
        return self._follower.read()

    def start(self) -> None:
        """Start the thread. It runs until an exception ends it or the program exits."""
        threading.Thread(target=self._follow, name="follower", daemon=True).start()

    def raise_fault(self) -> None:
        """Raise an exception if one has ended the thread.

        Raises:
            UsageError: this user is not permitted to see the board any more.
            RuntimeError: any other exception, i.e. a fault of the program, so that its service restarts it.
        """
        if isinstance(self.fault, UsageError):
            raise self.fault
        if self.fault is not None:
            raise RuntimeError("the board cannot be followed any more") from self.fault

    def _follow(self) -> None:
        try:
            with closing(self._follower):
                while True:
                    self._hear(self._follower.changed())
        except BaseException as fault:
            self.fault = fault
            self._ended()
