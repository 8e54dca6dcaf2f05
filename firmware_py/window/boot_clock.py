"""The time since the machine was started, which is the same in all programs of the machine.

A Pi has no clock that keeps the time of day, but the time since its start is always right.
"""

from __future__ import annotations

import time


def boot_time() -> float:
    """Return the time since the machine was started, in seconds, including any time it was suspended."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.monotonic()  # macOS, where this clock is also the same in all programs
