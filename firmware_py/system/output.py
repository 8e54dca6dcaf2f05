"""Print text and JSON to standard output, and errors to standard error."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from typing import Any

from .errors import UsageError, system_words

_SUITS = str.maketrans("♠♥♦♣", "SHDC")


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

    If the terminal cannot display suit symbols, letters are printed instead.

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
        what = what.translate(_SUITS)
        what = what.encode(encoding, "replace").decode(encoding)
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
    line = "".join(char if char.isprintable() else repr(char)[1:-1] for char in message)
    print(f"muggins: {line}", file=sys.stderr)


def say_if_waiting(*, board_runs: bool) -> None:
    """Unless a board is running, say on standard error that the command waits for one."""
    if not board_runs:
        complain("no board is running yet: waiting for a board, such as 'muggins simulate'")


def stop_printing() -> None:
    """Discard everything printed to standard output from now on."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
