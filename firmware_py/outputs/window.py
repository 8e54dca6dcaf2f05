"""Let other programs watch the board through a file, and press its keys through a socket."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from firmware_py.board.listener import Listener
from firmware_py.system.errors import UsageError, system_words

if TYPE_CHECKING:
    from firmware_py.board.board import Board, Outcome
    from firmware_py.board.ports import Ending
    from firmware_py.input.keys import Press
    from firmware_py.window.folder import LifeSign

    from .view_json import ViewFile


# The rest of the window is imported with the first view, so that the first picture appears sooner.


class OpenSocket(Protocol):
    """A socket that accepts key presses until it is closed."""

    @property
    def is_there(self) -> bool:
        """True if the socket is still in its folder, i.e. has not been removed by another program."""

    def close(self) -> None:
        """Close the socket and delete its file."""


class Window(Listener):
    """A listener that lets other programs watch the board and press its keys.

    It keeps a view file and a socket in the board's runtime folder. Both are created when the first view is
    shown.
    """

    def __init__(self, journal: Path, open_socket: Callable[[Path], OpenSocket]) -> None:
        """Prepare the view file and the socket. Neither is created until the board shows its first view.

        Args:
            journal: the board's journal. Its folder is used as the runtime folder if the system has none.
            open_socket: opens a socket at a given path, and passes the keys that it receives to the board.
        """
        self._journal, self._open_socket = journal, open_socket
        self._folder: Path | None = None
        self._file: ViewFile | None = None
        self._keys: OpenSocket | None = None
        self._life: LifeSign | None = None
        self._presses: list[tuple[Press, Outcome]] = []

    def pressed(self, press: Press, outcome: Outcome) -> None:
        """Remember a key press and its outcome until the view file is next written."""
        self._presses.append((press, outcome))

    def shown(self, board: Board) -> None:
        """Write the state of the board to the view file, for other programs to read.

        The first call also creates the runtime folder, and the socket that receives key presses. If another
        program has removed the socket, it is created again.

        Raises:
            UsageError: another running instance already uses the folder, or the folder or the socket cannot
                be created.
        """
        presses, self._presses = self._presses, []
        if self._file is None:
            self._file = self._opened()
        if self._life is not None:
            self._life.give()
        self._file.write(board, presses)
        if self._keys is not None and not self._keys.is_there:
            self._open_keys_again(self._keys)

    def ended(self, ending: Ending) -> None:
        """Stop accepting keys, and then report in the view file that the board has stopped.

        The report is the same for every `ending`.
        """
        self._close_keys()
        if self._file is not None:
            self._file.end()
        self.close()

    @property
    def folder(self) -> Path | None:
        """The folder of the view file and the socket, or None if they have not been created."""
        return self._folder

    def close(self) -> None:
        """Stop accepting keys, and remove the file that shows that the board is running."""
        self._close_keys()
        if self._life is not None:
            self._life.withdraw()

    def _close_keys(self) -> None:
        if self._keys is not None:
            self._keys.close()

    def _open_keys_again(self, lost: OpenSocket) -> None:
        """Open a new socket for key presses after another program has removed the file of the old socket."""
        from firmware_py.window.folder import FOLDER_MODE, KEYS, runtime_folder

        lost.close()
        if self._life is not None:
            self._life.withdraw()  # it may have been removed, too; it is given again with the next view
        folder = runtime_folder(self._journal)
        with suppress(OSError):  # the socket says what is wrong
            folder.mkdir(FOLDER_MODE, parents=True, exist_ok=True)
        self._keys = self._open_socket(folder / KEYS)

    def _opened(self) -> ViewFile:
        """Create the runtime folder and the socket, and return the view file."""
        from firmware_py.window.folder import FOLDER_MODE, KEYS, LifeSign, runtime_folder

        from .view_json import ViewFile

        folder = runtime_folder(self._journal)
        try:
            folder.mkdir(FOLDER_MODE, parents=True, exist_ok=True)
        except OSError as error:
            why = system_words(error)
            raise UsageError(f"{folder}: {why}; other programs cannot see the board") from None
        self._keys = self._open_socket(folder / KEYS)
        self._folder, file = folder, ViewFile(folder, FOLDER_MODE)
        self._life = LifeSign(folder, file.run)
        return file
