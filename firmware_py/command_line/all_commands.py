"""The commands of `muggins`, in the order of its help."""

from __future__ import annotations

from collections.abc import Mapping

from firmware_py.command_line.board_commands import BOARD_COMMANDS
from firmware_py.command_line.command import Command
from firmware_py.command_line.game_commands import GAME_COMMANDS
from firmware_py.command_line.maker_commands import MAKER_COMMANDS
from firmware_py.command_line.play_commands import PLAY_COMMANDS

COMMANDS: Mapping[str, Command] = {
    command.name: command for command in (*PLAY_COMMANDS, *GAME_COMMANDS, *BOARD_COMMANDS, *MAKER_COMMANDS)
}
"""The commands, keyed by name."""
