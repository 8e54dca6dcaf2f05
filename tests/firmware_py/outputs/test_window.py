"""Other programs watch the board through its view file and press its keys through a socket.

Both are created when the board shows its first view. A second board does not replace them. A flood of keys
and junk on the socket affects neither the board's own keys nor its shutdown.
"""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from firmware_py.board.ports import Ending
from firmware_py.drivers.key_socket import KeySocket
from firmware_py.input.keys import Key, Press
from firmware_py.outputs.view_json import ViewFile
from firmware_py.outputs.window import Window
from firmware_py.system.errors import UsageError
from firmware_py.system.files import put_in_place as replace
from firmware_py.window.changes_json import RECENT
from firmware_py.window.datagrams import PhoneAccess
from tests.support import keyed
from tests.support.deadline import until
from tests.support.wired import service


@pytest.fixture(autouse=True)
def _runtime(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path / "run"))


def window(heard: list[Press | PhoneAccess] | None = None) -> Window:
    def put(message: Press | PhoneAccess) -> bool:
        (heard if heard is not None else []).append(message)
        return True

    return Window(Path("games.txt"), lambda path: KeySocket(path, put))


def test_it_opens_with_the_first_view_and_leaves_only_the_file(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    with closing(window()) as made:
        assert not folder.exists()
        assert made.folder is None
        board = keyed.board()
        made.shown(board)
        assert made.folder == folder
        assert sorted(path.name for path in folder.iterdir()) == ["alive", "keys", "view.json"]
        made.pressed(Press(Key.OK), board.press(Key.OK))
        made.shown(board)
        made.ended(Ending.STOPPED)
    assert [path.name for path in folder.iterdir()] == ["view.json"]
    found = json.loads((folder / "view.json").read_bytes())
    assert not found["running"] and [each["key"] for each in found["recent"]] == ["OK"]


def test_a_second_board_leaves_the_window_of_the_first_alone(tmp_path: Path) -> None:
    with closing(window()) as first, closing(window()) as second:
        first.shown(keyed.board("OK"))
        before = (tmp_path / "run" / "view.json").read_bytes()
        with pytest.raises(UsageError, match=r"keys: another board takes keys here; stop it first"):
            second.shown(keyed.board())
        assert second.folder is None
        second.ended(Ending.STOPPED)
        assert (tmp_path / "run" / "view.json").read_bytes() == before
        first.close()
        second.shown(keyed.board())
        assert (tmp_path / "run" / "view.json").read_bytes() != before


def test_socket_is_removed_before_the_last_view_file_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the socket were still there, programs could send keys, which the board would ignore."""
    folder, seen = tmp_path / "run", []
    with closing(window()) as made:
        made.shown(keyed.board())
        monkeypatch.setattr(ViewFile, "end", lambda file: seen.append((folder / "keys").exists()))
        made.ended(Ending.STOPPED)
    assert seen == [False]


def test_a_socket_that_somebody_removed_comes_back_with_the_next_view(tmp_path: Path) -> None:
    keys = tmp_path / "run" / "keys"
    heard: list[Press] = []
    with closing(window(heard)) as made:
        made.shown(keyed.board())
        keys.unlink()
        made.shown(keyed.board())
        assert keys.is_socket()
        keys.unlink()
        with closing(KeySocket(keys, lambda press: True)):  # another board has it
            with pytest.raises(UsageError, match="another board takes keys here"):
                made.shown(keyed.board())
            assert keys.is_socket()
        made.shown(keyed.board())
        assert keys.is_socket()


FLOOD = """
import socket, sys
program = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
sent = 0
while True:
    for datagram in sys.argv[2:]:
        program.sendto(datagram.encode(), sys.argv[1])
        sent += 1
    if sent == 2000:
        print("flooding", flush=True)
"""
"""A program that repeatedly sends the datagrams on its command line to a socket, at full speed."""


@contextmanager
def flood(socket: Path, *datagrams: str) -> Iterator[None]:
    """Keep sending these datagrams to a socket, as fast as possible, until the `with` block ends."""
    command = [sys.executable, "-c", FLOOD, str(socket), *datagrams]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        try:
            assert process.stdout and process.stdout.readline() == b"flooding\n"
            yield
        finally:
            process.kill()


@pytest.mark.slow
def test_own_keys_and_stop_requests_work_during_a_flood(tmp_path: Path) -> None:
    junk = json.dumps({"key": "ten of clubs"})
    keys = tmp_path / "run" / "keys"
    with service(tmp_path) as board, flood(keys, '{"key": "K"}', junk), flood(keys, junk, "x" * 4000):
        for fives in range(1, 5):
            board.ask("press 5")
            until(lambda fives=fives: laid(tmp_path).count("5") == fives, f"five number {fives}")
        until(lambda: sorted(laid(tmp_path)) == ["5"] * 4 + ["K"] * 4, "the last card")
        recent = json.loads((keys.parent / "view.json").read_bytes())["recent"]
        assert any(each["key"] == "K" and each["refused"] for each in recent)
        board.end()
    assert board.process.returncode == 0
    assert not json.loads((keys.parent / "view.json").read_bytes())["running"]


def laid(folder: Path) -> list[str]:
    """Return the cards that have been played so far, according to the journal."""
    lines = (folder / "games.txt").read_text().splitlines()
    return [line.split()[1] for line in lines if line.startswith("lay ")]


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


def test_a_board_that_never_showed_anything_leaves_no_file(tmp_path: Path) -> None:
    ViewFile(tmp_path, 0o750).end()
    assert list(tmp_path.iterdir()) == []
