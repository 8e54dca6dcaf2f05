"""The window of a running board: the file that shows the board, and the socket that takes keys for it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from firmware_py.errors import UsageError
from firmware_py.listeners.listener import Listener

if TYPE_CHECKING:
    from firmware_py.board import Board, Outcome
    from firmware_py.input.press import Press
    from firmware_py.ports import Ending
    from firmware_py.window.view_file import ViewFile

# The rest of the window is imported with the first view, so that the first picture appears sooner.

FOLDER_MODE = 0o750
"""The owner of the folder may do anything, and the group may look into it."""


class OpenSocket(Protocol):
    """A socket that takes keys until it is closed."""

    @property
    def is_there(self) -> bool:
        """False if somebody removed the socket from its folder."""

    def close(self) -> None:
        """Close the socket, and remove it from its folder."""


class Window(Listener):
    """A listener that opens the board's window once the first view is shown, and keeps it up to date.

    The window is a file and a socket in the runtime folder. If another board already has its window there,
    this board plays on without one.
    """

    def __init__(self, journal: Path, open_socket: Callable[[Path], OpenSocket]) -> None:
        """Prepare the window.

        Args:
            journal: the journal of the board. Its folder has the window if the system has no better one.
            open_socket: opens a socket at a path, and passes the keys that arrive to the board.
        """
        self._journal, self._open_socket = journal, open_socket
        self._file: ViewFile | None = None
        self._keys: OpenSocket | None = None
        self._presses: list[tuple[Press, Outcome]] = []

    def pressed(self, press: Press, outcome: Outcome) -> None:
        """Keep a press for the next file."""
        self._presses.append((press, outcome))

    def shown(self, board: Board) -> None:
        """Write the file. If the window is not open yet, open it first. If the socket is gone, open another.

        Raises:
            UsageError: another board has its window here, or the folder or the socket cannot be created.
        """
        presses, self._presses = self._presses, []
        if self._file is None:
            self._file = self._opened()
        self._file.write(board, presses)
        if self._keys is not None and not self._keys.is_there:
            self._open_keys_again(self._keys)

    def ended(self, ending: Ending) -> None:
        """Take no more keys, and write in the file that the board has stopped.

        In this order, a key that was sent and is not in the last file was certainly not pressed.
        """
        self.close()
        if self._file is not None:
            self._file.end()

    def close(self) -> None:
        """Take no more keys."""
        if self._keys is not None:
            self._keys.close()

    def _open_keys_again(self, lost: OpenSocket) -> None:
        """Replace a socket that somebody removed.

        Raises:
            UsageError: the socket cannot be opened, or another board has one here by now.
        """
        from firmware_py.window.runtime_folder import KEYS, runtime_folder

        lost.close()
        self._keys = self._open_socket(runtime_folder(self._journal) / KEYS)

    def _opened(self) -> ViewFile:
        """Create the folder and the socket, and return the file.

        Raises:
            UsageError: another board has its window here, or the folder or the socket cannot be created.
        """
        from firmware_py.window.runtime_folder import KEYS, runtime_folder
        from firmware_py.window.view_file import ViewFile

        folder = runtime_folder(self._journal)
        try:
            folder.mkdir(FOLDER_MODE, parents=True, exist_ok=True)
        except OSError as error:
            why = (error.strerror or str(error)).lower()
            raise UsageError(f"{folder}: {why}; other programs cannot see the board") from None
        self._keys = self._open_socket(folder / KEYS)
        return ViewFile(folder, FOLDER_MODE)
