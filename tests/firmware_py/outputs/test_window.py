"""Other programs watch the board through its view file and press its keys through a socket.

Both are created when the board shows its first view. A second board does not replace them. A flood of keys
and junk on the socket affects neither the board's own keys nor its shutdown.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from firmware_py.board.ports import Ending
from firmware_py.drivers.key_socket import KeySocket
from firmware_py.input.keys import Key, Press
from firmware_py.outputs.view_json import ViewFile
from firmware_py.outputs.window import Window
from firmware_py.system.errors import UsageError
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
