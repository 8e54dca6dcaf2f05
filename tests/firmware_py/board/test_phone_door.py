"""Codes with which phones join the board are written to the file `phone.json`.

The file also contains how many times all phones have lost their permission to press keys.
"""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path

import pytest

from firmware_py.board import phones
from firmware_py.board.phones import PhoneFileDoor
from firmware_py.system.errors import UsageError
from firmware_py.window.folder import boot_time
from firmware_py.window.phone_file import PhoneFile, is_code, read_phone_file, write_phone_file


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
