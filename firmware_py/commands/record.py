"""`muggins record`: print a game as a record, which `muggins replay` can replay."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from engine.match.record import write_record
from firmware_py.commands.output import say
from firmware_py.commands.saved_games import read_played, record_of_game

if TYPE_CHECKING:
    from argparse import Namespace


def record(options: Namespace) -> None:
    """Print a game as a record, i.e. as text with one event per line. With `--all`, print the whole journal.

    Raises:
        UsageError: the game does not exist, or the journal is damaged.
        JournalError: a file cannot be read.
    """
    say(_whole_journal(options.journal) if options.all else record_of_game(options.journal, options.game))


def _whole_journal(named: Path | None) -> str:
    reading = read_played(named)
    return write_record(reading.header, reading.events(), reading.checkpoint).rstrip("\n")
