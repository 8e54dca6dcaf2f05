"""The commands for games that were saved or written down, and for the game in progress."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from contextlib import closing
from pathlib import Path

from firmware_py.command_line.command import Command
from firmware_py.command_line.shared_options import add_game, add_journal, add_json, add_pace
from firmware_py.commands.option_values import threw, whole_number

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
    from firmware_py.commands.review import review

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
    """Replay the key presses or the game in a file. Print the result, or show the game in the simulator.

    Raises:
        UsageError: the file or the options are not valid.
        JournalError: the journal cannot be opened.
    """
    from firmware_py.commands.demo_script import PACE, script_of
    from firmware_py.commands.replay import Replay, to_replay

    what = to_replay(options)
    if options.watch:
        from firmware_py.start.start_simulator import watch

        watch(what.begins, script_of(what.played, PACE if options.pace is None else options.pace))
        return
    with closing(Replay(what, options)) as replayed:
        if options.device:
            from firmware_py.emulator.device_replay import replay_on_device

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
    from firmware_py.commands.record import record

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
    from firmware_py.commands.history import history

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
    from firmware_py.commands.status import status

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
