"""UTF-8 output for the simulator, on every terminal that supports it, regardless of the locale."""

from __future__ import annotations

import os
import re
import select
import sys
import termios
import time
import tty
from contextlib import suppress
from io import TextIOWrapper

PATIENCE = 5.0
"""The time, in seconds, to wait for a terminal's answer, since the terminal may be far away or busy."""
_ASK = "\ré".encode() + b"\x1b[6n"
"""Bytes that write a two-byte letter at the left edge, and request the cursor's position."""
_ANSWER = re.compile(rb"\x1b\[\d+;(\d+)R")
_WIPE = b"\r\x1b[K"


def use_utf8() -> bool:
    """Make Textual write UTF-8. Return False if the terminal does not support UTF-8.

    If the locale specifies a different encoding, the terminal itself is tested.
    """
    # Textual writes to standard error, not to standard output.
    out = sys.__stderr__
    if out is None or out.encoding.lower().replace("-", "") == "utf8":
        return True
    assert sys.__stdin__ is not None
    if not _shows_utf8(sys.__stdin__.fileno(), out.fileno()):
        return False
    if isinstance(out, TextIOWrapper):
        out.reconfigure(encoding="utf-8")
    return True


def _shows_utf8(keyboard: int, screen: int) -> bool:
    """Return True if a two-byte UTF-8 letter moves the terminal's cursor by one column.

    Args:
        keyboard: the file descriptor of the terminal's input.
        screen: the file descriptor of the terminal's output.
    """
    before = termios.tcgetattr(keyboard)
    try:
        tty.setraw(keyboard, termios.TCSANOW)
        os.write(screen, _ASK)
        answer = _read_answer(keyboard)
    finally:
        with suppress(OSError):
            os.write(screen, _WIPE)
        termios.tcsetattr(keyboard, termios.TCSANOW, before)
    return answer == 2


def _read_answer(keyboard: int) -> int | None:
    until, read = time.monotonic() + PATIENCE, b""
    while (left := until - time.monotonic()) > 0:
        if select.select([keyboard], [], [], left)[0]:
            read += os.read(keyboard, 1024)
            if found := _ANSWER.search(read):
                return int(found[1])
    return None
