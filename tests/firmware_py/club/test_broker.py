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
from tests.support.broker import Broker, needs_mosquitto
from tests.support.deadline import PATIENCE
from tests.support.talker import Listening, Running


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


class Board(Listening):
    """A program that publishes messages, and waits after each one until the broker has acknowledged it."""

    def __init__(self, broker: Broker) -> None:
        super().__init__()
        self.to_publish: queue.SimpleQueue[BrokerMessage] = queue.SimpleQueue()
        self.running = Running(MqttSettings(host="127.0.0.1", port=broker.port), self, "board")
        self.next("connected")

    def woken(self) -> None:
        while not self.to_publish.empty():
            self.send(self.to_publish.get())

    def publish(self, name: str, payload: bytes, *, retained: bool = False) -> None:
        self.to_publish.put(BrokerMessage(name, payload, retained))
        self.running.connection.wake()
        self.next("acknowledged")


@needs_mosquitto
def test_all_boards_are_heard_and_nothing_else(broker: Broker) -> None:
    board, club = Board(broker), ListenerRig(broker)
    club.running.line("connected")
    board.publish("muggins/b1/board", b"name", retained=True)
    club.until("b1", "board", b"name")
    for name in ("other/b1/state", "muggins/b1/event", "muggins/b1/state/more", "muggins/state"):
        board.publish(name, b"other")
    board.publish("muggins/b2/state", b"view")
    assert club.until("b2", "state", b"view") == [("b2", "state", b"view")]
    board.running.stop()
    club.running.stop()


@needs_mosquitto
def test_games_that_ended_while_the_club_was_away_are_heard(broker: Broker) -> None:
    club = ListenerRig(broker)
    club.running.line("connected")
    board = Board(broker)
    board.publish("muggins/b1/state", b"1", retained=True)
    club.until("b1", "state", b"1")
    club.running.stop()
    for number in range(30):
        board.publish("muggins/b1/state", b"%d" % number, retained=True)
        board.publish("muggins/b1/game", b"%d" % number)
    again = ListenerRig(broker)
    heard = [again.heard.get(timeout=PATIENCE) for _ in range(31)]
    assert [payload for _, kind, payload in heard if kind == "game"] == [b"%d" % each for each in range(30)]
    assert [payload for _, kind, payload in heard if kind == "state"] == [b"29"], "only the latest state"
    board.running.stop()
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
