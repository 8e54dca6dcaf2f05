"""File errors in plain words, with a remedy if one is known."""

from __future__ import annotations

import errno

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
