"""Convert the values of command line options, and format the help text for the rule options."""

from __future__ import annotations

import argparse
import math
import textwrap
from pathlib import Path

from engine.options import OPTIONS, Option
from engine.rules import PLAYERS
from firmware_py.commands.demo_script import LONGEST_PACE

WIDTH = 78
"""The line length, in characters, of help texts that do not adapt to the terminal's width."""


PORT = 8000
"""The default port of the web page. The service uses port 80, which requires a special privilege."""
CLUB_PORT = 8080
"""The default port of the page of a club, so that the same computer can also serve the page of a board."""


def port(text: str) -> int:
    """Convert the value of `--port` to a number.

    Raises:
        argparse.ArgumentTypeError: the value is not a number from 1 to 65535.
    """
    if not (text.isascii() and text.isdigit() and len(text) < 6 and 1 <= int(text) <= 65535):
        raise argparse.ArgumentTypeError(f"{text!r} is not a port: choose a number from 1 to 65535")
    return int(text)


def folder(text: str) -> Path:
    """Convert the value of `--render` to a path.

    Raises:
        argparse.ArgumentTypeError: the value is empty, which would stand for the current folder.
    """
    if not text.strip():
        raise argparse.ArgumentTypeError("the folder has no name: name one, such as voice, or . for this one")
    return Path(text)


def pace(text: str) -> float:
    """Parse the value of `--pace`, the time between key presses when a game plays itself, in seconds.

    Raises:
        argparse.ArgumentTypeError: the value is not a number from 0 to `LONGEST_PACE`.
    """
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 <= seconds <= LONGEST_PACE:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds from 0 to {LONGEST_PACE:g}")
    return seconds


def players(text: str) -> int:
    """Convert the value of `--players` to a number. `Rules` checks later whether the number is possible.

    Raises:
        argparse.ArgumentTypeError: the value is not a number with up to three digits.
    """
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        choices = ", ".join(map(str, PLAYERS[:-1]))
        raise argparse.ArgumentTypeError(
            f"{text!r} isn't a number of players: choose {choices} or {PLAYERS[-1]}"
        )
    return int(text)


def two_scores(text: str) -> tuple[int, int]:
    """Convert the value of `--score` to two scores. The coach checks later whether they are possible.

    Raises:
        argparse.ArgumentTypeError: the value does not consist of two numbers separated by a comma.
    """
    try:
        first, second = map(int, text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} isn't two scores: write them as 98,104") from None
    return first, second


def threw(text: str) -> tuple[int, list[str]]:
    """Convert the value of `--threw` to the number of a deal and the names of the two cards thrown.

    The coach checks later whether these cards are in the crib of that deal.

    Raises:
        argparse.ArgumentTypeError: the value does not have the form `3:5H,J`.
    """
    deal, colon, cards = text.partition(":")
    if not (colon and deal.isascii() and deal.isdigit() and len(deal) < 4 and cards.count(",") == 1):
        raise argparse.ArgumentTypeError(
            f"{text!r} doesn't say who threw what: write the number of the deal and the dealer's two cards, "
            "such as 3:5H,J"
        )
    return int(deal), cards.split(",")


def whole_number(text: str) -> int:
    """Convert the value of an option to a whole number.

    Raises:
        argparse.ArgumentTypeError: the value is not a whole number.
    """
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} isn't a whole number") from None


def rules_help() -> str:
    """Return the help text that lists the rule options, their values and their defaults."""
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
