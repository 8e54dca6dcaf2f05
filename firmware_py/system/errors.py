"""Exceptions that are raised or handled in several packages, and file errors in plain words."""

from __future__ import annotations

import errno


class UsageError(Exception):
    """Raised when the user asks for something impossible. The message says what is possible instead."""


class ConfigurationMistake(UsageError):
    """Raised when a configuration is not valid. The message begins with the name of its file.

    Attributes:
        what: the mistake and the remedy, without the name.
    """

    def __init__(self, name: str, what: str) -> None:
        super().__init__(f"{name}: {what}")
        self.name = name
        self.what = what


class DisplayError(Exception):
    """Raised when a display or a chain of LEDs is not responding. The caller should retry later."""


class JournalError(Exception):
    """Raised when the journal cannot be read or written. The message names the file and the cause."""


class JournalBusy(JournalError):
    """Raised when another program has the journal open."""


DISK_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""The error numbers that mean a file cannot grow."""
_WORDS = {
    errno.ENOSPC: "the disk is full (free some space)",
    errno.EDQUOT: "the disk quota is used up (free some space)",
    errno.ENOENT: "there is no such file",
    errno.EACCES: "no permission to use it",
    errno.EROFS: "the disk is read-only",
    errno.EISDIR: "this is a folder, not a file",
    errno.ENOTDIR: "this is a file where a folder is needed (move it away)",
    errno.EEXIST: "this is a file where a folder is needed (move it away)",
    errno.EFBIG: "the file has reached its size limit",
    errno.ELOOP: "this symbolic link leads back to itself",
}


def cause(error: OSError) -> str:
    """Return the cause of a file error in plain words, for a message that names the file."""
    if error.errno in _WORDS:
        return _WORDS[error.errno]
    return system_words(error)


def system_words(error: OSError) -> str:
    """Return the operating system's own words for an error, in lower case, without the file's name."""
    return (error.strerror or str(error)).lower()
