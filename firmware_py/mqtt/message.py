"""A message for an MQTT broker, or from it."""

from __future__ import annotations

from typing import NamedTuple


class Message(NamedTuple):
    """A message for the broker, or from it.

    Attributes:
        topic: the topic.
        payload: the content.
        retained: for a message to the broker: True if the broker is to keep it for later subscribers. For a
            message from the broker: True if the broker had kept it, and False if it was published just now.
    """

    topic: str
    payload: bytes
    retained: bool = False
