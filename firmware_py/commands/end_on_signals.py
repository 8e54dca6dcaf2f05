"""Shut down a server on Ctrl-C or SIGTERM. Later signals do not interrupt the shutdown."""

from __future__ import annotations

import asyncio
import signal
from contextlib import suppress


def end_on_signals(ended: asyncio.Event) -> None:
    """Set `ended` on the first SIGINT or SIGTERM, and ignore all later ones.

    asyncio's own signal handlers are not used, because they are removed when the event loop ends. A second
    Ctrl-C could then interrupt the shutdown.
    """
    loop, numbers = asyncio.get_running_loop(), (signal.SIGINT, signal.SIGTERM)

    def end(*_: object) -> None:
        for each in numbers:
            signal.signal(each, signal.SIG_IGN)
        with suppress(RuntimeError):  # the server has ended
            loop.call_soon_threadsafe(ended.set)

    for each in numbers:
        signal.signal(each, end)
