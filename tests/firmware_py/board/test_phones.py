"""Phones join while the dialogue is open, each with a code of its own, which `phone.json` holds.

On emulated wires, the display shows the code, and no other file holds it.
"""

import errno
import os
import shutil
from pathlib import Path

import pytest

from firmware_py.board.board import Board
from firmware_py.board.phones import LATE, PhoneFileDoor, PhoneJoining
from firmware_py.input.keys import Key
from firmware_py.input.settings import Equipment
from firmware_py.system.errors import UsageError
from firmware_py.window.datagrams import PhoneAccess, phone_datagram
from firmware_py.window.folder import boot_time
from firmware_py.window.phone_file import PhoneFile, is_code, read_phone_file, write_phone_file
from tests.support import keyed
from tests.support.board_process import tell
from tests.support.deadline import until
from tests.support.pictures import needs_reader, read_qr_codes
from tests.support.wired import service

ADDRESS = "192.168.178.123"
FULL = "/run/muggins: the disk is full (free some space); phones cannot be let in or put out"


class Door:
    """A test double for the object that lets phones join. Its codes are numbered.

    Attributes:
        calls: a log of the calls. A new code is logged as the code itself, followed by `+` if all phones lost
            their rights. Closing the object is logged as `closed`.
        failing: set to True to make every call fail.
    """

    is_service = False

    def __init__(self) -> None:
        self.calls: list[str] = []
        self.failing = False

    def _call(self, what: str) -> None:
        if self.failing:
            raise UsageError(FULL)
        self.calls.append(what)

    def new_code(self, *, withdraws: bool = False) -> str:
        code = f"CODE{len(self.calls) + 2222}"
        self._call(code + "+" * withdraws)
        return code

    def close(self) -> None:
        self._call("closed")


class Bench:
    """A test rig: a board, and a test double for the object that lets phones join it."""

    def __init__(self) -> None:
        self.board: Board = keyed.board("OK 3")
        self.board.equip(Equipment(phones=True))
        self.door, self.lines = Door(), list[str]()
        self.joining = PhoneJoining(self.board, self.door, self.lines.append)
        self.now = 1000.0

    def press(self, words: str) -> None:
        for word in words.split():
            self.board.press(Key.parse(word))
            self.follow()

    def follow(self) -> None:
        self.joining.follow(self.now)
        self.board.show_also(self.joining.shows)

    def hear(self, joined: int) -> None:
        self.joining.hear(PhoneAccess(ADDRESS, 80, joined), self.now)
        self.follow()

    def wait(self, seconds: float) -> None:
        self.now += seconds
        self.follow()

    @property
    def code(self) -> str | None:
        """The code shown on the board, which lets a phone join; None if the board shows no code."""
        return self.board.view.phone.code if self.board.view.phone else None

    @property
    def rows(self) -> list[str]:
        assert self.board.view.page
        return [row.left for row in self.board.view.page.rows[:-1]]


@pytest.fixture
def bench() -> Bench:
    return Bench()


def test_a_phone_that_has_joined_plays_at_once(bench: Bench) -> None:
    bench.press("MENU K")
    bench.hear(1)  # this phone joined before the dialogue was opened
    before = bench.board.view
    bench.hear(1)
    assert bench.board.view is before
    assert bench.code == "CODE2222"
    bench.hear(2)
    assert (bench.board.view.page, bench.board.view.notice) == (None, "2 phones have joined.")
    assert (bench.door.calls, bench.joining.deadline) == (["CODE2222", "closed"], None)
    bench.press("5")
    assert bench.board.history.game.count == 5
    bench.press("UNDO")
    assert bench.door.calls == ["CODE2222", "closed"]


def test_a_phone_that_joins_while_the_board_asks_does_not_answer_the_question(bench: Bench) -> None:
    bench.press("MENU K")
    bench.hear(1)
    bench.press("UNDO")
    assert bench.code is None
    bench.hear(2)
    assert bench.board.view.page and bench.board.view.page.title == "Put all phones out?"
    bench.press("GO")
    assert (bench.code, bench.rows[-1]) == ("CODE2223", "2 phones have joined.")


def test_a_code_is_shown_for_two_minutes_and_then_a_key_makes_a_new_one(bench: Bench) -> None:
    bench.press("MENU K")
    bench.hear(0)
    assert bench.joining.deadline == 1120.0
    bench.wait(119.9)
    assert bench.code == "CODE2222"
    bench.wait(0.1)
    assert (bench.code, bench.rows[1], bench.joining.deadline) == (None, "No code is valid now.", None)
    bench.press("OK")
    assert (bench.code, bench.joining.deadline) == ("CODE2223", 1240.0)
    bench.wait(100)
    bench.press("5")  # a refused key leaves the code as it is
    assert "OK makes a new code" in (bench.board.view.refusal or "")
    assert (bench.code, bench.joining.deadline) == ("CODE2223", 1240.0)
    bench.press("OK")
    assert (bench.code, bench.joining.deadline) == ("CODE2224", 1340.0)


def test_while_it_waits_for_the_server_it_says_so_and_later_what_to_do(bench: Bench) -> None:
    bench.press("MENU K")
    assert (bench.door.calls, bench.code) == (["CODE2222"], None)  # made at once, but not shown
    assert (bench.rows[0], bench.joining.deadline) == ("Waiting for", 1000.0 + LATE)
    bench.wait(LATE)
    assert (bench.rows[0], bench.joining.deadline) == ("The page is not running.", 1120.0)
    bench.hear(0)
    assert (bench.rows[0], bench.code) == (ADDRESS, "CODE2222")
    # A server that answers in time leaves no deadline but the expiry.
    bench.press("OK")
    bench.hear(0)
    bench.wait(LATE)
    assert (bench.rows[0], bench.joining.deadline) == (ADDRESS, bench.now - LATE + 120.0)


@pytest.mark.parametrize("key", ["GO", "MENU"])
def test_leaving_makes_the_code_invalid_once(bench: Bench, key: str) -> None:
    bench.press(f"MENU K {key} K 5")
    bench.hear(1)
    bench.joining.close()
    assert (bench.door.calls, bench.joining.deadline) == (["CODE2222", "closed"], None)
    bench.press("MENU K")
    assert (bench.door.calls[2:], bench.rows[0]) == (["CODE2224"], "Waiting for")


def test_leaving_without_a_code_tells_the_server_nothing(bench: Bench) -> None:
    bench.door.failing = True
    bench.press("MENU K")
    bench.door.failing = False
    bench.press("GO")
    assert (bench.door.calls, bench.lines) == ([], [FULL])


def test_all_phones_can_be_put_out_and_others_let_in(bench: Bench) -> None:
    bench.press("MENU K")
    bench.hear(2)
    bench.press("UNDO OK")
    assert (bench.door.calls, bench.code) == (["CODE2222", "CODE2223+"], "CODE2223")
    assert bench.rows[-1] == "All phones are out."
    bench.hear(0)
    assert (bench.rows[-1], bench.code) == ("All phones are out.", "CODE2223")
    bench.hear(1)
    assert (bench.board.view.notice, bench.code) == ("1 phone has joined.", None)


@pytest.mark.parametrize("keys", ["OK", "UNDO OK"])
def test_a_failure_is_said_in_one_line_and_the_code_stays(bench: Bench, keys: str) -> None:
    bench.press("MENU K")
    bench.hear(2)
    bench.door.failing = True
    bench.press(keys)
    assert (bench.board.view.notice, bench.lines) == (FULL, [FULL])
    assert (bench.code, bench.rows[-1]) == ("CODE2222", "2 phones have joined.")
    bench.door.failing = False
    bench.press("OK")
    assert (bench.board.view.notice, bench.code) == (None, "CODE2223")


def test_a_failure_to_leave_is_said_too_and_the_game_goes_on(bench: Bench) -> None:
    bench.press("MENU K")
    bench.door.failing = True
    bench.press("GO")
    assert (bench.board.view.notice, bench.lines, bench.board.view.page) == (FULL, [FULL], None)
    bench.press("K")
    assert bench.board.history.game.count == 10


# -- the file


@pytest.fixture
def door(tmp_path: Path) -> PhoneFileDoor:
    return PhoneFileDoor(lambda: tmp_path / "muggins")


def written(folder: Path) -> PhoneFile:
    found = read_phone_file(folder / "muggins")
    assert found is not None
    return found


def test_a_new_code_is_in_the_file_with_the_time_it_was_made(door: PhoneFileDoor, tmp_path: Path) -> None:
    before = boot_time()
    code = door.new_code()
    found = written(tmp_path)
    assert is_code(code)
    assert (found.code, found.withdrawn) == (code, 0)
    assert before <= found.made <= boot_time()
    assert door.new_code() != code


def test_withdrawals_are_counted_and_a_closed_door_has_no_code(door: PhoneFileDoor, tmp_path: Path) -> None:
    (tmp_path / "muggins").mkdir()
    write_phone_file(tmp_path / "muggins", PhoneFile(None, 1.0, 5))
    for withdraws, withdrawn in ((False, 5), (True, 6), (False, 6), (True, 7)):
        code = door.new_code(withdraws=withdraws)
        assert written(tmp_path)[::2] == (code, withdrawn)
    shutil.rmtree(tmp_path / "muggins")  # somebody has removed the folder
    code = door.new_code()
    assert written(tmp_path)[::2] == (code, 7)
    door.close()
    assert written(tmp_path)[::2] == (None, 7)


def test_a_board_without_a_window_lets_no_phone_in() -> None:
    why = "^other programs cannot see this board, so it cannot let phones in$"
    with pytest.raises(UsageError, match=why):
        PhoneFileDoor(lambda: None).new_code()


def test_on_a_full_disk_it_says_so_in_a_line_and_nothing_has_changed(
    door: PhoneFileDoor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full_disk(file: int, content: bytes, offset: int) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    door.new_code(withdraws=True)
    before = written(tmp_path)
    with monkeypatch.context() as full:
        full.setattr("os.pwrite", full_disk)
        for refused in (door.new_code, lambda: door.new_code(withdraws=True), door.close):
            with pytest.raises(UsageError) as caught:
                refused()
            assert str(caught.value) == FULL.replace("/run/muggins", str(tmp_path / "muggins"))
    assert written(tmp_path) == before
    door.new_code()
    assert written(tmp_path).withdrawn == 1


# -- as a service, on emulated wires


def code_in(window: Path) -> str | None:
    found = read_phone_file(window)
    assert found is not None
    return found.code


@needs_reader
def test_a_camera_reads_the_code_from_the_display_and_no_other_file_has_it(tmp_path: Path) -> None:
    window = tmp_path / "run"

    def scanned() -> list[str]:
        return read_qr_codes(bytes.fromhex(board.ask("look")["glass"]), tmp_path)

    with service(tmp_path) as board:
        shown = board.ask("press 5 MENU K")
        code = code_in(window)
        tell(window, phone_datagram(PhoneAccess("192.168.178.123", 8080, 0)))
        until(lambda: scanned() == [f"HTTP://192.168.178.123:8080/{code}"], "the code on the display")
        assert board.ask("look")["lit"] == shown["lit"]
        tell(window, phone_datagram(PhoneAccess("192.168.178.123", 8080, 1)))
        until(lambda: code_in(window) is None, "the end of the code")
        until(lambda: scanned() == [], "the game on the display")
        board.end()
        assert code and not [line for line in board.log if code in line]
    files = {path.name: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert {"games.txt", "phone.json", "view.json"} <= set(files)
    assert not [name for name, content in files.items() if code.encode() in content]


def test_a_board_that_ends_while_the_dialogue_is_open_leaves_no_valid_code(tmp_path: Path) -> None:
    with service(tmp_path) as board:
        board.ask("press MENU K")
        assert code_in(tmp_path / "run")
        board.end()
    assert code_in(tmp_path / "run") is None
