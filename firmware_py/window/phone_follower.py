"""Wait until a board changes the file `phone.json`, e.g. because it shows a new code to scan."""

from __future__ import annotations

from pathlib import Path

from firmware_py.window.folder_watch import FolderWatch
from firmware_py.window.phone_file import PhoneFile, read_phone_file


class PhoneFollower:
    """Reads the file that says which phones may press a board's keys, and waits until it changes.

    The file is `phone.json` in the board's runtime folder.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._seen: PhoneFile | None = None
        self._watch = FolderWatch(folder)

    def changed(self) -> PhoneFile:
        """Wait until the content of the file has changed since the last call, and return the new content.

        The first call does not wait for a change.
        """
        while True:
            self._watch.open()
            found = read_phone_file(self._folder)
            if found is not None and found != self._seen:
                self._seen = found
                return found
            self._watch.sleep(None)

    def close(self) -> None:
        """Stop watching the folder."""
        self._watch.close()
