"""The log of a board: lines on standard error, which systemd's journal takes if this is a service."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import TextIO

_WARNING, _INFO = "<4>", "<6>"
"""How a line begins that the journal takes: its priority (sd-daemon(3))."""


class Log:
    """Writes lines, each of which stays one whatever is in it. A log that nobody takes is no error.

    Attributes:
        follows: somebody follows what happens: the journal, or who sits at the terminal. Elsewhere only what
            is wrong is said, as by any command.
    """

    def __init__(self, stream: TextIO | None = None, environment: Mapping[str, str] = os.environ) -> None:
        """Write to a stream; standard error if None."""
        self._stream = stream or sys.stderr
        self._journal = _is_journal(self._stream, environment.get("JOURNAL_STREAM", ""))
        self.follows = self._journal or (self._stream is not None and self._stream.isatty())

    def info(self, text: str) -> None:
        """Say what happened, as it should."""
        if self.follows:
            self._write(_INFO if self._journal else "", text)

    def warning(self, text: str) -> None:
        """Say what is wrong, and what to do about it; or that it is over."""
        self._write(_WARNING if self._journal else "muggins: ", text)

    def _write(self, begins: str, text: str) -> None:
        line = text if text.isprintable() else "".join(map(_printable, text))
        with suppress(OSError, ValueError):  # nobody reads it any more, or it is closed
            if self._stream is not None:
                self._stream.write(f"{begins}{line}\n")
                self._stream.flush()


def _printable(char: str) -> str:
    return char if char.isprintable() else repr(char)[1:-1]


def _is_journal(stream: TextIO | None, named: str) -> bool:
    """Whether a stream is the one of the journal that is named by device and inode (systemd.exec(5))."""
    if stream is None or not named:
        return False
    try:
        file = os.fstat(stream.fileno())
    except (OSError, ValueError):
        return False
    return named == f"{file.st_dev}:{file.st_ino}"
