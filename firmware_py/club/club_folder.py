"""The folder in which a club stores its results and its evening."""

from __future__ import annotations

import os
from pathlib import Path

from firmware_py import version
from firmware_py.journal.locations import exists, state_folder

SERVICE_FOLDER = Path("/var/lib/muggins-club")
"""The state directory of the Debian package's service."""


def club_folder() -> Path:
    """Return the folder in which the club stores its files.

    If systemd specifies a folder for the service, this is that folder. If the program was installed from the
    Debian package and the service's folder exists, it is used too, so that `muggins club --draw` finds it.
    Otherwise, this is a folder in the user's home folder.

    Raises:
        UsageError: the user has no home folder.
    """
    if os.environ.get("STATE_DIRECTORY"):
        return state_folder()
    if version.is_packaged() and exists(SERVICE_FOLDER):
        return SERVICE_FOLDER
    return state_folder() / "club"
