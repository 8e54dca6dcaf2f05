"""A test double for the boards and simulators that the command `muggins` starts."""

from pathlib import Path

import pytest

from firmware_py import __main__ as root
from firmware_py.board.board import Board
from firmware_py.config.config import Config
from firmware_py.start import board as start_board
from firmware_py.start import simulator
from tests.support import keyed


class Starts:
    """Records the boards and simulators that `muggins` would run, and only presses keys on them.

    Attributes:
        configs: the configuration of each.
        boards: the boards themselves.
        presses: how many presses each match had at the start.
        notices: the notice that each showed at the start, if any.
        journals: the journals of the simulators.
        words: the keys to press on the next one.
    """

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch, *, has_pins: bool = False) -> None:
        """Keep the games of the boards in this folder, on a computer with or without pins."""
        self.configs: list[Config] = []
        self.boards: list[Board] = []
        self.presses: list[int] = []
        self.notices: list[str | None] = []
        self.journals: list[Path] = []
        self.words = ""
        patch.setenv("STATE_DIRECTORY", str(folder))
        patch.setattr(root, "has_pins", lambda: has_pins)
        patch.setattr(start_board, "run", self._run)
        patch.setattr(simulator, "check_terminal", lambda as_text: as_text)
        patch.setattr(simulator, "run_in_terminal", self._simulate)

    def play(self, board: Board) -> None:
        assert not [outcome.why for outcome in keyed.press(board, self.words) if outcome.why]

    def _run(self, config: Config, board: Board, again: object = None) -> None:
        self.configs.append(config)
        self.boards.append(board)
        self.presses.append(board.history.applied)
        self.notices.append(board.view.notice)
        self.play(board)

    def _simulate(self, config: Config, board: Board, journal: Path, **named: object) -> None:
        self.journals.append(journal)
        self._run(config, board)
