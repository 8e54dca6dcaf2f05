"""A follower sees every change once, and waits for a board that has not started yet."""

from __future__ import annotations

import os
import threading
from contextlib import closing
from pathlib import Path

import inotify_simple
import pytest

from firmware_py.errors import UsageError
from firmware_py.input.keys import Key
from firmware_py.input.press import Press
from firmware_py.window import folder_watch as module
from firmware_py.window.follower import Follower
from firmware_py.window.view_file import ViewFile
from tests.support import keyed
from tests.support.deadline import PATIENCE


def test_each_change_is_seen_once(tmp_path: Path) -> None:
    board, file = keyed.board(), ViewFile(tmp_path, 0o750)
    with closing(Follower(tmp_path)) as follower:
        assert follower.changed(0) is None
        file.write(board)
        first = follower.changed(PATIENCE)
        assert first is not None and first["sequence"] == 1
        assert follower.changed(0) is None
        file.write(board, [(Press(Key.OK), board.press(Key.OK))])
        second = follower.changed(PATIENCE)
        assert second is not None and second["recent"][-1]["key"] == "OK"


def test_a_board_that_starts_later_is_found(tmp_path: Path) -> None:
    folder = tmp_path / "muggins"

    def start() -> None:
        folder.mkdir()
        ViewFile(folder, 0o750).write(keyed.board())

    with closing(Follower(folder)) as follower:
        later = threading.Timer(0.3, start)
        later.start()
        found = follower.changed(PATIENCE)
        later.join(PATIENCE)
    assert found is not None and found["running"]


def test_a_board_that_starts_again_is_found_although_it_counts_from_1(tmp_path: Path) -> None:
    with closing(Follower(tmp_path)) as follower:
        runs = []
        for _ in range(3):
            ViewFile(tmp_path, 0o750).write(keyed.board())
            found = follower.changed(PATIENCE)
            assert found is not None
            runs.append(found["run"])
    assert len(set(runs)) == 3


def test_a_folder_that_is_removed_and_made_again_is_followed(tmp_path: Path) -> None:
    folder = tmp_path / "muggins"
    folder.mkdir()
    ViewFile(folder, 0o750).write(keyed.board())
    with closing(Follower(folder)) as follower:
        assert follower.changed(PATIENCE) is not None
        (folder / "view.json").unlink()
        folder.rmdir()
        assert follower.changed(0.01) is None
        folder.mkdir()
        ViewFile(folder, 0o750).write(keyed.board())
        assert follower.changed(PATIENCE) is not None


def test_follower_sleeps_while_the_folder_does_not_exist(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A follower polls for a missing folder only if the system cannot report changes."""
    looks: list[float] = []
    monkeypatch.setattr(module.time, "sleep", looks.append)
    folder = tmp_path / "muggins"
    with closing(Follower(folder)) as follower:
        for _ in range(3):
            assert follower.changed(0.05) is None
            later = threading.Timer(
                0.3, lambda: (folder.mkdir(), ViewFile(folder, 0o750).write(keyed.board()))
            )
            later.start()
            assert follower.changed(PATIENCE) is not None
            later.join(PATIENCE)
            (folder / "view.json").unlink()
            folder.rmdir()
    assert not looks


def test_a_folder_that_comes_just_before_it_is_watched_for_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, watch = tmp_path / "muggins", inotify_simple.INotify.add_watch

    def late(self: inotify_simple.INotify, *arguments: object) -> int:
        if not folder.exists():
            folder.mkdir()
            ViewFile(folder, 0o750).write(keyed.board())
        return watch(self, *arguments)

    monkeypatch.setattr(inotify_simple.INotify, "add_watch", late)
    with closing(Follower(folder)) as follower:
        assert follower.changed(PATIENCE) is not None


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'"text"', b"\xff", b"[" * 100_000])
def test_a_file_that_is_no_view_counts_as_no_board(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "view.json").write_bytes(content)
    assert Follower(tmp_path).read() is None


def test_a_file_that_may_not_be_read_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(self: Path) -> bytes:
        raise PermissionError(13, os.strerror(13), str(self))

    monkeypatch.setattr(Path, "read_bytes", denied)
    with pytest.raises(UsageError, match=r"view\.json: permission denied: 'sudo adduser \$USER muggins'"):
        Follower(tmp_path).read()
