"""`muggins status`: print the state of the match in a journal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware_py.commands.match_report import report_object, report_text
from firmware_py.commands.output import show
from firmware_py.commands.saved_games import read_played

if TYPE_CHECKING:
    from argparse import Namespace


def status(options: Namespace) -> None:
    """Print the scores, whose turn it is, and the points pegged last.

    Raises:
        UsageError: nothing has been played yet, or the journal is damaged.
        JournalError: the journal cannot be read.
    """
    match = read_played(options.journal).history
    show(report_object(match) if options.json else report_text(match))
