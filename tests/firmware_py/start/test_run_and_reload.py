"""A running board reads its configuration again when it is told to. Tests of the service check the rest."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

from engine.game import Game
from engine.match.history import History
from firmware_py.board.board import Board
from firmware_py.board.ports import Ending
from firmware_py.config import files
from firmware_py.config.build import load
from firmware_py.start import board as run_and_reload
from firmware_py.words.american import American
from firmware_py.words.in_use import words


def test_a_configuration_that_is_read_again_may_choose_other_words(tmp_path: Path) -> None:
    path = tmp_path / "muggins.toml"
    path.write_text('extends = "bare"\n[game]\nwords = "american"')
    service: Any = SimpleNamespace(play=lambda loop, screens: Ending.RELOAD)
    assembly: Any = SimpleNamespace(loop=None, screens=None)
    board = Board(History.of(Game.new()))
    fresh = run_and_reload._play(assembly, service, load(files.profile("bare")), board, path)
    assert fresh is not None and fresh.words == "american"
    assert type(words()) is American
