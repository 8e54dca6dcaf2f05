"""The MQTT topics to which boards publish their messages, as described in `firmware_py/REFERENCE.md`."""

from __future__ import annotations

from typing import NamedTuple

PRESENCE, BOARD, STATE, EVENT, GAME, GAMES = "presence", "board", "state", "event", "game", "games"
"""The last level of each topic: the kind of message."""
KINDS = (PRESENCE, BOARD, STATE, EVENT, GAME, GAMES)
RETAINED = (PRESENCE, BOARD, STATE, GAMES)
"""The retained kinds: the broker keeps the last message, and sends it to each new subscriber."""
ONLINE, OFFLINE = "online", "offline"
"""The two messages about the presence of a board."""
QOS = 1
"""The quality of service of all messages: each arrives at least once."""


class Address(NamedTuple):
    """The two parts of a board's topic: the board's ID and the kind of message.

    Attributes:
        board: the board's ID.
        kind: one of `KINDS`, such as `state`.
    """

    board: str
    kind: str


def topic(base: str, board: str, kind: str) -> str:
    """Return the topic of a board's messages, such as `muggins/5f0c2b9e41d7/state`.

    Args:
        base: the prefix of all topics, as configured, such as `muggins`.
        board: the board's ID.
        kind: the kind of messages: one of `KINDS`, such as `state`.
    """
    return f"{base}/{board}/{kind}"


def address(base: str, topic: str) -> Address | None:
    """Parse a topic into the board's ID and the kind of message. Return None if it is not a board's topic.

    Args:
        base: the prefix of all topics, as configured, such as `muggins`.
        topic: the topic, such as `muggins/5f0c2b9e41d7/state`.
    """
    if not topic.startswith(f"{base}/"):
        return None
    board, _, kind = topic.removeprefix(f"{base}/").partition("/")
    return Address(board, kind) if board and kind in KINDS else None


def all_boards(base: str, kind: str) -> str:
    """Return the topic filter that matches the messages of one kind from all boards.

    Args:
        base: the prefix of all topics, as configured, such as `muggins`.
        kind: the kind of messages: one of `KINDS`, such as `state`.
    """
    return topic(base, "+", kind)
