"""The commands.

Bad input to any of them is one line on standard error that names what was wrong, where, and what would be
right; the exit status is then 2, and nothing has changed.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from engine import Card, CribbageError, Rules, count_show
from engine.history import History
from engine.record import Header
from firmware_py import report
from firmware_py.app import Board, Outcome
from firmware_py.journal import Journal, read_journal
from firmware_py.keyfile import read_keys
from firmware_py.keys import Key
from firmware_py.ports import JournalError

USAGE_ERROR = 2


class UsageError(Exception):
    """What was asked for cannot be done; the message is the line to print."""


@dataclass(frozen=True, slots=True)
class Programs:
    """What the commands start; the composition root makes them of real parts and emulated ones.

    Attributes:
        run: the board on its real parts.
        simulate: the board in the terminal.
        has_pins: whether this machine has GPIO.
        device: a replay through the emulated parts: it takes the board and the keys, tells of each press,
            and returns the figures of the wire.
    """

    run: Callable[[Board], None]
    simulate: Callable[[Board, str], None]
    has_pins: Callable[[], bool]
    device: Callable[[Board, Sequence[Key], Callable[[Key, Outcome], None]], dict[str, Any]]


def main(arguments: Sequence[str] | None, programs: Programs) -> int:
    """Run a command; returns its exit status."""
    try:
        options = _parser().parse_args(arguments)
        command: Callable[[argparse.Namespace, Programs], None] = options.command
        command(options, programs)
    except (UsageError, CribbageError, JournalError) as error:
        print(f"muggins: {error}", file=sys.stderr)
        return USAGE_ERROR
    except BrokenPipeError:
        # Whoever read the output has seen enough.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message}; '{self.prog} --help' shows what there is")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="muggins", description="An electronic cribbage board.", allow_abbrev=False)
    parser.set_defaults(command=_board, journal=None)
    commands = parser.add_subparsers(metavar="COMMAND", parser_class=_Parser)
    for add in (_add_simulate, _add_count, _add_replay, _add_status):
        add(commands)
    return parser


def _command(commands: Any, name: str, run: Callable[..., None], text: str) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(
        name, help=text, description=text, allow_abbrev=False
    )
    parser.set_defaults(command=run)
    return parser


def _add_simulate(commands: Any) -> None:
    parser = _command(commands, "simulate", _simulate, "The board in the terminal.")
    _add_journal(parser)


def _add_count(commands: Any) -> None:
    parser = _command(commands, "count", _count, "Count one hand, item by item.")
    parser.add_argument("cards", nargs="+", metavar="CARD", help="a card of the hand, such as 5H or 10D")
    parser.add_argument("--starter", metavar="CARD", help="the starter")
    parser.add_argument("--crib", action="store_true", help="count it as a crib")
    _add_rules(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def _add_replay(commands: Any) -> None:
    parser = _command(
        commands, "replay", _replay, "Press the keys in a file and print where the game stands."
    )
    parser.add_argument("file", metavar="FILE", help="a key file, - for standard input")
    parser.add_argument("--players", type=int, metavar="N", help="how many play (2)")
    parser.add_argument("--start", metavar="N,N", help="each side's points before the first deal (0,0)")
    _add_rules(parser)
    parser.add_argument(
        "--device",
        action="store_true",
        help="through the emulated pins, displays and lights; measures the wire",
    )
    _add_journal(parser)
    parser.add_argument(
        "--ack",
        action="store_true",
        help="print the number of each press that took effect, from 1, once it is safe in the journal",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def _add_status(commands: Any) -> None:
    parser = _command(commands, "status", _status, "Where the game in the journal stands.")
    _add_journal(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def _add_journal(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--journal", type=Path, metavar="FILE", help="the journal to play on, or to read")


def _add_rules(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="OPTION=VALUE",
        help="an option of the rules, any number",
    )


def default_journal() -> Path:
    """Where the board keeps its games: the service's state directory, else the user's."""
    service = os.environ.get("STATE_DIRECTORY")
    if service:
        return Path(service) / "games.txt"
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state) / "muggins" / "games.txt"


def _board(options: argparse.Namespace, programs: Programs) -> None:
    """`muggins` alone: the board, or the simulator where there are no pins."""
    if not programs.has_pins():
        _simulate(options, programs)
        return
    journal = Journal(default_journal(), mend=True)
    programs.run(Board(journal.history, journal, journal.notice))
    journal.close()


def _simulate(options: argparse.Namespace, programs: Programs) -> None:
    path = options.journal or default_journal()
    journal = Journal(path, mend=True)
    programs.simulate(Board(journal.history, journal, journal.notice), str(path))
    journal.close()


def _count(options: argparse.Namespace, programs: Programs) -> None:
    rules = Rules.parse(options.set)
    hand = [Card.parse(card) for card in options.cards]
    starter = Card.parse(options.starter) if options.starter else None
    count = count_show(hand, starter, rules, crib=options.crib)
    print(json.dumps(report.count_object(count)) if options.json else report.count_text(count))


def _replay(options: argparse.Namespace, programs: Programs) -> None:
    if options.ack and not options.journal:
        raise UsageError("--ack tells what is safe in a journal: give --journal FILE as well")
    keys = _read_key_file(options.file)
    header = _header(options)
    journal = Journal(options.journal, header) if options.journal else None
    if journal and options_given(options) and journal.header != header:
        raise UsageError(
            f"{options.journal}: this game has begun otherwise: leave out {options_given(options)}"
        )
    board = Board(journal.history if journal else History(header.game), journal)
    refused: list[dict[str, Any]] = []

    def pressed(key: Key, outcome: Outcome) -> None:
        if outcome.why is not None:
            refused.append({"press": outcome.presses, "key": key.value, "why": outcome.why})
        elif outcome.took and options.ack:
            print(outcome.presses + 1, flush=True)

    figures = {}
    if options.device:
        figures = programs.device(board, keys, pressed)
    else:
        for key in keys:
            pressed(key, board.press(key))
    if journal:
        journal.close()
    if options.json:
        print(json.dumps(report.standing(board.history, refused) | figures))
    else:
        print(report.standing_text(board.history, refused))
        if figures:
            print(report.figures_text(figures))


def _status(options: argparse.Namespace, programs: Programs) -> None:
    path = options.journal or default_journal()
    reading = read_journal(path)
    if reading is None:
        raise UsageError(f"{path}: no game has begun")
    if reading.damage:
        raise UsageError(f"{path}: {reading.damage}")
    if options.json:
        print(json.dumps(report.standing(reading.history)))
    else:
        print(report.standing_text(reading.history))


def options_given(options: argparse.Namespace) -> str:
    """Those of the options that say what is played which were given, as typed."""
    given = {"--players": options.players, "--start": options.start, "--set": options.set}
    return " ".join(name for name, value in given.items() if value)


def _header(options: argparse.Namespace) -> Header:
    """What the options say is played."""
    players = 2 if options.players is None else options.players
    rules = Rules.parse(options.set, players=players)
    if options.start is None:
        return Header(rules, (0,) * rules.sides)
    try:
        start = tuple(int(points) for points in options.start.split(","))
    except ValueError:
        raise UsageError(f"--start {options.start}: it takes whole numbers, such as 0,0") from None
    header = Header(rules, start)
    header.game  # noqa: B018 - refuses a start that these rules do not have
    return header


def _read_key_file(name: str) -> list[Key]:
    try:
        text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = (
            (error.strerror or "it cannot be read").lower()
            if isinstance(error, OSError)
            else "it is not text"
        )
        raise UsageError(f"{name}: {why}: name a file of keys, or - for standard input") from None
    try:
        return read_keys(text, "standard input" if name == "-" else name)
    except ValueError as error:
        raise UsageError(str(error)) from None
