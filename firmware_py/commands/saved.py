"""The commands for saved and current games: `muggins review`, `replay`, `record`, `history` and `status`."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from engine.match.record import write_record
from firmware_py.journal.finished_games import finished_games
from firmware_py.journal.locations import default_journal, exists
from firmware_py.journal.recovery import remedy
from firmware_py.reports import listed_games
from firmware_py.reports.match import report_object, report_text
from firmware_py.reports.saved_games import (
    archived_beside,
    journal_of,
    nothing_played,
    read_if_begun,
    read_played,
    record_of_game,
)
from firmware_py.system.errors import JournalError, UsageError
from firmware_py.system.output import complain, say, say_if_waiting, show
from firmware_py.window.folder import folder_of_a_board
from firmware_py.window.follower import Follower
from firmware_py.words.in_use import PlayerNames

from .options import PACE, Command, add_game, add_journal, add_json, add_pace, threw, whole_number

if TYPE_CHECKING:
    from engine.match.history import History


if TYPE_CHECKING:
    from engine.match.history import History


_ALL_OF_IT = (
    "everything in the journal: the game in progress and the one before it, press by press, as far back as "
    "UNDO reaches; for earlier games use --game"
)


def _review_options(parser: ArgumentParser) -> None:
    parser.add_argument(
        "record",
        nargs="?",
        metavar="RECORD",
        help="a game that 'muggins record' printed; - for standard input",
    )
    parser.add_argument(
        "--game", type=whole_number, metavar="N", help="game number N, as 'muggins history' lists it"
    )
    parser.add_argument(
        "--threw",
        type=threw,
        action="append",
        default=[],
        metavar="DEAL:CARD,CARD",
        help="the two cards of the crib that the dealer threw in this deal, such as 3:5H,J; can be given "
        "several times (default: the most likely two)",
    )
    add_journal(parser)
    how = parser.add_mutually_exclusive_group()
    how.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="draw the course of the chance to win; FILE ends in .svg, .png or .pdf",
    )
    add_json(how)


def _review(options: Namespace) -> None:
    from .review import review

    review(options)


_REVIEW = Command(
    "review",
    _review,
    "Look back at a game of six-card cribbage for two: throws, luck, play, and the chance to win.",
    more="Without options it looks at the last finished game of the board.",
    add_options=_review_options,
    speaks_to_players=True,
)


def _replay_options(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a key file or a record; - for standard input")
    add_game(parser)
    parser.add_argument(
        "--device",
        action="store_true",
        help="press the keys on emulated pins, draw every frame on emulated displays and lights, and print "
        "the bytes and the time that took",
    )
    parser.add_argument(
        "--journal",
        type=Path,
        metavar="FILE",
        help="play on from the games in this journal, and save the presses in it (default: no journal)",
    )
    parser.add_argument(
        "--watch", action="store_true", help="watch the game play itself in the terminal; any key ends it"
    )
    add_pace(parser)
    parser.add_argument(
        "--ack",
        action="store_true",
        help="print the number of each press that took effect, from 1, once it is safe in the journal",
    )
    add_json(parser)


def _replay(options: Namespace) -> None:
    from firmware_py.emulator.script import script_of

    from .replay import Replay, to_replay

    what = to_replay(options)
    if options.watch:
        from firmware_py.start.simulator import watch

        watch(what.begins, script_of(what.played, PACE if options.pace is None else options.pace))
        return
    with closing(Replay(what, options)) as replayed:
        if options.device:
            from firmware_py.start.device_replay import replay_on_device

            replayed.figures = replay_on_device(replayed.board, replayed.keys, replayed).figures
        else:
            replayed.press_all()
        replayed.report()


_REPLAY = Command(
    "replay",
    _replay,
    "Press the keys in a file and print the state of the game.",
    more="Keys are separated by spaces: A 2 3 4 5 6 7 8 9 10 J Q K, S H D C, GO OK UNDO REDO MENU MUGGINS "
    "AGAIN SCORE; # begins a comment. The file can also be a record, as 'muggins record' prints it.",
    add_options=_replay_options,
    lists_rules=True,
    speaks_to_players=True,
)


def _record_options(parser: ArgumentParser) -> None:
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--game", type=whole_number, metavar="N", help="game number N, as 'muggins history' lists it"
    )
    which.add_argument("--all", action="store_true", help=_ALL_OF_IT)
    add_journal(parser)


def _record(options: Namespace) -> None:

    record(options)


_RECORD = Command(
    "record",
    _record,
    "Print a game as text.",
    more="'muggins replay' plays it again. Without options it prints the last game.",
    add_options=_record_options,
    speaks_to_players=True,
)


def _history_options(parser: ArgumentParser) -> None:
    add_journal(parser)
    add_json(parser)


def _history(options: Namespace) -> None:

    history(options)


_HISTORY = Command(
    "history",
    _history,
    "List the games finished or given up, with averages and best hands.",
    add_options=_history_options,
    speaks_to_players=True,
)


def _status_options(parser: ArgumentParser) -> None:
    add_journal(parser)
    how = parser.add_mutually_exclusive_group()
    add_json(how)
    how.add_argument(
        "--follow",
        action="store_true",
        help="print what the running board shows as a line of JSON, whenever it changes, until Ctrl-C",
    )


def _status(options: Namespace) -> None:

    status(options)


_STATUS = Command(
    "status",
    _status,
    "Show the score and whose turn it is.",
    more="This does not disturb a running board.",
    add_options=_status_options,
    speaks_to_players=True,
)

GAME_COMMANDS = (_REVIEW, _REPLAY, _RECORD, _HISTORY, _STATUS)


def history(options: Namespace) -> None:
    """Print the finished games and the statistics. Print a warning for each file that cannot be read.

    Raises:
        UsageError: nothing has been played yet.
        JournalError: neither the journal nor the archived games can be read.
    """
    listed = _results(options.journal)
    show(listed_games.history_object(listed) if options.json else listed_games.history_text(listed))


def _results(named: Path | None) -> list[dict[str, Any]]:
    path = journal_of(named)
    archived = archived_beside(path)
    reading = None
    try:
        reading = read_if_begun(path, named)
        if not (reading or archived or named or exists(path)):
            raise UsageError(nothing_played())
    except JournalError as error:
        if not archived:
            raise
        complain(f"{error}; the games saved in files of their own follow")
    if reading and reading.damage:
        then = remedy(reading.damage, own=named is None)
        complain(f"{path}: {reading.damage}; {then}; the games saved in files of their own follow")
    return finished_games(path, reading, archived, complain)


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
            board = follower.read()
    except UsageError:  # the journal can be read, but not what the board shows
        return None
    if board is None or not board.running:
        return None
    shown, saved = (board.presses, board.names), (match.applied, tuple(PlayerNames(match.game).seats))
    return board.screen.says if shown == saved else None


def follow(journal: Path | None) -> NoReturn:
    """Print a line of JSON with everything that a board shows, and another line after each change.

    Follow the board that the system service runs or, if it runs none, this user's own board. If that board is
    not running, say so on standard error, and wait for it.

    Args:
        journal: the journal of this user's own board, or None for the default journal.

    Raises:
        UsageError: this user is not permitted to read the board's files.
        BrokenPipeError: the program that reads the lines has exited.
    """
    with closing(Follower(folder_of_a_board(journal or default_journal()))) as follower:
        board = follower.read()
        say_if_waiting(board_runs=bool(board and board.running))
        while True:
            show(follower.changed().raw)
