"""A file of lines with checksums. Appended lines are synced to the disk at once."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from firmware_py.journal.checksum import text_of, with_checksums
from firmware_py.journal.lock import lock, replace_locked
from firmware_py.journal.recovery import LARGEST
from firmware_py.system.errors import DISK_FULL, JournalError
from firmware_py.system.files import sync, sync_path, write_at

from .recovery import BLANK, BLOCK


class LineFile:
    """A file that consists of lines with checksums, and is locked so that no other program can write to it.

    Attributes:
        size: the total length of the complete lines, in bytes. An incomplete line may follow them.
    """

    def __init__(self, path: Path) -> None:
        """Open the file. If the file or its folder does not exist, create it.

        Raises:
            JournalBusy: another program has locked the file.
            JournalError: the path is a device or a pipe.
            OSError: the file cannot be opened.
        """
        self.path = path
        self.size = 0
        self._file_size = 0
        self._checksum = 0  # the checksum of the last line
        self._has_tail = False  # True if anything but spaces follows the last complete line
        self._is_name_synced = False  # if False, the file's name may be lost in a power cut
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = lock(path)

    def read(self) -> bytes:
        """Return the contents of the file, up to one byte more than the largest allowed size (32 MiB).

        Raises:
            OSError: the file cannot be read.
        """
        return os.pread(self._file, min(os.fstat(self._file).st_size, LARGEST + 1), 0)

    def continue_after(self, content: bytes, size: int, checksum: int) -> None:
        """Make the next `append` write directly after the complete lines that are already in the file.

        Args:
            size: the length of its complete lines, in bytes.
            checksum: the checksum of the last complete line; 0 if there is none.
        """
        self.size, self._checksum, self._file_size = size, checksum, os.fstat(self._file).st_size
        self._has_tail = bool(content[size:].strip(BLANK))

    def let_all_read(self) -> None:
        """Make the file readable by all users, if the current user is allowed to change its permissions."""
        with contextlib.suppress(PermissionError):
            os.fchmod(self._file, 0o644)

    def secure_name(self) -> float:
        """Make sure that the file still exists, and that a power cut cannot remove it from its folder.

        If the file has been deleted, create it again with the same lines.

        Returns:
            The time when the file was last written, in seconds since 1970.

        Raises:
            JournalError: a different file now has this name.
            OSError: the file cannot be written or synced.
        """
        self.sync_name()
        if not os.fstat(self._file).st_nlink:
            self._restore()
        return self.last_written

    @property
    def last_written(self) -> float:
        """The time when the file was last written, in seconds since 1970."""
        return os.fstat(self._file).st_mtime

    def sync_name(self) -> None:
        """Sync the folder if necessary, so that a power cut cannot remove the file from it."""
        if not self._is_name_synced:
            sync_path(self.path.parent)
            self._is_name_synced = True

    def append(self, *texts: str) -> None:
        """Write each string as a line with a checksum, and sync the file.

        Raises:
            OSError: the file cannot be written or synced. None of the lines counts as written.
        """
        if self._has_tail:
            self._cut()
        content, checksum = with_checksums(texts, self._checksum)
        end = self.size + len(content)
        blanks = b"" if end <= self._file_size else _blanks(end)
        try:
            self._write(content + blanks)
        except OSError as error:
            if not blanks or error.errno not in DISK_FULL:
                raise
            self._write(content)  # without spaces: the disk may be almost full
        self.size = end
        self._checksum = checksum

    def texts_since(self, size: int) -> list[str]:
        """Return the text of each complete line after the first `size` bytes of the file.

        The checksum at the end of each line is left out.
        """
        return [text_of(line) for line in self.read()[size : self.size].splitlines()]

    def replace(self, content: bytes, checksum: int) -> None:
        """Replace the whole file atomically.

        To make the change survive a power cut, call `sync_name` afterwards.

        Args:
            content: the new lines, with their checksums.
            checksum: the checksum of the last line; 0 if there are no lines.

        Raises:
            OSError: the file cannot be written or synced. The file is unchanged.
        """
        padded = content + _blanks(len(content))
        file = replace_locked(self.path, padded, like=self._file)
        os.close(self._file)
        self._file, self.size, self._file_size, self._checksum = file, len(content), len(padded), checksum
        self._is_name_synced, self._has_tail = False, False

    def close(self) -> None:
        """Close and unlock the file."""
        os.close(self._file)

    def _restore(self) -> None:
        if self.path.exists():
            raise JournalError(f"Not saved: {self.path} was replaced by another file; restart Muggins")
        self.replace(self.read()[: self.size], self._checksum)
        self.sync_name()

    def _write(self, content: bytes) -> None:
        """If this fails, try to remove the bytes that were written."""
        try:
            write_at(self._file, content, self.size)
            sync(self._file)
        except OSError:
            self._has_tail = True
            with contextlib.suppress(OSError):
                self._cut()
            raise
        self._file_size = max(self._file_size, self.size + len(content))

    def _cut(self) -> None:
        os.ftruncate(self._file, self.size)
        self._file_size, self._has_tail = self.size, False


def _blanks(size: int) -> bytes:
    """Overwriting these spaces later takes one disk write; extending the file would take four."""
    return BLANK * (-size % BLOCK)
