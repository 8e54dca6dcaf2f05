"""The runtime folder, in which the board creates the files and the socket for other programs.

The contents of the folder need not survive a power cut, because the games are saved in the journal.
"""

from __future__ import annotations

import os
from pathlib import Path

from firmware_py.journal.locations import exists

SERVICE_RUNTIME_FOLDER = Path("/run/muggins")
"""The runtime directory of the service that the Debian package installs."""
FOLDER_MODE = 0o750
"""The permissions of a new folder: the owner has full access, and the group can read it."""
VIEW, KEYS, PHONE, ALIVE = "view.json", "keys", "phone.json", "alive"
"""The names of the view file, the socket that accepts keys, the file for phones, and the lock file."""


def runtime_folder(journal: Path) -> Path:
    """Return the folder where a board run by this user creates its view file and its socket.

    Args:
        journal: the board's journal. Its folder is returned if the system has no runtime directory.
    """
    # systemd may name several folders; the first is for the window (systemd.exec(5)).
    service = os.environ.get("RUNTIME_DIRECTORY", "").partition(":")[0]
    if service:
        return Path(service)
    runtime = Path(os.environ.get("XDG_RUNTIME_DIR", ""))
    return runtime / "muggins" if runtime.is_absolute() else journal.parent


def own_folder() -> Path | None:
    """Return the runtime folder that systemd created for this program, or None if it did not create one.

    This is the last folder in `$RUNTIME_DIRECTORY`. The first is the board's folder.
    """
    named = os.environ.get("RUNTIME_DIRECTORY", "").rpartition(":")[2]
    return Path(named) if named else None


def folder_of_a_board(journal: Path) -> Path:
    """Return the runtime folder in which other programs look for a board.

    In a systemd service, this is the first folder in `$RUNTIME_DIRECTORY`. Otherwise, there are two
    candidates: the installed service's folder, then the folder of this user's board. The first one that
    contains `view.json` is returned. If neither does, the service's folder is returned or, if that does not
    exist, the user's folder.

    Args:
        journal: the path to the journal of this user's board.
    """
    own = runtime_folder(journal)
    if os.environ.get("RUNTIME_DIRECTORY"):
        return own
    for folder in (SERVICE_RUNTIME_FOLDER, own):
        if exists(folder / VIEW):
            return folder
    return SERVICE_RUNTIME_FOLDER if SERVICE_RUNTIME_FOLDER.is_dir() else own
