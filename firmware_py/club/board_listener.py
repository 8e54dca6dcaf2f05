"""Listen to all boards on the broker, in the thread of the connection, and pass on what they say."""

from __future__ import annotations

from collections.abc import Callable

from firmware_py.mqtt.connection import Link, Talker
from firmware_py.mqtt.message import Message
from firmware_py.mqtt.topics import BOARD, GAME, PRESENCE, STATE, address, topic

KINDS = (GAME, PRESENCE, BOARD, STATE)
"""The kinds of messages that the club needs, in the order of the subscriptions."""


class BoardListener(Talker):
    """Subscribes to the messages of all boards each time that a connection is opened."""

    def __init__(
        self, base: str, hear: Callable[[str, str, bytes], object], connect: Callable[[bool], object]
    ) -> None:
        """Prepare to listen.

        Args:
            base: the first levels of all topics.
            hear: a function that is called for each message with the id of the board, the kind of the message
                and its content.
            connect: a function that is called with True when a connection is open, and with False when it is
                lost.
        """
        self._base, self._hear, self._connect = base, hear, connect

    def connected(self, link: Link) -> None:
        """Subscribe to the messages of all boards.

        The broker keeps the messages about games while the club is away. Of the others, it always keeps the
        last one, so those need not be kept for the club.
        """
        for kind in KINDS:
            link.subscribe([topic(self._base, "+", kind)], is_kept=kind == GAME)
        self._connect(True)

    def received(self, message: Message) -> None:
        """Pass on a message of a board."""
        found = address(self._base, message.topic)
        if found is not None:
            self._hear(found.board, found.kind, message.payload)

    def lost(self) -> None:
        """Tell that the connection is lost."""
        self._connect(False)
