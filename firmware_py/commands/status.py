"""`muggins status`: print the state of the match in a journal, or follow the running board."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from firmware_py.commands.match_report import report_object, report_text
from firmware_py.commands.output import show
from firmware_py.commands.saved_games import read_played
from firmware_py.errors import UsageError
from firmware_py.journal.locations import default_journal
from firmware_py.player_names import PlayerNames
from firmware_py.window.follower import Follower
from firmware_py.window.runtime_folder import folder_of_a_board

if TYPE_CHECKING:
    from argparse import Namespace

    from engine.match.history import History


def status(options: Namespace) -> None:
    """Print the scores, whose turn it is, and the last points scored.

    With `--follow`, print the running board's view as JSON each time it changes.

    Raises:
        UsageError: nothing has been played yet, the journal is damaged, or this user is not permitted to
            read the running board's files.
        JournalError: the journal cannot be read.
    """
    if options.follow:
        follow(options.journal)
        return
    match = read_played(options.journal).history
    if options.json:
        show(report_object(match))
    else:
        show(report_text(match, says=None if options.journal else _prompt_of_board(match)))


def _prompt_of_board(match: History) -> str | None:
    """Return the prompt that a running board shows, or None if no board shows this match."""
    try:
        with closing(Follower(folder_of_a_board(default_journal()))) as follower:
            view = follower.read() or {}
    except UsageError:  # the journal can be read, but not what the board shows
        return None
    shown = view.get("running"), view.get("presses"), view.get("names")
    return view.get("says") if shown == (True, match.applied, list(PlayerNames(match.game).seats)) else None


def follow(journal: Path | None) -> NoReturn:
    """Print a line of JSON with everything that a board shows, and another line after each change.

    Follow the board that the system service runs or, if it runs none, this user's own board.

    Args:
        journal: the journal of this user's own board, or None for the default journal.

    Raises:
        UsageError: this user is not permitted to read the board's files.
        BrokenPipeError: the program that reads the lines has exited.
    """
    with closing(Follower(folder_of_a_board(journal or default_journal()))) as follower:
        while True:
            show(follower.changed())
