"""The id of a board: unique, the same after each start, and useless for recognising the machine elsewhere."""

from __future__ import annotations

import hmac
import os
import uuid
from pathlib import Path

from firmware_py.window.runtime_folder import SERVICE_FOLDER

APPLICATION = uuid.UUID("c7a6cf0e-5f53-4cd4-a1be-2d3e3c9bd0f6")
"""The id of this application: a random number, which is public."""
MACHINE = Path("/etc/machine-id")
"""The file with the id of the machine, which is not to be published (machine-id(5))."""
_BYTES = 6


def board_id(folder: Path, machine: Path = MACHINE) -> str:
    """Return the id of a board, which has 12 hexadecimal digits.

    The id of the service's board depends on the machine alone, and begins as
    `sd_id128_get_machine_app_specific` of systemd does. The id of any other board of the machine, such as a
    simulator, also depends on the folder of the board.

    Args:
        folder: the runtime folder of the board.
        machine: the file with the id of the machine. If there is none, the address of a network card is used.
    """
    own = hmac.digest(_machine(machine), APPLICATION.bytes, "sha256")
    if folder != SERVICE_FOLDER:
        own = hmac.digest(own, os.fsencode(os.path.realpath(folder)), "sha256")
    return own[:_BYTES].hex()


def _machine(path: Path) -> bytes:
    """Return the id of the machine, 16 bytes long."""
    try:
        return uuid.UUID(path.read_text(encoding="ascii").strip()).bytes
    except (OSError, ValueError):  # not on Linux, or before the first start has ended
        return uuid.getnode().to_bytes(16, "big")
