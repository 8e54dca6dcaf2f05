"""The log: lines on standard error, which systemd writes to its journal if the program runs as a service."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import TextIO

_WARNING, _INFO = "<4>", "<6>"
"""The prefixes that tell systemd's journal the priority of a line (sd-daemon(3))."""


class Log:
    """A log that writes lines to a stream. Errors while writing, e.g. to a closed stream, are ignored.

    Attributes:
        is_followed: True if the stream is systemd's journal or a terminal. Otherwise only warnings are
            written.
    """

    def __init__(self, stream: TextIO | None = None, environment: Mapping[str, str] = os.environ) -> None:
        """Create a log.

        Args:
            stream: the stream to write to; standard error by default.
            environment: the environment variables. systemd sets JOURNAL_STREAM if the lines are sent to its
                journal.
        """
        self._stream = stream or sys.stderr
        self._journal = _is_journal(self._stream, environment.get("JOURNAL_STREAM", ""))
        self.is_followed = self._journal or (self._stream is not None and self._stream.isatty())

    def info(self, text: str) -> None:
        """Log a line about a normal event, if the log goes to systemd's journal or to a terminal."""
        if self.is_followed:
            self._write(_INFO if self._journal else "", text)

    def warning(self, text: str) -> None:
        """Log a line about a problem and its remedy, or about a problem that has been solved."""
        self._write(_WARNING if self._journal else "muggins: ", text)

    def _write(self, prefix: str, text: str) -> None:
        line = text if text.isprintable() else "".join(map(_printable, text))
        with suppress(OSError, ValueError):  # the stream is closed, or nobody reads it any more
            if self._stream is not None:
                self._stream.write(f"{prefix}{line}\n")
                self._stream.flush()


def _printable(char: str) -> str:
    return char if char.isprintable() else repr(char)[1:-1]


def _is_journal(stream: TextIO | None, named: str) -> bool:
    """`named` is the value of JOURNAL_STREAM, or an empty string if it is not set. See systemd.exec(5)."""
    if stream is None or not named:
        return False
    try:
        file = os.fstat(stream.fileno())
    except (OSError, ValueError):
        return False
    return named == f"{file.st_dev}:{file.st_ino}"
