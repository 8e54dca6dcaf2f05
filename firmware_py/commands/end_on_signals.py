"""End a server on Ctrl-C or SIGTERM, without being interrupted while it ends."""

from __future__ import annotations

import asyncio
import signal
from contextlib import suppress


def end_on_signals(ended: asyncio.Event) -> None:
    """Set `ended` on the first SIGINT or SIGTERM, and ignore all later ones.

    asyncio's own handlers would be removed when its loop ends, so that a second Ctrl-C could interrupt the
    shutdown.
    """
    loop, numbers = asyncio.get_running_loop(), (signal.SIGINT, signal.SIGTERM)

    def end(*_: object) -> None:
        for each in numbers:
            signal.signal(each, signal.SIG_IGN)
        with suppress(RuntimeError):  # the server has ended
            loop.call_soon_threadsafe(ended.set)

    for each in numbers:
        signal.signal(each, end)
