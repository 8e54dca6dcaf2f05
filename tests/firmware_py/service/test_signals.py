"""SIGTERM and Ctrl-C end a board, and SIGHUP makes it reload its configuration."""

import os
import signal

import pytest

from firmware_py.service.signals import heed


@pytest.mark.parametrize(
    ("number", "called"),
    [(signal.SIGTERM, "stop"), (signal.SIGINT, "stop"), (signal.SIGHUP, "reload")],
)
def test_each_signal_calls_its_function(number: int, called: str) -> None:
    before = {each: signal.getsignal(each) for each in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)}
    calls: list[str] = []
    try:
        heed(lambda: calls.append("stop"), lambda: calls.append("reload"))
        os.kill(os.getpid(), number)
        assert calls == [called]
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
