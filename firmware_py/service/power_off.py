"""Switch the machine off without being root: the service writes a file, and systemd does the rest.

The unit `muggins-poweroff.path` watches for this file in the service's own folder under /run, where nobody
else can write. The file is removed when the machine restarts.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

NOTE = "poweroff"
"""The name of the file, in the service's RuntimeDirectory= (systemd.exec(5))."""


class PowerSwitch:
    """A switch that turns the machine off. It works only if this program runs as a systemd service."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        folder = environment.get("RUNTIME_DIRECTORY", "").partition(":")[0]
        self._note = Path(folder, NOTE) if folder and environment.get("NOTIFY_SOCKET") else None
        if self._note:
            with suppress(OSError):
                self._note.unlink()  # an old file that systemd did not act on

    @property
    def works(self) -> bool:
        """True if the machine can be switched off."""
        return self._note is not None

    def press(self) -> None:
        """Tell systemd to switch the machine off. This program keeps running for a moment after that.

        Raises:
            OSError: the file that tells systemd to switch the machine off cannot be written.
        """
        assert self._note is not None, "there is no switch"
        os.close(os.open(self._note, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o644))
