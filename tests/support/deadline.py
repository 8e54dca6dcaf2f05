"""Deadlines for tests that wait.

A deadline is fixed when the wait begins; later events do not extend it. `PATIENCE` is far longer than a slow
and busy machine needs, so a test that reaches it has found a fault.
"""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE = 60.0
"""Seconds until a wait fails. Several waits fit into the limit of a test (`timeout` in pyproject.toml)."""
GLANCE = 0.005
"""Seconds between two checks of a condition that nothing announces."""


class Deadline:
    """A moment in the future, on the monotonic clock."""

    def __init__(self, seconds: float = PATIENCE) -> None:
        """Set the deadline some seconds from now."""
        self._seconds = seconds
        self._at = time.monotonic() + seconds

    def left(self, awaited: object) -> float:
        """Return the seconds that are left, always more than 0.

        Args:
            awaited: the awaited event, for the message.

        Raises:
            TimeoutError: the deadline has passed.
        """
        left = self._at - time.monotonic()
        if left <= 0:
            raise TimeoutError(f"waited {self._seconds:g} s in vain for {awaited}")
        return left


def until(true: Callable[[], object], awaited: object, seconds: float = PATIENCE) -> None:
    """Wait until a condition holds.

    Args:
        true: the condition.
        awaited: the condition in words, or an object to print if it never holds.
        seconds: the longest time to wait.

    Raises:
        TimeoutError: it did not hold in time.
    """
    deadline = Deadline(seconds)
    while not true():
        deadline.left(awaited)
        time.sleep(GLANCE)
