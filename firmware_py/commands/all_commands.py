"""The commands of `muggins`, in the order of its help, and the parser of its command line."""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping
from typing import NoReturn

from firmware_py.system.errors import UsageError
from firmware_py.system.process import VERSION

from .makers import MAKER_COMMANDS
from .options import Command, add_config
from .play import PLAY_COMMANDS
from .programs import BOARD_COMMANDS
from .saved import GAME_COMMANDS

COMMANDS: Mapping[str, Command] = {
    command.name: command for command in (*PLAY_COMMANDS, *GAME_COMMANDS, *BOARD_COMMANDS, *MAKER_COMMANDS)
}
"""The commands, keyed by name."""


def parse(arguments: list[str]) -> argparse.Namespace:
    """Parse the command line arguments of `muggins`.

    Returns:
        The options. The attribute `command` is the command's name, or None if none was given.

    Raises:
        UsageError: the command or one of its arguments is not valid.
    """
    parser = _Parser(
        prog="muggins",
        description="An electronic cribbage board. Without a command it runs the board; on a computer that "
        "is not a Raspberry Pi and has no configuration, it runs the simulator in the terminal.",
        epilog="'muggins COMMAND --help' describes a command.",
        allow_abbrev=False,
    )
    add_config(parser)
    parser.add_argument(
        "--version", action="version", version=f"muggins {VERSION}", help="show the version and exit"
    )
    parser.set_defaults(command=None, prog=parser.prog)
    subparsers = parser.add_subparsers(metavar="COMMAND", title="commands", parser_class=_Parser)
    for command in COMMANDS.values():
        command.add_to(subparsers)
    options, unknown = parser.parse_known_args(_with_negatives(arguments))
    if unknown:
        raise UsageError(f"unknown argument {' '.join(unknown)}; see {options.prog} --help")
    options.config = getattr(options, "config", None)
    return options


def _with_negatives(arguments: list[str]) -> list[str]:
    """Convert `--start -5,0` to `--start=-5,0`, because argparse would treat `-5,0` as an option."""
    joined: list[str] = []
    for argument in arguments:
        if joined and re.match(r"--\w[\w-]*$", joined[-1]) and re.match(r"-\d", argument):
            joined[-1] += f"={argument}"
        else:
            joined.append(argument)
    return joined


class _Parser(argparse.ArgumentParser):
    """A parser that raises UsageError, with a message in plain words, instead of exiting."""

    def error(self, message: str) -> NoReturn:
        for pattern, text in _PLAINER:
            message = re.sub(pattern, text, message)
        raise UsageError(f"{message}; see {self.prog} --help")


_PLAINER = (
    (r"^argument COMMAND: invalid choice: (.*) \(choose from ", r"there is no command \1 (choose from "),
    ("^the following arguments are required: (.*)", r"\1 is missing"),
    (r"^one of the arguments (\S+) (\S+) is required", r"add \1 or \2"),
    ("^argument ([^:]*): expected one argument", r"\1 needs a value"),
    ("^argument ([^:]*): ignored explicit argument (.*)", r"\1 takes no value, but \2 was given"),
    ("^argument ([^:]*): not allowed with argument (.*)", r"\1 and \2 do not go together"),
    ("^argument ([^:]*): ", r"\1: "),
)
"""Patterns that match argparse's messages, and plainer replacements. Other messages are not changed."""
