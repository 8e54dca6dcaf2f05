"""Follow a running board: read its view file, and wait until the file changes.

The board never waits for a follower. A follower may start before the board, and keeps working after the board
has stopped.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any, overload

from firmware_py.errors import UsageError
from firmware_py.window.folder_watch import FolderWatch
from firmware_py.window.life_sign import has_died
from firmware_py.window.runtime_folder import ALIVE, VIEW

_LOOKS, _PAUSE = 50, 0.02
"""The number of checks whether a board that is stopping has stopped, and the seconds between two checks."""


class Follower:
    """Reads the board's view file, `view.json` in the given folder, and waits until the file changes.

    Attributes:
        was_killed: True if the last call to `read` found that the board had been killed, and therefore could
            not report that it was stopping.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / VIEW
        self._seen: tuple[object, ...] = ()
        self._watch = FolderWatch(folder, ALIVE)
        self.was_killed = False

    def read(self) -> dict[str, Any] | None:
        """Return the object in the view file, or None if the file does not exist or is not valid.

        If the board was killed, and therefore could not report that it was stopping, `running` is set to
        False.

        Raises:
            UsageError: this user is not permitted to read the file.
        """
        self.was_killed = False
        found = self._read_file()
        if found is None or not self._has_died(found):
            return found
        final = self._read_file() or found  # a board that stops may have written the file since
        self.was_killed = bool(final.get("running"))
        return {**final, "running": False}

    def _read_file(self) -> dict[str, Any] | None:
        """Return the JSON object in the view file, or None if the file does not exist or is not valid.

        Raises:
            UsageError: this user is not permitted to read the file.
        """
        from json import loads

        try:
            found = loads(self._path.read_bytes())
        except PermissionError:
            raise UsageError(
                f"{self._path}: permission denied: 'sudo adduser $USER muggins' lets you; then log in again"
            ) from None
        except (OSError, ValueError, RecursionError):
            return None
        return found if isinstance(found, dict) else None

    @overload
    def changed(self) -> dict[str, Any]: ...
    @overload
    def changed(self, timeout: float) -> dict[str, Any] | None: ...
    def changed(self, timeout: float | None = None) -> dict[str, Any] | None:
        """Wait until the view file contains an object that has not been returned yet, and return that object.

        Return None if `timeout` seconds pass first.

        Raises:
            UsageError: this user is not permitted to read the file.
        """
        give_up = None if timeout is None else time.monotonic() + timeout
        while True:
            self._watch.open()
            found = self.read()
            if found is not None and _moment(found) != self._seen:
                self._seen = _moment(found)
                return found
            left = None if give_up is None else give_up - time.monotonic()
            if left is not None and left <= 0:
                return None
            if self._watch.sleep(left):
                self._wait_for_end()

    def _has_died(self, view: dict[str, Any]) -> bool:
        return bool(view.get("running")) and has_died(self._path.parent, view.get("run"))

    def _wait_for_end(self) -> None:
        """Wait briefly until a board that is stopping has released its lock on the file `alive`.

        The kernel first reports that the file has been closed, and releases the lock a moment later.
        """
        for _ in range(_LOOKS):
            found = self.read()
            if found is None or _moment(found) != self._seen:
                return
            time.sleep(_PAUSE)

    def close(self) -> None:
        """Stop watching the folder."""
        self._watch.close()


def _moment(view: dict[str, Any]) -> tuple[object, ...]:
    """Return the three values that together identify a view: `run`, `sequence` and `running`."""
    return view.get("run"), view.get("sequence"), view.get("running")
