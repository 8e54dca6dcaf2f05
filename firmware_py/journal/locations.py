"""The folders and files where a board keeps its games."""

from __future__ import annotations

import os
from pathlib import Path

from firmware_py.errors import UsageError

SERVICE_FOLDER = Path("/var/lib/muggins")
"""The state directory of the service that the Debian package installs."""
_JOURNAL = "games.txt"


def state_folder() -> Path:
    """The folder for the games: the service's state directory, else the user's.

    Raises:
        UsageError: this user has no home.
    """
    # Of several, the first (systemd.exec(5)).
    service = os.environ.get("STATE_DIRECTORY", "").partition(":")[0]
    if service:
        return Path(service)
    state = Path(os.environ.get("XDG_STATE_HOME", ""))
    if not state.is_absolute():  # a relative one is to be ignored (XDG Base Directory Specification)
        state = Path(os.path.expanduser("~/.local/state"))
    if not state.is_absolute():
        raise UsageError("there is no home folder to keep the games in: set HOME, or STATE_DIRECTORY")
    return state / "muggins"


def default_journal() -> Path:
    """The journal that a board of this user plays on."""
    return state_folder() / _JOURNAL


def journal_to_look_into() -> Path:
    """The journal that a command means which only looks: the service's if there is one, else the user's.

    A user of the simulator, which the package does not have, means the user's own games first.

    Raises:
        UsageError: there is no service, and this user has no home.
    """
    from firmware_py import version

    service = SERVICE_FOLDER / _JOURNAL
    try:
        own = default_journal()
    except UsageError:
        if is_there(service):
            return service
        raise
    if os.environ.get("STATE_DIRECTORY") or not is_there(service):
        return own
    return service if version.is_packaged() or not is_there(own) else own


def is_there(path: Path) -> bool:
    """True if there is such a file, or this user may not even look for it."""
    try:
        os.stat(path)
    except PermissionError:
        return True
    except OSError:
        return False
    return True


def without_link(path: Path) -> Path:
    """Return the file that a symbolic link leads to. A link that leads back to itself stays as it is."""
    return Path(os.path.realpath(path)) if os.path.islink(path) else path
