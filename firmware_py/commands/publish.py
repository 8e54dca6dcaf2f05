"""`muggins publish`: publish everything that happens on the board to an MQTT broker."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware_py.config import files
from firmware_py.config.build import load
from firmware_py.config.mqtt import MqttSettings
from firmware_py.journal.locations import default_journal
from firmware_py.listeners.log import Log
from firmware_py.mqtt.publish_board import publish_board
from firmware_py.window.runtime_folder import folder_of_a_board, own_folder
from firmware_py.words.in_use import use

if TYPE_CHECKING:
    from argparse import Namespace


def publish(options: Namespace) -> None:
    """Publish the games on the board to an MQTT broker, until Ctrl-C or SIGTERM.

    If no board is running, wait for one.

    Raises:
        UsageError: the configuration is not valid, paho-mqtt is not installed, or this user is not permitted
            to see the board.
    """
    config = load(options.config or files.found())
    use(config.words)
    folder = folder_of_a_board(default_journal())
    publish_board(config.mqtt or MqttSettings(), folder, own_folder() or folder, Log())
