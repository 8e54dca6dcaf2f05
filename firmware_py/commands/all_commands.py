"""The commands of `muggins`, in the order of its help, and the parser of its command line.

The table holds what the list of commands shows. All else about a command, its options and what it does, is in
its chapter, which is imported only once the command is asked for.
"""

from __future__ import annotations

import argparse
import re
import textwrap
from collections.abc import Mapping
from importlib import import_module
from typing import Any, NamedTuple, NoReturn

from firmware_py.system.errors import UsageError
from firmware_py.system.process import VERSION

from .options import WIDTH, Command, add_config


class ListedCommand(NamedTuple):
    """A line of the list of commands.

    Attributes:
        chapter: the module of this folder that has the command, in its table `COMMANDS`.
        text: a sentence about the command, for the list and for the command's own help.
    """

    chapter: str
    text: str


COMMANDS = {
    "simulate": ListedCommand("play", "Play on the board in this terminal."),
    "demo": ListedCommand("play", "Watch a whole game that plays itself in the terminal; any key ends it."),
    "count": ListedCommand("hands", "Count one hand, item by item."),
    "discard": ListedCommand(
        "hands", "Rank the ways to throw two of six cards to the crib, in the six-card game for two."
    ),
    "play": ListedCommand("hands", "Rank the cards that you can lay now, in the six-card game for two."),
    "odds": ListedCommand(
        "hands",
        "Show who is likely to win the game in progress, or at a score before a deal, in the six-card game "
        "for two, or how often each count of a hand comes.",
    ),
    "practice": ListedCommand(
        "practice",
        "Practise throwing and counting: six cards are dealt, you throw two, and the coach answers.",
    ),
    "rules": ListedCommand("rules", "Tell the rules in force, a section of the rules, or what a word means."),
    "review": ListedCommand(
        "review",
        "Look back at a game of six-card cribbage for two: throws, luck, play, and the chance to win.",
    ),
    "replay": ListedCommand("replay", "Press the keys in a file and print the state of the game."),
    "record": ListedCommand("saved", "Print a game as text."),
    "history": ListedCommand("saved", "List the games finished or given up, with averages and best hands."),
    "status": ListedCommand("saved", "Show the score and whose turn it is."),
    "press": ListedCommand("press", "Press keys on the running board, and print what came of each."),
    "phone": ListedCommand(
        "press",
        "Let phones press keys on the running board: print the address and the code that its menu shows.",
    ),
    "serve": ListedCommand(
        "programs", "Show the running board on a page for phones, tablets and televisions."
    ),
    "publish": ListedCommand("programs", "Tell an MQTT broker what happens on the running board."),
    "club": ListedCommand(
        "club", "Show the tables of many boards on one page, with standings, a draw and the results."
    ),
    "speak": ListedCommand("programs", "Say aloud what happens on the running board."),
    "wiring": ListedCommand("makers", "Show what to connect to which pin of the header."),
    "card": ListedCommand("makers", "Draw a reference card for the table, on one A4 page."),
    "doctor": ListedCommand("makers", "Check the Pi, the configuration and the parts of the board."),
    "setup": ListedCommand("makers", "Ask which parts the board has, and write its configuration."),
}
"""The commands, keyed by name."""


def command_named(name: str) -> Command:
    """Return a command that is in the table. Its chapter is imported."""
    commands: Mapping[str, Command] = import_module(f".{COMMANDS[name].chapter}", __package__).COMMANDS
    return commands[name]


def parser_of(name: str) -> argparse.ArgumentParser:
    """Return the parser of one command, with the command's options."""
    return _CommandParser(name, prog=f"muggins {name}").with_options()


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
    subparsers = parser.add_subparsers(metavar="COMMAND", title="commands", parser_class=_CommandParser)
    for name, entry in COMMANDS.items():
        subparsers.add_parser(name, help=entry.text[0].lower() + entry.text[1:].rstrip("."), command=name)
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


class _CommandParser(_Parser):
    def __init__(self, command: str, **given: Any) -> None:
        super().__init__(allow_abbrev=False, formatter_class=argparse.RawDescriptionHelpFormatter, **given)
        self._command = command

    def with_options(self) -> _CommandParser:
        command = command_named(self._command)
        self.description = textwrap.fill(f"{COMMANDS[self._command].text} {command.more}", WIDTH)
        command.add_options(self)
        self.set_defaults(command=self._command, prog=self.prog)
        return self

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        return super(_CommandParser, self.with_options()).parse_known_args(args, namespace)


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
