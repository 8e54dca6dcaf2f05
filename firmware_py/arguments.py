"""What the commands are called and which options they take."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NoReturn

from engine.rules import PLAYERS
from firmware_py.ports import UsageError
from firmware_py.version import VERSION

Command = Callable[..., int | None]


def parse(arguments: list[str], commands: Mapping[str | None, Command]) -> argparse.Namespace:
    """The options that arguments give; `command` among them is the one of `commands` to run, that of None if
    they name none.

    Raises:
        UsageError: they are not what a command takes.
    """
    parser = _Parser(prog="muggins", description="An electronic cribbage board.", allow_abbrev=False)
    _add_config(parser)
    parser.add_argument("--version", action="version", version=f"muggins {VERSION}", help="say which it is")
    parser.set_defaults(command=commands[None])
    subparsers = parser.add_subparsers(metavar="COMMAND", parser_class=_Parser)
    for name, add in _COMMANDS.items():
        added = add(subparsers)
        added.set_defaults(command=commands[name])
    options = parser.parse_args(arguments)
    options.config = getattr(options, "config", None)
    return options


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message}; '{self.prog} --help' shows what there is")


def _command(commands: Any, name: str, text: str) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(
        name, help=text, description=text, allow_abbrev=False
    )
    return parser


def _add_simulate(commands: Any) -> argparse.ArgumentParser:
    parser = _command(commands, "simulate", "The board in the terminal.")
    _add_config(parser)
    _add_game(parser)
    _add_journal(parser)
    return parser


def _add_count(commands: Any) -> argparse.ArgumentParser:
    parser = _command(commands, "count", "Count one hand, item by item.")
    parser.add_argument("cards", nargs="+", metavar="CARD", help="a card of the hand, such as 5H or 10D")
    parser.add_argument("--starter", metavar="CARD", help="the starter")
    parser.add_argument("--crib", action="store_true", help="count it as a crib")
    _add_rules(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    return parser


def _add_replay(commands: Any) -> argparse.ArgumentParser:
    parser = _command(commands, "replay", "Press the keys in a file and print where the game stands.")
    parser.add_argument("file", metavar="FILE", help="a key file or a record, - for standard input")
    _add_game(parser)
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
    return parser


def _add_record(commands: Any) -> argparse.ArgumentParser:
    parser = _command(
        commands, "record", "A game of the journal as text: the last one unless told otherwise."
    )
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--game", type=int, metavar="N", help="the Nth game")
    which.add_argument("--all", action="store_true", help="all that the journal holds, as it was keyed")
    _add_journal(parser)
    return parser


def _add_history(commands: Any) -> argparse.ArgumentParser:
    parser = _command(commands, "history", "The games that were played, and what came of them.")
    _add_journal(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    return parser


def _add_status(commands: Any) -> argparse.ArgumentParser:
    parser = _command(commands, "status", "Where the game in the journal stands.")
    _add_journal(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    return parser


def _add_wiring(commands: Any) -> argparse.ArgumentParser:
    parser = _command(commands, "wiring", "What goes to which pin of the header.")
    parser.add_argument("profile", metavar="PROFILE", help="a profile, or a configuration that ends in .toml")
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="draw it, as .svg or .png; without it, it is printed"
    )
    parser.add_argument(
        "--drilling", action="store_true", help="the drilling template for its LEDs instead, true to scale"
    )
    return parser


def _add_doctor(commands: Any) -> argparse.ArgumentParser:
    parser = _command(
        commands, "doctor", "Check settings, buses, permissions, pins and parts, and say what to do."
    )
    _add_config(parser)
    return parser


def _add_setup(commands: Any) -> argparse.ArgumentParser:
    parser = _command(commands, "setup", "Ask what the board is made of, and write its configuration.")
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="the file to write; without it /etc/muggins/muggins.toml, or ~/.config/muggins/muggins.toml "
        "where that may not be written",
    )
    return parser


def _add_config(parser: argparse.ArgumentParser) -> None:
    # Suppressed where it is not given: a command's own default would hide what was given before the command.
    parser.add_argument(
        "--config",
        type=Path,
        default=argparse.SUPPRESS,
        metavar="FILE",
        help="the configuration; without it /boot/firmware/muggins.toml, /etc/muggins/muggins.toml or "
        "~/.config/muggins/muggins.toml is taken, the first there is",
    )


def _add_journal(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--journal", type=Path, metavar="FILE", help="the journal to play on, or to read")


def _add_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--players", type=_players, metavar="N", help="how many play: 2, 3, or 4 as partners (2)"
    )
    parser.add_argument("--start", metavar="N,N", help="each side's points before the first deal (0,0)")
    _add_rules(parser)


def _players(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise argparse.ArgumentTypeError(f"it cannot be {text!r}: it can be {', '.join(map(str, PLAYERS))}")
    return int(text)


def _add_rules(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="OPTION=VALUE",
        help="an option of the rules, any number",
    )


_COMMANDS = {
    "simulate": _add_simulate,
    "count": _add_count,
    "replay": _add_replay,
    "record": _add_record,
    "history": _add_history,
    "status": _add_status,
    "wiring": _add_wiring,
    "doctor": _add_doctor,
    "setup": _add_setup,
}
