"""The window of a running board: the file that shows the board, and the socket that takes keys for it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from firmware_py.errors import UsageError
from firmware_py.listeners.listener import Listener
from firmware_py.window.runtime_folder import KEYS
from firmware_py.window.view_file import FOLDER_MODE, ViewFile

if TYPE_CHECKING:
    from firmware_py.board import Board, Outcome
    from firmware_py.input.press import Press
    from firmware_py.ports import Ending


class OpenSocket(Protocol):
    """A socket that takes keys until it is closed."""

    def close(self) -> None:
        """Close the socket, and remove it from its folder."""


class Window(Listener):
    """A listener that opens the window once the first view is shown, and keeps it up to date.

    Only one board at a time can have its window in a folder. While another board has it, this one plays on
    without a window.
    """

    def __init__(self, folder: Path, open_socket: Callable[[Path], OpenSocket]) -> None:
        """Prepare the window.

        Args:
            folder: the folder of the file and the socket, which is created if it is missing.
            open_socket: opens a socket at a path, and passes the keys that arrive to the board.
        """
        self._folder, self._open_socket = folder, open_socket
        self._file = ViewFile(folder)
        self._keys: OpenSocket | None = None

    def pressed(self, press: Press, outcome: Outcome) -> None:
        """Keep a press for the file."""
        self._file.pressed(press, outcome)

    def shown(self, board: Board) -> None:
        """Write the file.

        Raises:
            UsageError: another board has its window here, or the folder or the socket cannot be created.
        """
        if self._keys is None:
            self._make_folder()
            self._keys = self._open_socket(self._folder / KEYS)
        self._file.shown(board)

    def _make_folder(self) -> None:
        try:
            self._folder.mkdir(FOLDER_MODE, parents=True, exist_ok=True)
        except OSError as error:
            why = (error.strerror or str(error)).lower()
            raise UsageError(f"{self._folder}: {why}; other programs cannot see the board") from None

    def ended(self, ending: Ending) -> None:
        """Write in the file that the board has stopped."""
        if self._keys is not None:
            self._file.ended(ending)

    def close(self) -> None:
        """Take no more keys."""
        if self._keys is not None:
            self._keys.close()
