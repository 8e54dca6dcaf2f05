"""Switching the machine off, as a service may that is not root: it leaves a note, and systemd does the rest.

`muggins-poweroff.path` watches for the note. It lies in the service's own folder under /run: nobody else can
leave one, and none outlasts the power.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

NOTE = "poweroff"
"""The note, in the folder that systemd made for the service (RuntimeDirectory= in systemd.exec(5))."""


class PowerSwitch:
    """The machine's power switch, where there is one within reach."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        """Look in the environment whether this program runs as the service."""
        folder = environment.get("RUNTIME_DIRECTORY", "").partition(":")[0]
        self._note = Path(folder, NOTE) if folder and environment.get("NOTIFY_SOCKET") else None
        if self._note:
            with suppress(OSError):
                self._note.unlink()  # one that nobody took is no wish of now

    @property
    def works(self) -> bool:
        """True if the machine can be switched off."""
        return self._note is not None

    def press(self) -> None:
        """Have the machine switched off; it goes on for a moment.

        Raises:
            OSError: the note cannot be left.
        """
        assert self._note is not None, "there is no switch"
        os.close(os.open(self._note, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o644))
