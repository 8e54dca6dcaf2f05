"""Phones join while the dialogue is open, each with a code of its own, which `phone.json` holds."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path

import pytest

from firmware_py.board import phones
from firmware_py.board.board import Board
from firmware_py.board.phones import LATE, PhoneFileDoor, PhoneJoining
from firmware_py.input.dialogue import Equipment
from firmware_py.input.keys import Key
from firmware_py.system.errors import UsageError
from firmware_py.window.datagrams import PhoneAccess
from firmware_py.window.folder import boot_time
from firmware_py.window.phone_file import PhoneFile, is_code, read_phone_file, write_phone_file
from tests.support import keyed

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


def test_nothing_happens_until_the_dialogue_is_opened(bench: Bench) -> None:
    bench.press("MENU 5 OK GO K")
    bench.hear(2)
    assert (bench.door.calls, bench.joining.deadline, bench.board.view.page) == ([], None, None)


def test_it_makes_a_code_at_once_and_shows_it_once_the_address_is_known(bench: Bench) -> None:
    bench.press("MENU K")
    assert (bench.door.calls, bench.code) == (["CODE2222"], None)
    bench.hear(0)
    assert (bench.code, bench.rows[0]) == ("CODE2222", ADDRESS)
    assert bench.door.calls == ["CODE2222"]


def test_a_report_that_says_nothing_new_changes_nothing(bench: Bench) -> None:
    bench.press("MENU K")
    bench.hear(1)
    before = bench.board.view
    bench.hear(1)
    assert bench.board.view is before


def test_a_phone_that_has_joined_plays_at_once(bench: Bench) -> None:
    bench.press("MENU K")
    bench.hear(1)  # this phone joined before the dialogue was opened
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


def test_a_new_code_may_be_asked_for_before_the_old_one_expires(bench: Bench) -> None:
    bench.press("MENU K")
    bench.hear(0)
    bench.wait(100)
    bench.press("OK")
    assert (bench.code, bench.joining.deadline) == ("CODE2223", 1220.0)


def test_while_it_waits_for_the_server_it_says_so_and_later_what_to_do(bench: Bench) -> None:
    bench.press("MENU K")
    assert (bench.rows[0], bench.joining.deadline) == ("Waiting for", 1000.0 + LATE)
    bench.wait(LATE)
    assert (bench.rows[0], bench.joining.deadline) == ("The page is not running.", 1120.0)
    bench.hear(0)
    assert (bench.rows[0], bench.code) == (ADDRESS, "CODE2222")


def test_a_server_that_answers_in_time_leaves_no_deadline_but_the_expiry(bench: Bench) -> None:
    bench.press("MENU K")
    bench.hear(0)
    bench.wait(LATE)
    assert (bench.rows[0], bench.joining.deadline) == (ADDRESS, 1120.0)


@pytest.mark.parametrize("key", ["GO", "MENU"])
def test_leaving_makes_the_code_invalid_once(bench: Bench, key: str) -> None:
    bench.press(f"MENU K {key} K 5")
    bench.hear(1)
    bench.joining.close()
    assert (bench.door.calls, bench.joining.deadline) == (["CODE2222", "closed"], None)
    bench.press("MENU K")
    assert (bench.door.calls[2:], bench.rows[0]) == (["CODE2224"], "Waiting for")


def test_leaving_tells_the_server_even_if_the_code_has_expired(bench: Bench) -> None:
    bench.press("MENU K")
    bench.wait(120)
    bench.press("GO")
    assert bench.door.calls == ["CODE2222", "closed"]


def test_leaving_tells_the_server_nothing_if_it_never_learned_of_a_code(bench: Bench) -> None:
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


def test_a_refused_key_leaves_the_code_as_it_is(bench: Bench) -> None:
    bench.press("MENU K")
    bench.hear(0)
    bench.press("5")
    assert "OK makes a new code" in (bench.board.view.refusal or "")
    assert (bench.code, bench.door.calls) == ("CODE2222", ["CODE2222"])


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


def test_without_a_first_code_the_page_offers_to_try_again(bench: Bench) -> None:
    bench.door.failing = True
    bench.press("MENU K")
    bench.hear(0)
    assert (bench.board.view.notice, bench.lines, bench.code) == (FULL, [FULL], None)
    assert bench.rows[1] == "No code is valid now."
    bench.door.failing = False
    bench.press("OK")
    assert bench.code == "CODE2222"


def test_nothing_is_left_of_the_last_time_if_there_is_no_new_code(bench: Bench) -> None:
    bench.press("MENU K")
    bench.hear(2)
    bench.press("GO")
    bench.door.failing = True
    bench.press("MENU K")
    assert (bench.rows[0], bench.code) == ("Waiting for", None)


def test_a_failure_to_leave_is_said_too_and_the_game_goes_on(bench: Bench) -> None:
    bench.press("MENU K")
    bench.door.failing = True
    bench.press("GO")
    assert (bench.board.view.notice, bench.lines, bench.board.view.page) == (FULL, [FULL], None)
    bench.press("K")
    assert bench.board.history.game.count == 10


def full_disk(file: int, content: bytes, offset: int) -> int:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.fixture
def door(tmp_path: Path) -> PhoneFileDoor:
    return PhoneFileDoor(lambda: tmp_path)


def written(folder: Path) -> PhoneFile:
    found = read_phone_file(folder)
    assert found is not None
    return found


def test_a_new_code_is_in_the_file_with_the_time_when_it_was_made(
    door: PhoneFileDoor, tmp_path: Path
) -> None:
    before = boot_time()
    code = door.new_code()
    found = written(tmp_path)
    assert is_code(code)
    assert (found.code, found.withdrawn) == (code, 0)
    assert before <= found.made <= boot_time()
    assert door.new_code() != code


def test_each_withdrawal_is_counted_and_a_closed_door_has_no_code(
    door: PhoneFileDoor, tmp_path: Path
) -> None:
    code = door.new_code(withdraws=True)
    assert written(tmp_path)[::2] == (code, 1)
    code = door.new_code()
    assert written(tmp_path)[::2] == (code, 1)
    code = door.new_code(withdraws=True)
    assert written(tmp_path)[::2] == (code, 2)
    door.close()
    assert written(tmp_path)[::2] == (None, 2)


def test_withdrawals_of_an_earlier_run_of_the_board_still_count(tmp_path: Path) -> None:
    write_phone_file(tmp_path, PhoneFile(None, 1.0, 5))
    PhoneFileDoor(lambda: tmp_path).new_code()
    assert written(tmp_path).withdrawn == 5


def test_withdrawals_still_count_if_somebody_has_removed_the_folder(tmp_path: Path) -> None:
    folder = tmp_path / "muggins"
    door = PhoneFileDoor(lambda: folder)
    door.new_code(withdraws=True)
    shutil.rmtree(folder)
    code = door.new_code()
    assert written(folder)[::2] == (code, 1)


def test_a_board_without_a_window_lets_no_phone_in() -> None:
    why = "^other programs cannot see this board, so it cannot let phones in$"
    with pytest.raises(UsageError, match=why):
        PhoneFileDoor(lambda: None).new_code()


def test_on_a_full_disk_it_says_so_in_a_line_and_nothing_has_changed(
    door: PhoneFileDoor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    door.new_code(withdraws=True)
    before = written(tmp_path)
    with monkeypatch.context() as full:
        full.setattr("os.pwrite", full_disk)
        for refused in (door.new_code, lambda: door.new_code(withdraws=True), door.close):
            with pytest.raises(UsageError) as caught:
                refused()
            assert str(caught.value) == (
                f"{tmp_path}: the disk is full (free some space); phones cannot be let in or put out"
            )
    assert written(tmp_path) == before
    door.new_code()
    assert written(tmp_path).withdrawn == 1


def test_it_knows_the_folder_of_the_service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    door = PhoneFileDoor(lambda: tmp_path)
    assert not door.is_service
    monkeypatch.setattr(phones, "SERVICE_RUNTIME_FOLDER", tmp_path)
    assert door.is_service
