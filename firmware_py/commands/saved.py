"""`muggins record`, `history` and `status`: the saved games, and the one in progress."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from engine.match.record import write_record
from firmware_py.journal.locations import default_journal
from firmware_py.reports.listed_games import history_object, history_text
from firmware_py.reports.match import report_object, report_text
from firmware_py.reports.saved_games import read_played, record_of_game, results_of_games
from firmware_py.system.errors import UsageError
from firmware_py.system.output import say, say_if_waiting, show
from firmware_py.window.folder import folder_of_a_board
from firmware_py.window.follower import Follower
from firmware_py.words.in_use import PlayerNames

from .options import Command, add_journal, add_json, whole_number

if TYPE_CHECKING:
    from engine.match.history import History


def _history_options(parser: ArgumentParser) -> None:
    add_journal(parser)
    add_json(parser)


def history(options: Namespace) -> None:
    """Print the finished games and the statistics. Print a warning for each file that cannot be read."""
    listed = results_of_games(options.journal)
    show(history_object(listed) if options.json else history_text(listed))


def _record_options(parser: ArgumentParser) -> None:
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--game", type=whole_number, metavar="N", help="game number N, as 'muggins history' lists it"
    )
    which.add_argument(
        "--all",
        action="store_true",
        help="everything in the journal: the game in progress and the one before it, press by press, as far "
        "back as UNDO reaches; for earlier games use --game",
    )
    add_journal(parser)


def record(options: Namespace) -> None:
    """Print a game as a record, one event in each line. With `--all`, print the whole journal."""
    say(_whole_journal(options.journal) if options.all else record_of_game(options.journal, options.game))


def _whole_journal(named: Path | None) -> str:
    reading = read_played(named)
    return write_record(reading.header, reading.events(), reading.checkpoint).rstrip("\n")


def _status_options(parser: ArgumentParser) -> None:
    add_journal(parser)
    how = parser.add_mutually_exclusive_group()
    add_json(how)
    how.add_argument(
        "--follow",
        action="store_true",
        help="print what the running board shows as a line of JSON, whenever it changes, until Ctrl-C",
    )


def status(options: Namespace) -> None:
    """Print the scores, whose turn it is, and the last points scored.

    With `--follow`, print the running board's view as JSON each time it changes.
    """
    if options.follow:
        _follow(options.journal)
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
            board = follower.read()
    except UsageError:  # the journal can be read, but not what the board shows
        return None
    if board is None or not board.running:
        return None
    shown, saved = (board.presses, board.names), (match.applied, tuple(PlayerNames(match.game).seats))
    return board.screen.says if shown == saved else None


def _follow(journal: Path | None) -> NoReturn:
    """Follow the service's board or, if there is none, this user's own. Wait for one that is not running."""
    with closing(Follower(folder_of_a_board(journal or default_journal()))) as follower:
        board = follower.read()
        say_if_waiting(board_runs=bool(board and board.running))
        while True:
            show(follower.changed().raw)


COMMANDS = {
    "record": Command(
        record,
        _record_options,
        "'muggins replay' plays it again. Without options it prints the last game.",
        speaks_to_players=True,
    ),
    "history": Command(history, _history_options, speaks_to_players=True),
    "status": Command(
        status, _status_options, "This does not disturb a running board.", speaks_to_players=True
    ),
}
