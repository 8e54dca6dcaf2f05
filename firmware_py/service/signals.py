"""Signal handlers: SIGTERM and Ctrl-C stop the board, and SIGHUP reloads its configuration."""

from __future__ import annotations

import signal
from collections.abc import Callable


def heed(stop: Callable[[], None], reload: Callable[[], None]) -> None:
    """Install signal handlers that call `stop` on SIGTERM and Ctrl-C, and `reload` on SIGHUP.

    Both functions must do very little, because a signal handler may interrupt the program at any point.
    """
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop())
    signal.signal(signal.SIGHUP, lambda *_: reload())
