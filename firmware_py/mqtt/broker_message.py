"""A message sent to an MQTT broker or received from it."""

from __future__ import annotations

from typing import NamedTuple


class BrokerMessage(NamedTuple):
    """A message sent to the broker or received from it.

    Attributes:
        topic: the topic.
        payload: the content.
        retained: for a message to the broker, True if the broker should keep it for later subscribers. For a
            message from the broker, True if the broker had kept it, or False if it has just been published.
    """

    topic: str
    payload: bytes
    retained: bool = False
