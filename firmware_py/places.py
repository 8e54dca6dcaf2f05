"""Where the board keeps what it has to keep."""

from __future__ import annotations

import os
from pathlib import Path

from firmware_py.ports import UsageError


def state_folder() -> Path:
    """The service's state directory, else the user's.

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
    """The journal of the board's games."""
    return state_folder() / "games.txt"


def is_held() -> bool:
    """Whether a board is running, and holds the journal."""
    import fcntl

    try:
        file = os.open(default_journal(), os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(file)
    return False


def config_cache() -> Path:
    """What was read of the configuration last."""
    return state_folder() / "config.cache"
