"""The part of the manual page that is made from the help of the commands and the options of the rules."""

from __future__ import annotations

import argparse
import re
from functools import partial
from pathlib import Path

from engine.options import OPTIONS
from firmware_py.commands.all_commands import COMMANDS, parser_of

PAGE = Path(__file__).parent.parent / "systemd" / "debian" / "muggins.1"
BEGIN = '.\\" From here, python -m tests.write_documents writes the page.\n'
END = '.\\" Up to here.\n'


def written(page: str) -> str:
    """Return the manual page with its generated part made again."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}.SH COMMANDS\n{''.join(map(_command, COMMANDS))}{_rules()}{END}{after}"


def _command(name: str) -> str:
    parser = parser_of(name)
    parser.formatter_class = partial(argparse.HelpFormatter, width=1000)  # type: ignore[assignment]
    usage = parser.format_usage().removeprefix("usage: ").replace(" [-h]", "").strip()
    text = " ".join((parser.description or "").split())
    options = "".join(_option(parser, action) for action in parser._actions if action.dest != "help")
    return f'.SS "{_roff(usage)}"\n{_roff(text)}\n{options}'


def _option(parser: argparse.ArgumentParser, action: argparse.Action) -> str:
    [*_, invocation] = parser._get_formatter()._format_action_invocation(action).split(", ")
    return f".TP\n\\fB{_roff(invocation)}\\fR\n{_roff(action.help or '')}\n"


def _rules() -> str:
    lines = [".SH OPTIONS OF THE RULES\nThese are for \\fB\\-\\-set\\fR, with the default in brackets.\n"]
    for option in OPTIONS.values():
        usual = "it depends on the game" if option.default is None else option.write(option.default)
        lines.append(
            f".TP\n\\fB{option.name}\\fR: {_roff(option.allowed)} ({usual})\n{_roff(option.about)}\n"
        )
    return "".join(lines)


def _roff(text: str) -> str:
    """Write hyphens as those of the keyboard; a line of text does not begin with a full stop."""
    return re.sub(r"^([.'])", r"\\&\1", text.replace("\\", r"\e").replace("-", r"\-"))
