"""The club's connection to the broker. It runs in a thread, and passes messages to the event loop."""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress
from pathlib import Path

from firmware_py.club.board_listener import BoardListener
from firmware_py.club.live_evening import LiveEvening
from firmware_py.config.mqtt import MqttSettings
from firmware_py.listeners.log import Log
from firmware_py.mqtt.board_id import board_id
from firmware_py.mqtt.connection import BrokerConnection
from firmware_py.mqtt.topics import GAME

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
        evening: the club evening that handles the messages.
        broker: the broker settings.
        folder: the club's folder, from which the client id is derived.
        log: the log for problems with the broker.
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

    Args:
        evening: the club evening.
        base: the prefix of all topics, such as `muggins`.
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
