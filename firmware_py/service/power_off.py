"""Switching the machine off without being root: the service leaves a note, and systemd does the rest.

The unit `muggins-poweroff.path` watches for the note in the service's own folder under /run, where nobody
else can write. A note does not survive a restart of the machine.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

NOTE = "poweroff"
"""The name of the note, in the folder RuntimeDirectory= of the service (systemd.exec(5))."""


class PowerSwitch:
    """The power switch of the machine, if this program may use it."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        """Find out from the environment whether this program runs as the service."""
        folder = environment.get("RUNTIME_DIRECTORY", "").partition(":")[0]
        self._note = Path(folder, NOTE) if folder and environment.get("NOTIFY_SOCKET") else None
        if self._note:
            with suppress(OSError):
                self._note.unlink()  # an old note that nobody took

    @property
    def works(self) -> bool:
        """True if the machine can be switched off."""
        return self._note is not None

    def press(self) -> None:
        """Have the machine switched off. The program goes on for a moment.

        Raises:
            OSError: the note cannot be written.
        """
        assert self._note is not None, "there is no switch"
        os.close(os.open(self._note, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o644))
