"""The options that several commands have."""

from __future__ import annotations

import argparse
from pathlib import Path

from firmware_py.commands.demo_script import PACE
from firmware_py.commands.option_values import pace, players
from firmware_py.journal.locations import SERVICE_STATE_FOLDER


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
        parser: the parser, or a group of options in it.
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
        "--players", type=players, metavar="N", help="2, 3, or 4 players; four play as partners (default: 2)"
    )
    parser.add_argument(
        "--start", metavar="N,N", help="the points of each side before the first deal (default: 0,0)"
    )
    parser.add_argument(
        "--names", metavar="NAME,NAME", help="the players' names, seat by seat, such as Ann,Bob"
    )
    add_rules(parser)


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Add the option `--set`."""
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


def add_pace(parser: argparse.ArgumentParser) -> None:
    """Add the option `--pace`."""
    parser.add_argument(
        "--pace",
        type=pace,
        metavar="SECONDS",
        help=f"the time from one press to the next when a game plays itself (default: {PACE:g})",
    )
