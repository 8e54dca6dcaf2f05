"""`view.json`: the board as other programs see it (REFERENCE.md, the board's window)."""

from __future__ import annotations

import os
from collections import deque
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from firmware_py.listeners.listener import Listener
from firmware_py.window.runtime_folder import VIEW

if TYPE_CHECKING:
    from firmware_py.board import Board, Outcome
    from firmware_py.input.press import Press
    from firmware_py.ports import Ending

# The modules that word the file are imported with the first file, so that the first picture appears sooner.

RECENT = 32
"""The number of presses that the file shows."""
_MODE, FOLDER_MODE = 0o640, 0o750
"""The owner may write, and the group may read."""


class ViewFile(Listener):
    """A listener that keeps `view.json` up to date. If the file cannot be written, the game goes on."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._run = os.urandom(8).hex()
        self._sequence = 0
        self._presses: list[tuple[Press, Outcome]] = []
        self._recent: deque[str] = deque(maxlen=RECENT)
        self._shown = ""

    def pressed(self, press: Press, outcome: Outcome) -> None:
        """Keep a press for the next file."""
        self._presses.append((press, outcome))

    def shown(self, board: Board) -> None:
        """Write the file."""
        from json import dumps

        from firmware_py.window.view_object import press_object, view_object

        self._sequence += 1
        for press, outcome in self._presses:
            found = press_object(press, outcome, board.history.game.to_act)
            self._recent.append(dumps({"sequence": self._sequence, **found}))
        self._presses.clear()
        self._shown = dumps(view_object(board))[1:-1]
        self._write(running=True)

    def ended(self, ending: Ending) -> None:
        """Write the file for the last time, to say that the board is not running."""
        if self._shown:
            self._sequence += 1
            self._write(running=False)

    def _write(self, *, running: bool) -> None:
        from firmware_py.window.view_object import VERSION

        alive, recent = "true" if running else "false", ", ".join(self._recent)
        text = (
            f'{{"version": {VERSION}, "run": "{self._run}", "sequence": {self._sequence}, '
            f'"running": {alive}, {self._shown}, "recent": [{recent}]}}\n'
        )
        with suppress(OSError):
            try:
                _replace(self._folder / VIEW, text.encode())
            except FileNotFoundError:  # somebody removed the folder
                self._folder.mkdir(FOLDER_MODE, parents=True, exist_ok=True)
                _replace(self._folder / VIEW, text.encode())


def _replace(path: Path, content: bytes) -> None:
    """Replace a file from one moment to the next, without waiting for the disk.

    Raises:
        OSError: the file cannot be written. The old file stays.
    """
    fresh = path.with_suffix(".new")
    try:
        file = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC | os.O_NOFOLLOW, _MODE)
        try:
            if os.write(file, content) < len(content):
                raise OSError("the file system is full")
        finally:
            os.close(file)
        os.replace(fresh, path)
    except OSError:
        with suppress(OSError):
            os.unlink(fresh)
        raise
