"""The shape of a command of `muggins`, the options that several have, and the conversion of their values.

A conversion raises argparse.ArgumentTypeError, and says which values are possible, if a value is not valid.
"""

from __future__ import annotations

import argparse
import math
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from engine.options import OPTIONS, Option
from engine.rules import PLAYERS
from firmware_py.journal.locations import SERVICE_STATE_FOLDER

WIDTH = 78
"""The line length, in characters, of help texts that do not adapt to the terminal's width."""


PORT = 8000
"""The default port of the web page. The service uses port 80, which requires a special privilege."""
CLUB_PORT = 8080
"""The default port of the page of a club, so that the same computer can also serve the page of a board."""
PACE = 1.0
"""The default time between two moves of a game that plays itself, in seconds."""
LONGEST_PACE = 60.0
"""The maximum time between two such moves, in seconds."""


def port(text: str) -> int:
    """Convert the value of `--port` to a number."""
    if not (text.isascii() and text.isdigit() and len(text) < 6 and 1 <= int(text) <= 65535):
        raise argparse.ArgumentTypeError(f"{text!r} is not a port: choose a number from 1 to 65535")
    return int(text)


def folder(text: str) -> Path:
    """Convert the value of `--render` to a path."""
    if not text.strip():
        raise argparse.ArgumentTypeError("the folder has no name: name one, such as voice, or . for this one")
    return Path(text)


def pace(text: str) -> float:
    """Parse the value of `--pace`, the time between key presses when a game plays itself, in seconds."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 <= seconds <= LONGEST_PACE:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds from 0 to {LONGEST_PACE:g}")
    return seconds


def players(text: str) -> int:
    """Convert the value of `--players` to a number. `Rules` checks later whether the number is possible."""
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        choices = ", ".join(map(str, PLAYERS[:-1]))
        raise argparse.ArgumentTypeError(
            f"{text!r} isn't a number of players: choose {choices} or {PLAYERS[-1]}"
        )
    return int(text)


def two_scores(text: str) -> tuple[int, int]:
    """Convert the value of `--score` to two scores. The coach checks later whether they are possible."""
    try:
        first, second = map(int, text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} isn't two scores: write them as 98,104") from None
    return first, second


def threw(text: str) -> tuple[int, list[str]]:
    """Convert the value of `--threw` to the number of a deal and the names of the two cards thrown.

    The coach checks later whether these cards are in the crib of that deal.
    """
    deal, colon, cards = text.partition(":")
    if not (colon and deal.isascii() and deal.isdigit() and len(deal) < 4 and cards.count(",") == 1):
        raise argparse.ArgumentTypeError(
            f"{text!r} doesn't say who threw what: write the number of the deal and the dealer's two cards, "
            "such as 3:5H,J"
        )
    return int(deal), cards.split(",")


def whole_number(text: str) -> int:
    """Convert the value of an option to a whole number."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} isn't a whole number") from None


def _rules_help() -> str:
    lines = ["options of the rules, for --set, with the default in brackets:"]
    for option in OPTIONS.values():
        lines.append(f"  {option.name}={_values(option)}")
        lines += textwrap.wrap(
            option.about, WIDTH, initial_indent=" " * 6, subsequent_indent=" " * 6, break_on_hyphens=False
        )
    return "\n".join(lines)


def _values(option: Option) -> str:
    if isinstance(option.values, range):
        choices = f"{option.values[0]}..{option.values[-1]}"
    else:
        choices = "|".join(option.values)
    default = "depends on the game" if option.default is None else option.write(option.default)
    return f"{choices} ({default})"


def _no_options(parser: argparse.ArgumentParser) -> None:
    """Add nothing."""


class Command(NamedTuple):
    """A command of `muggins`, as its chapter describes it.

    Attributes:
        run: runs the command with its options, and returns the exit status, or None for success. It may raise
            the errors of `firmware_py.__main__.run_command`, and then has changed nothing.
        more: what the command's own help says after the sentence in the list of commands.
        speaks_to_players: True if the command prints text for players, so that the wording chosen in the
            configuration has to be selected before it runs. Commands that start a board select it themselves.
    """

    run: Callable[[argparse.Namespace], int | None]
    add_options: Callable[[argparse.ArgumentParser], None] = _no_options
    more: str = ""
    speaks_to_players: bool = False


def add_config(parser: argparse.ArgumentParser) -> None:
    """Add the option `--config` to a command's parser."""
    # No default here: the default of a command would override a --config given before the command.
    parser.add_argument(
        "--config",
        type=Path,
        default=argparse.SUPPRESS,
        metavar="FILE",
        help="the configuration (default: the first of /boot/firmware/muggins.toml, "
        "/etc/muggins/muggins.toml and ~/.config/muggins/muggins.toml that exists)",
    )


def add_journal(parser: argparse._ActionsContainer, *, reads_only: bool = True) -> None:
    """Add the option `--journal`.

    Args:
        reads_only: True if the command only reads the journal. Its help then says that the default may be the
            journal of the service.
    """
    own = "~/.local/state/muggins/games.txt, or games.txt in $STATE_DIRECTORY"
    service = (
        f"{SERVICE_STATE_FOLDER}/games.txt, the service's, if it is installed or you have no games yourself"
    )
    parser.add_argument(
        "--journal",
        type=Path,
        metavar="FILE",
        help=f"the journal: the file with the games (default: {own}{f'; {service}' if reads_only else ''})",
    )


def add_json(parser: argparse._ActionsContainer) -> None:
    """Add the option `--json`."""
    parser.add_argument("--json", action="store_true", help="print a JSON object")


def add_game(parser: argparse.ArgumentParser) -> None:
    """Add the options for the game to play: players, start, names and rules."""
    parser.add_argument(
        "--players",
        type=players,
        metavar="N",
        help="2, 3, or 4 players; four play as partners, unless partners=off (default: 2)",
    )
    parser.add_argument(
        "--start", metavar="N,N", help="the points of each side before the first deal (default: 0,0)"
    )
    parser.add_argument(
        "--names", metavar="NAME,NAME", help="the players' names, seat by seat, such as Ann,Bob"
    )
    add_rules(parser)


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Add the option `--set`, and end the help with a list of the rules' options."""
    parser.epilog = _rules_help()
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="OPTION=VALUE",
        help="set an option of the rules, listed below; can be given several times",
    )


def add_opponent(parser: argparse.ArgumentParser, when: str = "") -> None:
    """Add the option `--opponent`. Its help begins with `when`, such as `with --alone: `."""
    parser.add_argument(
        "--opponent",
        choices=("easy", "medium", "strong"),
        help=f"{when}play against the program, which deals the cards (six cards, for two)",
    )


def add_text(parser: argparse.ArgumentParser) -> None:
    """Add the option `--text`."""
    parser.add_argument(
        "--text", action="store_true", help="show the board as lines of text, for a terminal reader"
    )


def add_pace(parser: argparse.ArgumentParser) -> None:
    """Add the option `--pace`."""
    parser.add_argument(
        "--pace",
        type=pace,
        metavar="SECONDS",
        help=f"the time from one press to the next when a game plays itself (default: {PACE:g})",
    )
