"""Receive the messages of all boards from the MQTT broker, and call a function for each of them.

The function is called in the connection's thread.
"""

from __future__ import annotations

from collections.abc import Callable

from firmware_py.mqtt.broker_message import BrokerMessage
from firmware_py.mqtt.connection import Link, Talker
from firmware_py.mqtt.topics import BOARD, GAME, GAMES, PRESENCE, STATE, address, all_boards

KINDS = (GAME, PRESENCE, BOARD, STATE, GAMES)
"""The kinds of messages that the club needs, in the order of the subscriptions."""


class BoardListener(Talker):
    """Receives the messages of all boards from the MQTT broker."""

    def __init__(
        self, base: str, hear: Callable[[str, str, bytes], object], connect: Callable[[bool], object]
    ) -> None:
        """Create a listener.

        Args:
            base: the prefix of all topics, such as `muggins`.
            hear: a function that is called for each message from a board. Its arguments are the board's
                ID, the kind of message, such as `state`, and the message's content.
            connect: a function that is called with True when the connection to the broker has been opened,
                and with False when it has been lost.
        """
        self._base, self._hear, self._connect = base, hear, connect

    def connected(self, link: Link) -> None:
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
            self._hear(found.board, found.kind, message.payload)

    def lost(self) -> None:
        """Report the loss of the connection to the broker by calling the `connect` function with False."""
        self._connect(False)
