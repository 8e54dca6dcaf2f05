"""The MQTT topics to which boards publish their messages, as described in `firmware_py/REFERENCE.md`.

A board's id, which is unique and permanent, but does not reveal the machine's id.
"""

from __future__ import annotations

import hmac
import os
import uuid
from pathlib import Path
from typing import NamedTuple

from firmware_py.window.folder import SERVICE_RUNTIME_FOLDER

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


APPLICATION = uuid.UUID("c7a6cf0e-5f53-4cd4-a1be-2d3e3c9bd0f6")
"""The id of this application: a random number, which is public."""
MACHINE = Path("/etc/machine-id")
"""The file with the id of the machine, which must not be published (machine-id(5))."""
_BYTES = 6


def board_id(folder: Path, machine: Path = MACHINE) -> str:
    """Return a board's id, which consists of 12 hexadecimal digits.

    If the board is run by the service, these are the first digits of the id that systemd's
    `sd_id128_get_machine_app_specific` returns. The id of any other board, such as a simulator, also depends
    on its folder.

    Args:
        folder: the board's runtime folder.
        machine: the file with the machine's id. If it cannot be read, the address of a network card is used.
    """
    own = hmac.digest(_machine(machine), APPLICATION.bytes, "sha256")
    if folder != SERVICE_RUNTIME_FOLDER:
        own = hmac.digest(own, os.fsencode(os.path.realpath(folder)), "sha256")
    return own[:_BYTES].hex()


def _machine(path: Path) -> bytes:
    """Return the machine's id as 16 bytes. If it cannot be read, return a network card's address instead."""
    try:
        return uuid.UUID(path.read_text(encoding="ascii").strip()).bytes
    except (OSError, ValueError):  # not on Linux, or before the first start has ended
        return uuid.getnode().to_bytes(16, "big")
