"""End a server on Ctrl-C or SIGTERM, without being interrupted while it ends."""

from __future__ import annotations

import asyncio
import signal
from contextlib import suppress


def end_on_signals(ended: asyncio.Event) -> None:
    """Set `ended` on the first SIGINT or SIGTERM, and ignore all later ones until the program has ended.

    If asyncio installed the handlers, it would remove them when its loop ends, and a second Ctrl-C could
    interrupt the rest of the shutdown.
    """
    loop, numbers = asyncio.get_running_loop(), (signal.SIGINT, signal.SIGTERM)

    def end(*_: object) -> None:
        for each in numbers:
            signal.signal(each, signal.SIG_IGN)
        with suppress(RuntimeError):  # the server has ended
            loop.call_soon_threadsafe(ended.set)

    for each in numbers:
        signal.signal(each, end)
