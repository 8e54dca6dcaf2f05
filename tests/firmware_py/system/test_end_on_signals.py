"""The first Ctrl-C or SIGTERM ends a command, and later ones do not interrupt it while it ends."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Iterator

import pytest

from firmware_py.system.process import EndOfCommand, end_on_signals, end_server_on_signals
from tests.support.deadline import PATIENCE


@pytest.fixture(autouse=True)
def handlers() -> Iterator[None]:
    before = {each: signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_first_signal_ends_the_server_and_later_ones_are_ignored(number: signal.Signals) -> None:
    async def serve() -> None:
        ended = asyncio.Event()
        end_server_on_signals(ended)
        os.kill(os.getpid(), number)
        await asyncio.wait_for(ended.wait(), PATIENCE)

    asyncio.run(serve())
    for again in (signal.SIGINT, signal.SIGTERM):
        os.kill(os.getpid(), again)  # would otherwise raise KeyboardInterrupt, or end the test


def test_the_function_is_called_once() -> None:
    calls: list[None] = []
    end_on_signals(lambda: calls.append(None))
    for number in (signal.SIGTERM, signal.SIGTERM, signal.SIGINT):
        os.kill(os.getpid(), number)
    assert calls == [None]


def test_a_signal_that_is_not_named_keeps_its_effect() -> None:
    end_on_signals(lambda: None, [signal.SIGTERM])
    with pytest.raises(KeyboardInterrupt):
        os.kill(os.getpid(), signal.SIGINT)


def test_a_wait_ends_even_if_its_end_came_first() -> None:
    command = EndOfCommand()
    end_on_signals(command.end)
    os.kill(os.getpid(), signal.SIGTERM)
    command.wait()


def test_a_signal_ends_a_wait() -> None:
    command = EndOfCommand()
    end_on_signals(command.end)
    sender = threading.Timer(
        0.05, lambda: signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGTERM)
    )
    sender.start()
    command.wait()
    sender.join(PATIENCE)
