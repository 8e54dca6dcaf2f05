"""The commands that need none of a board's parts: count, record, status, history, wiring and doctor."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argparse import Namespace

# Each command is imported when it runs, so that `muggins status` does not load the drawings.


def _count(options: Namespace) -> None:
    from firmware_py.commands.count import count

    count(options)


def _record(options: Namespace) -> None:
    from firmware_py.commands.record import record

    record(options)


def _status(options: Namespace) -> None:
    from firmware_py.commands.status import status

    status(options)


def _history(options: Namespace) -> None:
    from firmware_py.commands.history import history

    history(options)


def _wiring(options: Namespace) -> None:
    from firmware_py.commands.wiring import wiring

    wiring(options)


def _doctor(options: Namespace) -> int:
    from firmware_py.commands.doctor import doctor

    return doctor(options)


PLAIN: Mapping[str, Callable[[Namespace], int | None]] = {
    "count": _count,
    "record": _record,
    "status": _status,
    "history": _history,
    "wiring": _wiring,
    "doctor": _doctor,
}
"""The function of each command. It returns the exit status; None for success."""
