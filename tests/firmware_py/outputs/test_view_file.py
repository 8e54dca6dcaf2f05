"""The view file is always complete, shows each key press once, and never disturbs the game."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path
from typing import Any

import pytest

from firmware_py.input.keys import Key, Press
from firmware_py.outputs.view_json import ViewFile
from firmware_py.system.files import put_in_place as replace
from firmware_py.window.changes_json import RECENT
from tests.support import keyed


class ViewFileRig:
    """A test rig: a board and its view file."""

    def __init__(self, folder: Path) -> None:
        self.board, self.path = keyed.board(), folder / "view.json"
        self.file = ViewFile(folder, 0o750)
        self.file.write(self.board)

    def press(self, words: str) -> None:
        for key in map(Key.parse, words.split()):
            self.file.write(self.board, [(Press(key), self.board.press(key))])

    @property
    def read(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.path.read_bytes())
        return found


@pytest.fixture
def bench(tmp_path: Path) -> ViewFileRig:
    return ViewFileRig(tmp_path)


def test_each_write_has_the_next_number_and_each_press_that_of_its_write(bench: ViewFileRig) -> None:
    found = bench.read
    assert (found["version"], found["sequence"], found["running"], found["recent"]) == (1, 1, True, [])
    assert bench.path.stat().st_mode & 0o777 == 0o640
    bench.press("OK 2 10")
    assert bench.read["sequence"] == 4
    recent = [(each["sequence"], each["key"]) for each in bench.read["recent"]]
    assert recent == [(2, "OK"), (3, "2"), (4, "10")]


def test_only_the_last_presses_are_kept(bench: ViewFileRig) -> None:
    bench.press("UNDO " * (RECENT + 5))
    assert len(bench.read["recent"]) == RECENT == 32
    assert bench.read["recent"][-1]["sequence"] == bench.read["sequence"] == RECENT + 6


def test_at_the_end_it_says_so_and_keeps_the_last_view(bench: ViewFileRig) -> None:
    bench.press("OK 2")
    before = bench.read
    bench.file.end()
    assert bench.read == {**before, "running": False, "sequence": before["sequence"] + 1}


@pytest.mark.parametrize("fails", ["open", "pwrite", "replace"])
def test_a_full_disk_keeps_the_last_file_and_the_game_goes_on(
    bench: ViewFileRig, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    bench.press("OK")
    before = bench.path.read_bytes()

    def full(*arguments: object, **named: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, fails, full)
        bench.press("2")
    assert bench.path.read_bytes() == before
    assert [path.name for path in bench.path.parent.iterdir()] == ["view.json"]
    bench.press("10")
    assert [each["key"] for each in bench.read["recent"]] == ["OK", "2", "10"]


def test_it_does_not_write_through_a_link(tmp_path: Path) -> None:
    target = tmp_path / "precious"
    target.write_text("precious")
    (tmp_path / "phone.json.new").symlink_to(target)
    replace(tmp_path / "phone.json", b"new", 0o750)
    assert target.read_text() == "precious"
    assert (tmp_path / "phone.json").read_bytes() == b"new"
