"""The runtime folder, in which the board creates the files and the socket for other programs.

The content of the folder need not survive a power cut, because the games are saved in the journal.
"""

from __future__ import annotations

import os
from pathlib import Path

from firmware_py.journal.locations import exists

SERVICE_FOLDER = Path("/run/muggins")
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
    """Return the runtime folder of the systemd service that started this program.

    An example is the service of the web page. `$RUNTIME_DIRECTORY` lists the board's folder first, and the
    service's own folder last. Return None if the variable is not set.
    """
    named = os.environ.get("RUNTIME_DIRECTORY", "").rpartition(":")[2]
    return Path(named) if named else None


def folder_of_a_board(journal: Path) -> Path:
    """Return the runtime folder of a running board: the service's board, or else this user's board.

    If neither is running, return the service's folder if it exists, otherwise the folder of this user's
    board.

    Args:
        journal: the path to the journal of this user's board.
    """
    own = runtime_folder(journal)
    if os.environ.get("RUNTIME_DIRECTORY"):
        return own
    for folder in (SERVICE_FOLDER, own):
        if exists(folder / VIEW):
            return folder
    return SERVICE_FOLDER if SERVICE_FOLDER.is_dir() else own
