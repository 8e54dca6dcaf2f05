"""The time since the machine was started, which is the same for all programs on this machine.

Most models of the Pi have no clock that runs while they are switched off, so the time of day may be wrong.
The time since startup is not affected.
"""

from __future__ import annotations

import time


def boot_time() -> float:
    """Return the time since the machine was started, in seconds, including any time it was suspended."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.monotonic()  # macOS, where this clock is also the same in all programs
