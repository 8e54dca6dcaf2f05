"""Wait until a board changes its phone file, such as when it shows a new code."""

from __future__ import annotations

from pathlib import Path

from firmware_py.window.folder_watch import FolderWatch
from firmware_py.window.phone_file import PhoneFile, read_phone_file


class PhoneFollower:
    """Reads the phone file in a board's runtime folder, and waits until it changes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._seen: PhoneFile | None = None
        self._watch = FolderWatch(folder)

    def changed(self) -> PhoneFile:
        """Wait until the phone file differs from the last one that was returned, and return its content."""
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
