"""The window of a board: it opens with the first view, and only one board can have it."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import pytest

from firmware_py.drivers.key_socket import KeySocket
from firmware_py.errors import UsageError
from firmware_py.input.keys import Key
from firmware_py.input.press import Press
from firmware_py.ports import Ending
from firmware_py.window.window import Window
from tests.support import keyed


def window(folder: Path, heard: list[Press] | None = None) -> Window:
    put = (heard if heard is not None else []).append
    return Window(folder, lambda path: KeySocket(path, put))


def test_it_opens_with_the_first_view_and_leaves_only_the_file(tmp_path: Path) -> None:
    folder = tmp_path / "muggins"
    with closing(window(folder)) as made:
        assert not folder.exists()
        board = keyed.board()
        made.shown(board)
        assert sorted(path.name for path in folder.iterdir()) == ["keys", "view.json"]
        made.pressed(Press(Key.OK), board.press(Key.OK))
        made.shown(board)
        made.ended(Ending.STOPPED)
    assert [path.name for path in folder.iterdir()] == ["view.json"]
    found = json.loads((folder / "view.json").read_bytes())
    assert not found["running"] and [each["key"] for each in found["recent"]] == ["OK"]


def test_a_second_board_leaves_the_window_of_the_first_alone(tmp_path: Path) -> None:
    with closing(window(tmp_path)) as first, closing(window(tmp_path)) as second:
        first.shown(keyed.board("OK"))
        before = (tmp_path / "view.json").read_bytes()
        with pytest.raises(UsageError, match=r"keys: another board takes keys here; stop it first"):
            second.shown(keyed.board())
        second.ended(Ending.STOPPED)
        assert (tmp_path / "view.json").read_bytes() == before
        first.close()
        second.shown(keyed.board())
        assert (tmp_path / "view.json").read_bytes() != before


def test_a_window_that_never_opened_can_be_closed(tmp_path: Path) -> None:
    made = window(tmp_path / "muggins")
    made.ended(Ending.STOPPED)
    made.close()
    assert not (tmp_path / "muggins").exists()
