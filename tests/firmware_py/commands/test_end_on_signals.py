"""The first Ctrl-C or SIGTERM ends a server, and later ones do not interrupt it while it ends."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator

import pytest

from firmware_py.commands.end_on_signals import end_on_signals
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
        end_on_signals(ended)
        os.kill(os.getpid(), number)
        await asyncio.wait_for(ended.wait(), PATIENCE)

    asyncio.run(serve())
    for again in (signal.SIGINT, signal.SIGTERM):
        os.kill(os.getpid(), again)  # would otherwise raise KeyboardInterrupt, or end the test
