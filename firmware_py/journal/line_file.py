"""A file of lines, each with a checksum, appended and synced one by one."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from firmware_py.atomic_files import sync, sync_path, write_at
from firmware_py.errors import JournalError
from firmware_py.file_errors import DISK_FULL
from firmware_py.journal.lock import lock, replace_locked
from firmware_py.journal.recovery import LARGEST, checked_lines
from firmware_py.journal.torn_line import BLOCK, ROOM


class LineFile:
    """A file of checked lines, locked for this program alone.

    Attributes:
        path: its name.
        size: the length of its whole lines, in bytes; a line that was never finished may follow.
    """

    def __init__(self, path: Path) -> None:
        """Open the file; it is made if it is missing, and so is its folder.

        Raises:
            JournalBusy: another program has locked it.
            JournalError: it is a device or a pipe.
            OSError: it cannot be opened.
        """
        self.path = path
        self.size = self._room = self._checksum = 0  # of the whole lines; of the file; of the last line
        self._ragged = False  # something stands after the last whole line
        self._unnamed = True  # the folder may not know the file yet, or not safely
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = lock(path)

    def read(self) -> bytes:
        """All of its bytes; of a file that is too large for a journal, only the first `LARGEST` and one more.

        Raises:
            OSError: they cannot be read.
        """
        return os.pread(self._file, min(os.fstat(self._file).st_size, LARGEST + 1), 0)

    def go_on_from(self, content: bytes, size: int, checksum: int) -> None:
        """Append after the whole lines from now on.

        Args:
            content: what the file holds.
            size: the length of its whole lines.
            checksum: that of the last of them; 0 if there is none.
        """
        self.size, self._checksum, self._room = size, checksum, os.fstat(self._file).st_size
        self._ragged = bool(content[size:].strip(ROOM))

    def open_to_all(self) -> None:
        """Let any user read it, if this user may decide that."""
        with contextlib.suppress(PermissionError):
            os.fchmod(self._file, 0o644)

    def make_sure_of_the_name(self) -> float:
        """Make sure that a power cut does not lose the file's name; return when it was last written, in
        seconds since 1970.

        Raises:
            JournalError: the name now stands for another file.
            OSError: it cannot be done.
        """
        self.sync_name()
        if not os.fstat(self._file).st_nlink:
            self._come_back()
        return self.last_written

    @property
    def last_written(self) -> float:
        """When the file was last written, in seconds since 1970."""
        return os.fstat(self._file).st_mtime

    def sync_name(self) -> None:
        """Sync the folder, if it may not know the file yet."""
        if self._unnamed:
            sync_path(self.path.parent)
            self._unnamed = False

    def append(self, *texts: str) -> None:
        """Write lines and sync them.

        Raises:
            OSError: it cannot be done; nothing of them is left, or the next `append` removes it.
        """
        if self._ragged:
            self._cut()
        content, checksum = checked_lines(texts, self._checksum)
        blanks = b"" if self.size + len(content) <= self._room else _blanks(self.size + len(content))
        try:
            self._write(content + blanks)
        except OSError as error:
            if not blanks or error.errno not in DISK_FULL:
                raise
            self._write(content)  # there may be room for this alone
        self.size += len(content)
        self._checksum = checksum

    def texts_since(self, size: int) -> list[str]:
        """The lines after so many bytes of whole lines, without their checksums."""
        lines = self.read()[size : self.size].decode().splitlines()
        return [line.rpartition(" #")[0] for line in lines]

    def replace(self, content: bytes, checksum: int) -> None:
        """Replace the whole file atomically; `sync_name` is to follow.

        Args:
            content: the new lines.
            checksum: that of the last of them; 0 if there is none.

        Raises:
            OSError: the file is as it was.
        """
        padded = content + _blanks(len(content))
        file = replace_locked(self.path, padded, like=self._file)
        os.close(self._file)
        self._file, self.size, self._room, self._checksum = file, len(content), len(padded), checksum
        self._unnamed, self._ragged = True, False

    def close(self) -> None:
        """Let another program have the file."""
        os.close(self._file)

    def _come_back(self) -> None:
        """Take the name again, which somebody removed; the lines are still there."""
        if self.path.exists():
            raise JournalError(f"Not saved: {self.path} was replaced by another file; restart Muggins")
        self.replace(self.read()[: self.size], self._checksum)
        self.sync_name()

    def _write(self, content: bytes) -> None:
        """Write after the last whole line, and sync. On an error nothing is left, if possible."""
        try:
            write_at(self._file, content, self.size)
            sync(self._file)
        except OSError:
            self._ragged = True
            with contextlib.suppress(OSError):
                self._cut()
            raise
        self._room = max(self._room, self.size + len(content))

    def _cut(self) -> None:
        """Remove what stands after the last whole line."""
        os.ftruncate(self._file, self.size)
        self._room, self._ragged = self.size, False


def _blanks(size: int) -> bytes:
    """Room for more after so many bytes: a line written into blanks costs the disk one block, one that makes
    the file longer costs four (the benchmark `card` measures it).
    """
    return ROOM * (-size % BLOCK)
