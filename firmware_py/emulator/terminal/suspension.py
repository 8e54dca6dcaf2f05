"""Stopping and continuing the simulator's process without corrupting its terminal."""

from __future__ import annotations

import signal
from types import FrameType


def resume_only_what_was_suspended() -> None:
    """Make Textual resume on SIGCONT only if it was suspended by SIGTSTP, not if it was stopped by SIGSTOP.

    Call this function in the main thread, after Textual has set its signal handlers.
    """
    suspend, resume = signal.getsignal(signal.SIGTSTP), signal.getsignal(signal.SIGCONT)
    if not callable(suspend) or not callable(resume):
        return  # without a terminal, Textual has set no handlers
    is_suspended = False

    def suspending(number: int, frame: FrameType | None) -> None:
        nonlocal is_suspended
        is_suspended = True
        suspend(number, frame)

    def continuing(number: int, frame: FrameType | None) -> None:
        nonlocal is_suspended
        if is_suspended:
            is_suspended = False
            resume(number, frame)

    signal.signal(signal.SIGTSTP, suspending)
    signal.signal(signal.SIGCONT, continuing)
