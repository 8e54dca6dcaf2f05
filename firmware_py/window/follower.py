"""Follow a running board: read its view file, and wait until the file changes.

The board never waits for a follower. A follower may start before the board, and keeps working after the board
has ended.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any, overload

from firmware_py.errors import UsageError
from firmware_py.window.folder_watch import FolderWatch
from firmware_py.window.runtime_folder import VIEW


class Follower:
    """Reads the file `view.json` in a folder, and waits until it changes."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / VIEW
        self._seen: tuple[object, object] = (None, None)
        self._watch = FolderWatch(folder)

    def read(self) -> dict[str, Any] | None:
        """Return the object in the file, or None if the file does not exist or is not valid.

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
        except (OSError, ValueError):
            return None
        return found if isinstance(found, dict) else None

    @overload
    def changed(self) -> dict[str, Any]: ...
    @overload
    def changed(self, timeout: float) -> dict[str, Any] | None: ...
    def changed(self, timeout: float | None = None) -> dict[str, Any] | None:
        """Wait until the object in the view file differs from the last one that was returned, and return it.

        Return None if `timeout` seconds pass first.

        Raises:
            UsageError: this user is not permitted to read the file.
        """
        give_up = None if timeout is None else time.monotonic() + timeout
        while True:
            self._watch.open()
            found = self.read()
            if found is not None and (found.get("run"), found.get("sequence")) != self._seen:
                self._seen = found.get("run"), found.get("sequence")
                return found
            left = None if give_up is None else give_up - time.monotonic()
            if left is not None and left <= 0:
                return None
            self._watch.sleep(left)

    def close(self) -> None:
        """Stop watching the folder."""
        self._watch.close()
