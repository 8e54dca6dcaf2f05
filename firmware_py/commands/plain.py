"""The commands that need none of a board's parts: count, record, status, history, wiring and doctor."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from firmware_py.commands.output import complain, say, show

if TYPE_CHECKING:
    from argparse import Namespace

# Each command imports what it needs, so that `muggins status` does not load the drawings.


def _count(options: Namespace) -> None:
    from firmware_py.commands.count import count

    count(options)


def _record(options: Namespace) -> None:
    from firmware_py.commands import history

    say(history.record(options.journal, options.game, complain, whole=options.all))


def _status(options: Namespace) -> None:
    from firmware_py.commands import history, report

    match = history.reading(options.journal).history
    show(report.standing(match) if options.json else report.standing_text(match))


def _history(options: Namespace) -> None:
    from firmware_py.commands import history

    show(history.history(options.journal, complain, as_json=options.json))


def _wiring(options: Namespace) -> None:
    from firmware_py.commands import tools

    text = tools.wiring(options)
    if text is not None:
        show(text)


def _doctor(options: Namespace) -> int:
    from firmware_py.commands import tools

    text, status = tools.doctor(options)
    show(text.rstrip("\n"))
    return status


PLAIN: Mapping[str, Callable[[Namespace], int | None]] = {
    "count": _count,
    "record": _record,
    "status": _status,
    "history": _history,
    "wiring": _wiring,
    "doctor": _doctor,
}
"""The function of each command. It returns the exit status; None for success."""
