"""A watch wakes when a file is replaced, and follows a folder that is removed and created again."""

from __future__ import annotations

import time
from contextlib import closing
from pathlib import Path

import pytest

from firmware_py.window import follower
from firmware_py.window.follower import FolderWatch
from tests.support.deadline import PATIENCE


def replace_a_file(folder: Path) -> None:
    (folder / "fresh").write_text("")
    (folder / "fresh").rename(folder / "file")


def test_a_change_after_opening_ends_the_sleep(tmp_path: Path) -> None:
    with closing(FolderWatch(tmp_path)) as watch:
        for _ in range(3):
            watch.open()
            replace_a_file(tmp_path)
            began = time.monotonic()
            watch.sleep(PATIENCE)
            assert time.monotonic() - began < PATIENCE


def test_without_a_change_the_sleep_ends_in_time(tmp_path: Path) -> None:
    with closing(FolderWatch(tmp_path)) as watch:
        watch.open()
        watch.sleep(0.01)
        watch.sleep(0.01)


def test_a_folder_that_comes_goes_and_comes_back_is_watched(tmp_path: Path) -> None:
    folder = tmp_path / "muggins"
    with closing(FolderWatch(folder)) as watch:
        for _ in range(2):
            watch.open()
            folder.mkdir()
            watch.sleep(None)
            watch.open()
            replace_a_file(folder)
            watch.sleep(None)
            (folder / "file").unlink()
            folder.rmdir()
            watch.sleep(None)


def test_where_the_system_reports_nothing_it_glances(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    monkeypatch.setattr(follower.time, "sleep", slept.append)
    watch = FolderWatch(tmp_path)
    for left in (None, 0.01, 5.0):
        watch.sleep(left)
    assert slept == [0.2, 0.01, 0.2]
