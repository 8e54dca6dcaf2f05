"""A command of `muggins`: its name, its help, its options, and what it runs."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Callable
from typing import Any, NamedTuple

from firmware_py.commands.option_values import WIDTH, rules_help


def _no_options(parser: argparse.ArgumentParser) -> None:
    """Add nothing."""


class Command(NamedTuple):
    """A command of `muggins`.

    Attributes:
        name: the name that the user types.
        run: runs the command with its options, and returns the exit status, or None for success. It imports
            what it needs itself, so that a command does not load what only others use.
        text: a sentence about the command, for the list of commands and for the command's own help.
        more: additional text for the command's own help.
        add_options: adds the command's options to its parser.
        lists_rules: True if the command's own help ends with a list of the rules' options.
        speaks_to_players: True if the command prints text for players, so that the wording chosen in the
            configuration has to be selected before it runs. Commands that start a board select it themselves.
    """

    name: str
    run: Callable[[argparse.Namespace], int | None]
    text: str
    more: str = ""
    add_options: Callable[[argparse.ArgumentParser], None] = _no_options
    lists_rules: bool = False
    speaks_to_players: bool = False

    def add_to(self, commands: Any) -> argparse.ArgumentParser:
        """Add the command to a command line parser, and return the command's own parser.

        Args:
            commands: the object that argparse's `add_subparsers` returned.
        """
        parser: argparse.ArgumentParser = commands.add_parser(
            self.name,
            help=self.text[0].lower() + self.text[1:].rstrip("."),
            description=textwrap.fill(f"{self.text} {self.more}", WIDTH),
            epilog=rules_help() if self.lists_rules else None,
            allow_abbrev=False,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        self.add_options(parser)
        parser.set_defaults(command=self.name, prog=parser.prog)
        return parser
