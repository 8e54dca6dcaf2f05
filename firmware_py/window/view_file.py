"""The file `view.json`, from which other programs read the state of the board.

REFERENCE.md describes the file under "the board's window".
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from json import dumps
from pathlib import Path
from typing import TYPE_CHECKING

from firmware_py.window.replaced_file import replace
from firmware_py.window.runtime_folder import VIEW
from firmware_py.window.view_object import VERSION, press_object, view_object

if TYPE_CHECKING:
    from firmware_py.board import Board, Outcome
    from firmware_py.input.press import Press

RECENT = 32
"""The maximum number of key presses that the file lists."""


class ViewFile:
    """Writes the state of a running board to the view file, `view.json`, for other programs to read.

    The game continues even if the file cannot be written.

    Attributes:
        run: the random ID in the file. A new one is chosen each time the board starts.
    """

    def __init__(self, folder: Path, folder_mode: int) -> None:
        """Prepare to write the view file. It is not created until `write` is called.

        Args:
            folder: the folder that contains the file.
            folder_mode: the permissions for the folder if it has to be created again.
        """
        self._folder, self._folder_mode = folder, folder_mode
        self.run = os.urandom(8).hex()
        self._sequence = 0
        self._recent: deque[str] = deque(maxlen=RECENT)
        self._shown = ""

    def write(self, board: Board, presses: Sequence[tuple[Press, Outcome]] = ()) -> None:
        """Write the state of a board to the view file.

        Args:
            board: the board.
            presses: the key presses since the file was last written, with their outcomes.
        """
        self._sequence += 1
        for press, outcome in presses:
            found = press_object(press, outcome, board.history.game.to_act)
            self._recent.append(dumps({"sequence": self._sequence, **found}))
        self._shown = dumps(view_object(board))[1:-1]
        self._write(running=True)

    def end(self) -> None:
        """Write the view file one last time, to report that the board has stopped."""
        if self._shown:
            self._sequence += 1
            self._write(running=False)

    def _write(self, *, running: bool) -> None:
        alive, recent = "true" if running else "false", ", ".join(self._recent)
        text = (
            f'{{"version": {VERSION}, "run": "{self.run}", "sequence": {self._sequence}, '
            f'"running": {alive}, {self._shown}, "recent": [{recent}]}}\n'
        )
        with suppress(OSError):
            replace(self._folder / VIEW, text.encode(), self._folder_mode)
