"""The help of every command."""

import pytest

from firmware_py.commands.all_commands import COMMANDS
from tests.support.command import process


@pytest.mark.parametrize("arguments", [[], *([command] for command in COMMANDS)])
def test_help_is_help(arguments: list[str]) -> None:
    result = process(*arguments, "--help")
    assert (result.status, result.err) == (0, "")
    assert " ".join(["usage: muggins", *arguments]) in result.out
