"""The club's connection to the broker. It runs in a thread, and passes messages to the event loop."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from firmware_py.config.programs import MqttSettings
from firmware_py.mqtt.connection import BrokerConnection, Talker
from firmware_py.mqtt.messages import BOARD, GAME, GAMES, PRESENCE, STATE, address, all_boards
from firmware_py.mqtt.outbox import BrokerMessage
from firmware_py.mqtt.publisher import board_id
from firmware_py.mqtt.session import Session
from firmware_py.system.output import Log

from .evening import LiveEvening

KINDS = (GAME, PRESENCE, BOARD, STATE, GAMES)
"""The kinds of messages that the club needs, in the order of the subscriptions."""


class BoardListener(Talker):
    """Receives the messages of all boards from the MQTT broker."""

    def __init__(
        self, base: str, hear: Callable[[str, str, bytes], object], connect: Callable[[bool], object]
    ) -> None:
        """Create a listener.

        Args:
            hear: a function that is called for each message from a board. Its arguments are the board's
                ID, the kind of message, such as `state`, and the message's content.
            connect: a function that is called with True when the connection to the broker has been opened,
                and with False when it has been lost.
        """
        self._base, self._hear, self._connect = base, hear, connect

    def connected(self, link: Session) -> None:
        """Subscribe to the messages from all boards.

        While this program is disconnected, the broker keeps messages about wins and undone wins, and delivers
        them later.
        """
        for kind in KINDS:
            link.subscribe([all_boards(self._base, kind)], is_kept=kind == GAME)
        self._connect(True)

    def received(self, message: BrokerMessage) -> None:
        """Pass a message from the broker to the `hear` function, if its topic belongs to a board."""
        found = address(self._base, message.topic)
        if found is not None:
            self._hear(*found, message.payload)

    def lost(self) -> None:
        """Report the loss of the connection to the broker by calling the `connect` function with False."""
        self._connect(False)


_STORED = 5.0
"""The maximum time, in seconds, to wait until a result is stored."""
_AGAIN = 1.0
"""The longest time, in seconds, between two attempts to connect to the broker.

The club should be back before the boards, because a broker that was killed may have forgotten what the club
subscribed to.
"""


def broker_connection(evening: LiveEvening, broker: MqttSettings, folder: Path, log: Log) -> BrokerConnection:
    """Return a connection to the broker through which `evening` receives the messages of all boards.

    This function must be called in the event loop that the evening uses. The connection must be run in a
    separate thread.

    Args:
        folder: the club's folder, from which the client id is derived.
    """
    name = f"muggins-club-{board_id(folder)}"
    return BrokerConnection(
        broker,
        name,
        evening_listener(evening, broker.base),
        keeps_session=True,
        longest_delay=_AGAIN,
        warn=log.warning,
        tell=log.info,
    )


def evening_listener(evening: LiveEvening, base: str) -> BoardListener:
    """Return a listener that stores the results of the boards' games in `evening`.

    Its methods can be called from any thread. A message about a game is acknowledged after its result
    has been stored, or after five seconds if that takes longer.
    """
    loop = asyncio.get_running_loop()

    def hear(board: str, kind: str, payload: bytes) -> None:
        done = threading.Event()

        def take() -> None:
            try:
                evening.hear(board, kind, payload)
            finally:
                done.set()

        with suppress(RuntimeError):  # the event loop has ended
            loop.call_soon_threadsafe(take)
            if kind == GAME:
                done.wait(_STORED)

    def connect(is_connected: bool) -> None:
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(evening.connect, is_connected)

    return BoardListener(base, hear, connect)
