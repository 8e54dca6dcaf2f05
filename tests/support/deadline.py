"""Deadlines for tests that wait.

A deadline is fixed when the wait begins; later events do not extend it. `PATIENCE` is far longer than even a
slow and busy machine needs, so a test that reaches its deadline has found a fault.
"""

import time
from collections.abc import Callable

PATIENCE = 60.0
"""The time until a wait fails, in seconds. A test's `timeout` in pyproject.toml allows several such waits."""
GLANCE = 0.005  # seconds between two looks at the condition


class Deadline:
    def __init__(self, seconds: float = PATIENCE) -> None:
        self._seconds = seconds
        self._at = time.monotonic() + seconds

    def left(self, awaited: object) -> float:
        """Return how many seconds are left, which is always more than 0.

        Args:
            awaited: a description of what is being waited for, used in the error message.

        Raises:
            TimeoutError: the deadline has passed.
        """
        left = self._at - time.monotonic()
        if left <= 0:
            raise TimeoutError(f"waited {self._seconds:g} s in vain for {awaited}")
        return left


def until(true: Callable[[], object], awaited: object, seconds: float = PATIENCE) -> None:
    """Wait until the function `true` returns a true value.

    Args:
        true: the function to call again and again.
        awaited: a description of the condition, used in the error message.
        seconds: the maximum time to wait.

    Raises:
        TimeoutError: the condition did not become true in time.
    """
    deadline = Deadline(seconds)
    while not true():
        deadline.left(awaited)
        time.sleep(GLANCE)
