"""The club hears from all boards, even about games that ended while the club's program was not running.

A result is stored before the broker gets an acknowledgement. Messages to a stopped server are ignored.
"""

from __future__ import annotations

import asyncio
import queue
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from firmware_py.club.broker import BoardListener, evening_listener
from firmware_py.club.evening import LiveEvening
from firmware_py.club.results_file import read_results
from firmware_py.config.programs import MqttSettings
from firmware_py.mqtt.outbox import BrokerMessage
from firmware_py.words.english import English
from tests.support.broker import Broker, Running, needs_mosquitto
from tests.support.deadline import PATIENCE
from tests.support.servers import publish


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    with closing(Broker(tmp_path)) as broker:
        yield broker


class ListenerRig:
    """A test rig: a club's listener, and the messages it has received."""

    def __init__(self, broker: Broker) -> None:
        self.heard: queue.SimpleQueue[tuple[Any, ...]] = queue.SimpleQueue()
        listener = BoardListener("muggins", lambda *message: self.heard.put(message), lambda *_: None)
        settings = MqttSettings(host="127.0.0.1", port=broker.port)
        self.running = Running(settings, listener, "club", keeps_session=True)

    def until(self, *wanted: object) -> list[tuple[Any, ...]]:
        """Wait for a message, and return all messages received up to and including this one.

        Args:
            wanted: the board, the kind and the contents of the message.
        """
        found: list[tuple[Any, ...]] = []
        while not found or found[-1] != wanted:
            found.append(self.heard.get(timeout=PATIENCE))
        return found


@needs_mosquitto
def test_all_boards_are_heard_and_also_games_that_ended_while_the_club_was_away(broker: Broker) -> None:
    club = ListenerRig(broker)
    club.running.line("connected")
    publish(broker, "b1/board", "name", retained=True)
    club.until("b1", "board", b"name")
    for name in ("b1/event", "b1/state/more", "state"):
        publish(broker, name, "other")
    publish(broker, "b2/state", "view")
    assert club.until("b2", "state", b"view") == [("b2", "state", b"view")]
    club.running.stop()
    for number in range(5):
        publish(broker, "b2/state", str(number), retained=True)
        publish(broker, "b2/game", str(number))
    again = ListenerRig(broker)
    heard = [again.heard.get(timeout=PATIENCE) for _ in range(7)]
    assert [payload for _, kind, payload in heard if kind == "game"] == [b"%d" % each for each in range(5)]
    assert [payload for _, kind, payload in heard if kind == "state"] == [b"4"], "only the latest state"
    again.running.stop()


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
