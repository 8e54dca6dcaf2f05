"""The simulator's requirements: a terminal that supports UTF-8, and the Python package Textual."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

from firmware_py.errors import UsageError
from firmware_py.version import is_packaged

_NO_TERMINAL = (
    "the simulator needs a terminal: run it without redirecting its input or output; "
    "'muggins replay FILE' presses keys and prints the state of the game"
)


def check() -> None:
    """Check that the simulator can run, and make Textual write UTF-8.

    Raises:
        UsageError: the program is not running in a terminal, the terminal does not support UTF-8, or Textual
            is not installed.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError(_NO_TERMINAL)
    try:
        import firmware_py.emulator.terminal.app  # noqa: F401
    except ModuleNotFoundError as error:
        if error.name not in ("textual", "rich"):
            raise
        raise UsageError(f"the simulator needs the Python package textual: {_how_to_get_textual()}") from None
    from firmware_py.emulator.terminal.encoding import use_utf8

    if not sys.stderr.isatty():  # Textual draws on standard error
        raise UsageError(_NO_TERMINAL)
    if not use_utf8():
        raise UsageError(
            "this terminal does not show UTF-8, which the simulator draws with: use another terminal, or, if "
            "it does show UTF-8, set LC_ALL=C.UTF-8"
        )


def _how_to_get_textual() -> str:
    if is_packaged():
        return "the Debian package has no simulator; run Muggins from its source folder, as the README says"
    pip = shlex.quote(str(Path(sys.executable).with_name("pip")))  # the pip of the same virtual environment
    return f"in the source folder of Muggins, run {pip} install '.[simulator]'"
