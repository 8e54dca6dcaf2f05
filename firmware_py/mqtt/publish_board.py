"""Follow a board in a separate thread, and publish what happens on it until the program is told to stop."""

from __future__ import annotations

import signal
from contextlib import closing
from pathlib import Path
from typing import Any

from firmware_py.config.mqtt import MqttSettings
from firmware_py.end_on_signals import end_on_signals
from firmware_py.listeners.log import Log
from firmware_py.mqtt import progress
from firmware_py.mqtt.board_id import board_id
from firmware_py.mqtt.connection import BrokerConnection
from firmware_py.mqtt.publisher import Publisher
from firmware_py.window.follower_thread import FollowerThread


def publish_board(settings: MqttSettings, folder: Path, own_folder: Path, log: Log) -> None:
    """Publish what happens on a board to an MQTT broker, until SIGTERM or Ctrl-C.

    If no board is running, wait for one.

    Args:
        settings: the broker settings, and the name of the board.
        folder: the board's runtime folder.
        own_folder: the folder in which to record what has been published, so that it is not published again
            after a restart.
        log: the log for problems with the broker.

    Raises:
        UsageError: paho-mqtt is not installed, a file in the settings cannot be read, or this user is not
            permitted to read the board's view file.
    """
    board = board_id(folder)
    publisher = Publisher(
        board,
        settings,
        progress.read(own_folder),
        save=lambda reached: progress.save(own_folder, reached),
        warn=log.warning,
    )
    client, will = f"muggins-{board}", publisher.will
    connection = BrokerConnection(settings, client, publisher, will=will, warn=log.warning, tell=log.info)

    def hear(view: dict[str, Any]) -> None:
        publisher.hear(view)
        connection.wake()

    def end() -> None:
        connection.stop()
        if connection.is_connecting:  # which may take long, and nothing has to be said
            raise SystemExit(0)

    end_on_signals(end)
    connection.wake_on_signals()
    follower = FollowerThread(folder, hear, connection.stop)
    follower.latest()  # complains if this user may not see the board
    log.info(f"the board {settings.board_name!r} is published as {settings.base}/{board}")
    follower.start()
    with closing(connection):
        try:
            connection.run()
        finally:
            signal.set_wakeup_fd(-1)
    follower.raise_fault()
