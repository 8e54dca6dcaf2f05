"""The signals of the operating system: SIGTERM and Ctrl-C end the board, SIGHUP reloads its configuration."""

from __future__ import annotations

import signal
from collections.abc import Callable


def heed(stop: Callable[[], None], reload: Callable[[], None]) -> None:
    """Call `stop` at SIGTERM and Ctrl-C, and `reload` at SIGHUP, from now on.

    Both are called in a signal handler, between two instructions of the program.
    """
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop())
    signal.signal(signal.SIGHUP, lambda *_: reload())
