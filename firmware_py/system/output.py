"""Print text and JSON to standard output, and errors and the log to standard error.

If the program runs as a service, systemd writes the lines of the log to its journal.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, TextIO

from .errors import UsageError, system_words

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
        line = _in_one_line(text)
        with suppress(OSError, ValueError):  # the stream is closed, or nobody reads it any more
            if self._stream is not None:
                self._stream.write(f"{prefix}{line}\n")
                self._stream.flush()


def _in_one_line(text: str) -> str:
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)


def _is_journal(stream: TextIO | None, named: str) -> bool:
    """`named` is the value of JOURNAL_STREAM, or an empty string if it is not set. See systemd.exec(5)."""
    if stream is None or not named:
        return False
    try:
        file = os.fstat(stream.fileno())
    except (OSError, ValueError):
        return False
    return named == f"{file.st_dev}:{file.st_ino}"


_SIMILAR = str.maketrans(dict(zip("♠♥♦♣◀▶–−×“”’", 'SHDC<>--x""\'', strict=True)) | {"…": "..."})
"""ASCII characters for the signs that messages contain."""


def plain_text(text: str, encoding: str) -> str:
    """Return text in which signs, and letters that the encoding lacks, are replaced by similar characters.

    For example, `5♥` becomes `5H`. A letter loses its accent, and other letters become question marks.
    """
    from unicodedata import normalize  # most terminals have the letters

    text = text.translate(_SIMILAR)
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        known = (char if char.encode(encoding, "ignore") else normalize("NFKD", char)[0] for char in text)
        text = "".join(known).encode(encoding, "replace").decode(encoding)
    return text


def is_utf8_guessed() -> bool:
    """Return True if Python writes UTF-8 only because the locale is C, whatever the terminal shows."""
    return bool(sys.flags.utf8_mode) and os.environ.get("PYTHONUTF8") != "1"


def say(text: str) -> None:
    """Print a line of text and flush the output.

    Raises:
        UsageError: standard output cannot be written to.
        BrokenPipeError: the program that reads the output has closed it.
    """
    try:
        print(text, flush=True)
    except BrokenPipeError:
        raise
    except OSError as error:
        stop_printing()
        raise UsageError(f"cannot write to standard output: {system_words(error)}") from None


def show(what: str | dict[str, Any]) -> None:
    """Print text, or print an object as JSON.

    If the terminal cannot display suit symbols, letters are printed instead (`plain_text`).

    Raises:
        UsageError: standard output cannot be written to.
        BrokenPipeError: the program that reads the output has closed it.
    """
    import json  # only now, so that a board shows its first picture sooner

    if not isinstance(what, str):
        say(json.dumps(what))
        return
    encoding = (sys.stdout.encoding if sys.stdout else None) or "ascii"
    try:
        what.encode(encoding)
    except UnicodeEncodeError:
        what = plain_text(what, encoding)
    say(what)


_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""The characters with which a formula begins in a spreadsheet."""


def csv_text(rows: Iterable[Sequence[object]]) -> str:
    """Return rows as CSV. A spreadsheet takes no text in them for a formula."""
    from csv import writer
    from io import StringIO

    text = StringIO()
    writer(text).writerows(map(_plain, row) for row in rows)
    return text.getvalue()


def _plain(cell: object) -> object:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell


def complain(message: str) -> None:
    """Print an error message to standard error on a single line, with unprintable characters escaped."""
    print(f"muggins: {_in_one_line(message)}", file=sys.stderr)


def say_if_waiting(*, board_runs: bool) -> None:
    """Unless a board is running, say on standard error that the command waits for one."""
    if not board_runs:
        complain("no board is running yet: waiting for a board, such as 'muggins simulate'")


def stop_printing() -> None:
    """Discard everything printed to standard output from now on."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
