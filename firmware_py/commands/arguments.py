"""The commands' names, their options, and the help for them."""

from __future__ import annotations

import argparse
import math
import re
import textwrap
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NoReturn

from engine.options import OPTIONS, Option
from engine.rules import PLAYERS
from firmware_py.commands.script import LONGEST_PACE, PACE
from firmware_py.errors import UsageError
from firmware_py.journal.locations import SERVICE_FOLDER
from firmware_py.version import VERSION

Command = Callable[..., int | None]

ALL_OF_IT = (
    "everything in the journal: the game in progress and the one before it, press by press, as far back as "
    "UNDO reaches; for earlier games use --game"
)


def parse(arguments: list[str], commands: Mapping[str | None, Command]) -> argparse.Namespace:
    """Return the options that the arguments give.

    Args:
        arguments: the words after `muggins`.
        commands: the function of each command, by its name; that of None runs if no command is named. The
            attribute `command` of the result is the function to run.

    Raises:
        UsageError: the arguments are not those of a command.
    """
    parser = _Parser(
        prog="muggins",
        description="An electronic cribbage board. Without a command it runs the board; on a computer that "
        "is not a Raspberry Pi and has no configuration, it runs the simulator in the terminal.",
        epilog="'muggins COMMAND --help' describes a command.",
        allow_abbrev=False,
    )
    _add_config(parser)
    parser.add_argument(
        "--version", action="version", version=f"muggins {VERSION}", help="show the version and exit"
    )
    parser.set_defaults(command=commands[None], prog=parser.prog)
    subparsers = parser.add_subparsers(metavar="COMMAND", title="commands", parser_class=_Parser)
    for name, add in _COMMANDS.items():
        added = add(subparsers)
        added.set_defaults(command=commands[name], prog=added.prog)
    options, unknown = parser.parse_known_args(_with_negatives(arguments))
    if unknown:
        raise UsageError(f"unknown argument {' '.join(unknown)}; see {options.prog} --help")
    options.config = getattr(options, "config", None)
    return options


def _with_negatives(arguments: list[str]) -> list[str]:
    """Return the arguments with `--start -5,0` as `--start=-5,0`: argparse takes `-5,0` for an option."""
    joined: list[str] = []
    for argument in arguments:
        if joined and re.match(r"--\w[\w-]*$", joined[-1]) and re.match(r"-\d", argument):
            joined[-1] += f"={argument}"
        else:
            joined.append(argument)
    return joined


class _Parser(argparse.ArgumentParser):
    """A parser that reports an error in one line."""

    def error(self, message: str) -> NoReturn:
        for pattern, text in _PLAINER:
            message = re.sub(pattern, text, message)
        raise UsageError(f"{message}; see {self.prog} --help")


_PLAINER = (
    (r"^argument COMMAND: invalid choice: (.*) \(choose from ", r"there is no command \1 (choose from "),
    ("^the following arguments are required: (.*)", r"\1 is missing"),
    ("^argument ([^:]*): expected one argument", r"\1 needs a value"),
    ("^argument ([^:]*): ignored explicit argument (.*)", r"\1 takes no value, but \2 was given"),
    ("^argument ([^:]*): not allowed with argument (.*)", r"\1 and \2 do not go together"),
    ("^argument ([^:]*): ", r"\1: "),
)
"""How argparse's messages are put in plainer words; those of another Python version stay as they are."""


def _command(
    commands: Any, name: str, text: str, more: str = "", epilog: str | None = None
) -> argparse.ArgumentParser:
    """Add a command. The list of commands shows `text`; the command's own help goes on with `more`."""
    parser: argparse.ArgumentParser = commands.add_parser(
        name,
        help=text[0].lower() + text[1:].rstrip("."),
        description=textwrap.fill(f"{text} {more}", _WIDTH),
        epilog=epilog,
        allow_abbrev=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    return parser


_WIDTH = 78
"""The longest line of a help text that is not wrapped to the terminal."""


def _add_simulate(commands: Any) -> argparse.ArgumentParser:
    parser = _command(
        commands,
        "simulate",
        "Play on the board in this terminal.",
        "The game is saved when you quit, and goes on when you start again.",
        _rules_help(),
    )
    _add_config(parser)
    _add_game(parser)
    parser.add_argument(
        "--new",
        action="store_true",
        help="begin a new game, even if one is in progress: that one is saved as given up",
    )
    _add_journal(parser, reads_only=False)
    return parser


def _add_demo(commands: Any) -> argparse.ArgumentParser:
    parser = _command(
        commands, "demo", "Watch a whole game that plays itself in the terminal; any key ends it."
    )
    _add_pace(parser)
    return parser


def _add_count(commands: Any) -> argparse.ArgumentParser:
    parser = _command(
        commands,
        "count",
        "Count one hand, item by item.",
        "A card is a rank and a suit, such as 5H, 10D or Q♠, or a rank alone.",
        _rules_help(),
    )
    parser.add_argument("cards", nargs="+", metavar="CARD", help="a card of the hand")
    parser.add_argument(
        "--starter",
        metavar="CARD",
        help="the starter (default: the last CARD, if one more is given than a hand has)",
    )
    parser.add_argument("--crib", action="store_true", help="count the cards as a crib")
    _add_rules(parser)
    _add_json(parser)
    return parser


def _add_replay(commands: Any) -> argparse.ArgumentParser:
    parser = _command(
        commands,
        "replay",
        "Press the keys in a file and print the state of the game.",
        "Keys are separated by spaces: A 2 3 4 5 6 7 8 9 10 J Q K, S H D C, GO OK UNDO REDO MENU MUGGINS; "
        "# begins a comment. The file can also be a record, as 'muggins record' prints it.",
        _rules_help(),
    )
    parser.add_argument("file", metavar="FILE", help="a key file or a record; - for standard input")
    _add_game(parser)
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
    _add_pace(parser)
    parser.add_argument(
        "--ack",
        action="store_true",
        help="print the number of each press that took effect, from 1, once it is safe in the journal",
    )
    _add_json(parser)
    return parser


def _add_record(commands: Any) -> argparse.ArgumentParser:
    parser = _command(
        commands,
        "record",
        "Print a game as text.",
        "'muggins replay' plays it again. Without options it prints the last game.",
    )
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--game", type=_whole_number, metavar="N", help="game number N, as 'muggins history' lists it"
    )
    which.add_argument("--all", action="store_true", help=ALL_OF_IT)
    _add_journal(parser)
    return parser


def _add_history(commands: Any) -> argparse.ArgumentParser:
    parser = _command(
        commands, "history", "List the games finished or given up, with averages and best hands."
    )
    _add_journal(parser)
    _add_json(parser)
    return parser


def _add_status(commands: Any) -> argparse.ArgumentParser:
    parser = _command(
        commands,
        "status",
        "Show the score and whose turn it is.",
        "This does not disturb a running board.",
    )
    _add_journal(parser)
    _add_json(parser)
    return parser


def _add_wiring(commands: Any) -> argparse.ArgumentParser:
    parser = _command(commands, "wiring", "Show what to connect to which pin of the header.")
    parser.add_argument(
        "profile", metavar="PROFILE", help="the name of a profile, or a configuration file that ends in .toml"
    )
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="draw it in this .svg or .png file instead of printing it"
    )
    parser.add_argument(
        "--drilling",
        action="store_true",
        help="draw the drilling template for the LEDs instead, true to scale; needs --out",
    )
    return parser


def _add_doctor(commands: Any) -> argparse.ArgumentParser:
    parser = _command(
        commands,
        "doctor",
        "Check the Pi, the configuration and the parts of the board.",
        "For each fault it says what to do. The exit status is 1 if there is a fault.",
    )
    _add_config(parser)
    return parser


def _add_setup(commands: Any) -> argparse.ArgumentParser:
    parser = _command(commands, "setup", "Ask which parts the board has, and write its configuration.")
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="the file to write (default: /etc/muggins/muggins.toml, or ~/.config/muggins/muggins.toml if "
        "you may not write there)",
    )
    return parser


def _add_config(parser: argparse.ArgumentParser) -> None:
    # Suppressed if not given: a default of the command would hide a --config before the command.
    parser.add_argument(
        "--config",
        type=Path,
        default=argparse.SUPPRESS,
        metavar="FILE",
        help="the configuration (default: the first of /boot/firmware/muggins.toml, "
        "/etc/muggins/muggins.toml and ~/.config/muggins/muggins.toml that exists)",
    )


def _add_journal(parser: argparse.ArgumentParser, *, reads_only: bool = True) -> None:
    own = "~/.local/state/muggins/games.txt, or games.txt in $STATE_DIRECTORY"
    service = f"{SERVICE_FOLDER}/games.txt, the service's, if it is installed or you have no games yourself"
    parser.add_argument(
        "--journal",
        type=Path,
        metavar="FILE",
        help=f"the journal: the file with the games (default: {own}{f'; {service}' if reads_only else ''})",
    )


def _add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print a JSON object")


def _add_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--players", type=_players, metavar="N", help="2, 3, or 4 players; four play as partners (default: 2)"
    )
    parser.add_argument(
        "--start", metavar="N,N", help="the points of each side before the first deal (default: 0,0)"
    )
    parser.add_argument(
        "--names", metavar="NAME,NAME", help="the players' names, seat by seat, such as Ann,Bob"
    )
    _add_rules(parser)


def _add_pace(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--pace",
        type=_pace,
        metavar="SECONDS",
        help=f"the time from one press to the next when a game plays itself (default: {PACE:g})",
    )


def _pace(text: str) -> float:
    try:
        pace = float(text)
    except ValueError:
        pace = math.nan
    if not 0 <= pace <= LONGEST_PACE:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds from 0 to {LONGEST_PACE:g}")
    return pace


def _players(text: str) -> int:
    """Read a number of players; the rules say which numbers there are."""
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        choices = ", ".join(map(str, PLAYERS[:-1]))
        raise argparse.ArgumentTypeError(
            f"{text!r} isn't a number of players: choose {choices} or {PLAYERS[-1]}"
        )
    return int(text)


def _whole_number(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} isn't a whole number") from None


def _add_rules(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="OPTION=VALUE",
        help="set an option of the rules, listed below; can be given several times",
    )


def _rules_help() -> str:
    """List the options of the rules, their values and defaults."""
    lines = ["options of the rules, for --set, with the default in brackets:"]
    for option in OPTIONS.values():
        lines.append(f"  {option.name}={_values(option)}")
        lines += textwrap.wrap(
            option.about, _WIDTH, initial_indent=" " * 6, subsequent_indent=" " * 6, break_on_hyphens=False
        )
    return "\n".join(lines)


def _values(option: Option) -> str:
    """The values of an option, and its default."""
    if isinstance(option.values, range):
        choices = f"{option.values[0]}..{option.values[-1]}"
    else:
        choices = "|".join(option.values)
    default = "depends on the game" if option.default is None else option.write(option.default)
    return f"{choices} ({default})"


_COMMANDS = {
    "simulate": _add_simulate,
    "demo": _add_demo,
    "count": _add_count,
    "replay": _add_replay,
    "record": _add_record,
    "history": _add_history,
    "status": _add_status,
    "wiring": _add_wiring,
    "doctor": _add_doctor,
    "setup": _add_setup,
}
