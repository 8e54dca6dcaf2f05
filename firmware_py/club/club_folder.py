"""The folder for a club's files, such as the results of its games."""

from __future__ import annotations

import os
from pathlib import Path

from firmware_py import version
from firmware_py.journal.locations import exists, state_folder

CLUB_SERVICE_FOLDER = Path("/var/lib/muggins-club")
"""The state directory of the Debian package's service."""


def club_folder() -> Path:
    """Return the folder for the club's files.

    The folder is the first of the following that applies:

    - the folder that systemd specifies, if the program runs as a service;
    - the service's folder, if it exists and the program was installed from the Debian package, so that
      `muggins club --draw` uses the same files as the service;
    - a folder in the user's home folder.

    Raises:
        UsageError: the user has no home folder.
    """
    if os.environ.get("STATE_DIRECTORY"):
        return state_folder()
    if version.is_packaged() and exists(CLUB_SERVICE_FOLDER):
        return CLUB_SERVICE_FOLDER
    return state_folder() / "club"
