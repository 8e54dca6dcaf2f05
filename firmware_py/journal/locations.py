"""The folders in which games are stored: one for the service, and one for each user who runs a board."""

from __future__ import annotations

import os
from pathlib import Path

from firmware_py.system.errors import UsageError

SERVICE_STATE_FOLDER = Path("/var/lib/muggins")
"""The state directory of the Debian package's service."""
_JOURNAL = "games.txt"


def state_folder() -> Path:
    """Return the folder for the journal and the archived games.

    This is the service's folder if systemd specifies one, and otherwise a folder in the user's home folder.

    Raises:
        UsageError: the user has no home folder.
    """
    # systemd may name several folders; the first is for the games (systemd.exec(5)).
    service = os.environ.get("STATE_DIRECTORY", "").partition(":")[0]
    if service:
        return Path(service)
    state = Path(os.environ.get("XDG_STATE_HOME", ""))
    if not state.is_absolute():  # relative paths must be ignored (XDG Base Directory)
        state = Path(os.path.expanduser("~/.local/state"))
    if not state.is_absolute():
        raise UsageError("there is no home folder to keep the games in: set HOME, or STATE_DIRECTORY")
    return state / "muggins"


def default_journal() -> Path:
    """Return the path to the journal of a board that the current user runs.

    Raises:
        UsageError: the user has no home folder.
    """
    return state_folder() / _JOURNAL


def config_cache() -> Path:
    """Return the path of `config.cache`, a copy of the configuration that was last read.

    Raises:
        UsageError: the user has no home folder.
    """
    return state_folder() / "config.cache"


def journal_to_look_into() -> Path:
    """Return the path to the journal for commands that only read it.

    This is the service's journal if it exists, and otherwise the user's own. A program that was not installed
    from the Debian package prefers the user's own.

    Raises:
        UsageError: the service has no journal, and the user has no home folder.
    """
    from firmware_py.system import process

    service = SERVICE_STATE_FOLDER / _JOURNAL
    try:
        own = default_journal()
    except UsageError:
        if exists(service):
            return service
        raise
    if os.environ.get("STATE_DIRECTORY") or not exists(service):
        return own
    return service if process.is_packaged() or not exists(own) else own


def exists(path: Path) -> bool:
    """Return True if a file exists, or if the user does not have permission to check whether it exists."""
    try:
        os.stat(path)
    except PermissionError:
        return True
    except OSError:
        return False
    return True


def without_link(path: Path) -> Path:
    """Return the target of a symbolic link. Any other path is returned unchanged."""
    return Path(os.path.realpath(path)) if os.path.islink(path) else path
