"""Signals that control the board: SIGTERM and Ctrl-C stop it, and SIGHUP reloads its configuration."""

from __future__ import annotations

import signal
from collections.abc import Callable
from threading import Thread


def heed(stop: Callable[[], None], reload: Callable[[], None]) -> None:
    """Start a thread that calls `stop` on SIGTERM and Ctrl-C, and `reload` on SIGHUP.

    Call this before any other thread is started, so that no other thread receives these signals. Python's own
    signal handlers would run only in the main thread, which may be waiting for a key. The commands that
    follow a board end on their first signal, and do use such a handler: see `end_on_signals.py`.
    """
    actions = {signal.SIGTERM: stop, signal.SIGINT: stop, signal.SIGHUP: reload}

    def wait() -> None:
        while True:
            actions[signal.Signals(signal.sigwait(actions))]()

    signal.pthread_sigmask(signal.SIG_BLOCK, actions)
    Thread(target=wait, name="signals", daemon=True).start()
