"""A result is stored before the broker gets an acknowledgement. Messages to a stopped server are ignored."""

from __future__ import annotations

import asyncio
from pathlib import Path

from firmware_py.club.broker import evening_listener
from firmware_py.club.evening import LiveEvening
from firmware_py.club.results_file import read_results
from firmware_py.mqtt.outbox import BrokerMessage
from firmware_py.words.english import English
from tests.support.deadline import PATIENCE

WON = b'{"game": "x-1", "names": ["Ann", "Bob"], "scores": [121, 98], "winner": 0, "skunk": null}'


def test_a_game_is_on_the_disk_when_the_connection_takes_it_as_received(tmp_path: Path) -> None:
    async def all_of_it() -> None:
        evening = LiveEvening(tmp_path, English(), print)
        listener = evening_listener(evening, "muggins")
        await asyncio.to_thread(listener.received, BrokerMessage("muggins/b1/game", WON))
        assert len(read_results(tmp_path)) == 1
        evening.close()

    asyncio.run(asyncio.wait_for(all_of_it(), PATIENCE))


def test_messages_after_the_end_of_the_server_are_ignored(tmp_path: Path) -> None:
    async def all_of_it() -> None:
        evening = LiveEvening(tmp_path, English(), print)
        listeners.append(evening_listener(evening, "muggins"))
        evening.close()

    listeners = []
    asyncio.run(asyncio.wait_for(all_of_it(), PATIENCE))
    listeners[0].received(BrokerMessage("muggins/b1/game", WON))
    listeners[0].lost()
    assert len(read_results(tmp_path)) == 0
