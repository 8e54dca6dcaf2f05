"""A board's id, which is unique and permanent, but does not reveal the machine's id."""

from __future__ import annotations

import hmac
import os
import uuid
from pathlib import Path

from firmware_py.window.runtime_folder import SERVICE_RUNTIME_FOLDER

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
