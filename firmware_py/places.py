"""Where the board keeps what it has to keep."""

from __future__ import annotations

import os
from pathlib import Path


def state_folder() -> Path:
    """The service's state directory, else the user's."""
    service = os.environ.get("STATE_DIRECTORY")
    if service:
        return Path(service)
    state = Path(os.environ.get("XDG_STATE_HOME", ""))
    if not state.is_absolute():  # a relative one is to be ignored (XDG Base Directory Specification)
        state = Path.home() / ".local" / "state"
    return state / "muggins"


def default_journal() -> Path:
    """The journal of the board's games."""
    return state_folder() / "games.txt"


def config_cache() -> Path:
    """What was read of the configuration last."""
    return state_folder() / "config.cache"
