"""A disk that fails, and a program that is killed, while a game is put away."""

import errno
from contextlib import suppress
from pathlib import Path

import pytest

from engine.history import History
from firmware_py.app import Board
from firmware_py.archive import folder_of
from firmware_py.journal import Journal
from firmware_py.keys import Key
from firmware_py.reading import read_journal
from firmware_py.report import standing
from tests.firmware_py.disk import Disk, Killed
from tests.firmware_py.test_archive import AGAIN, WIN, files, listed, path, play

__all__ = ["path"]
BEFORE = f"OK {WIN} {AGAIN}"


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(monkeypatch)


@pytest.mark.parametrize("call", ["open", "pwrite", "fsync", "replace"])
@pytest.mark.parametrize("good", [0, 1, 2])
def test_nothing_is_lost_where_a_game_cannot_be_put_away_and_it_is_tried_again(
    path: Path, disk: Disk, call: str, good: int
) -> None:
    play(path, BEFORE)
    journal = Journal(path)
    board = Board(journal.history, journal)
    assert board.press(Key.OK).took
    disk.fail(call, errno.ENOSPC, after=good)
    why = board.settle()
    failed = why is not None
    if failed:
        assert why == f"{folder_of(path)}: the last game gets no file: the disk is full, make room"
        assert board.view.refusal == why
    disk.heal()
    expected = standing(board.history)
    assert standing(journal_of(path)) == expected
    assert len(listed(path)) == 2
    assert board.press(Key.THREE).took
    assert board.settle() is None
    journal.close()
    assert list(files(path)) == ["00001.txt", "00002.txt"]
    assert play(path, "UNDO UNDO UNDO").game.number == 1
    assert failed or call in ("pwrite", "replace", "open", "fsync")


def journal_of(path: Path) -> History:
    reading = read_journal(path)
    assert reading is not None and reading.damage is None
    return reading.history


@pytest.mark.parametrize("moment", ["before", "after"])
def test_killed_at_any_call_it_comes_back_with_all_games_and_the_same_state(
    tmp_path: Path, disk: Disk, moment: str
) -> None:
    whole = tmp_path / "whole.txt"
    play(whole, BEFORE)
    disk.calls.clear()
    play(whole, "OK")
    calls = len(disk.calls)
    play(whole, "3 K")
    expected = (standing(journal_of(whole)), files(whole).keys())
    for number in range(calls):
        path = tmp_path / f"{number}.txt"
        play(path, BEFORE)
        journal = Journal(path)
        board = Board(journal.history, journal)
        disk.calls.clear()
        setattr(disk, f"stop_{moment}", number)
        acknowledged = False
        # After a call that fails, such as one that takes away a file that is not there, nobody is killed.
        with suppress(Killed):
            assert board.press(Key.OK).took
            acknowledged = True
            board.settle()
        disk.die()
        there = journal_of(path).game.number == 2
        assert there or not acknowledged
        assert len(listed(path)) == 2
        play(path, "3 K" if there else "OK 3 K")
        assert (standing(journal_of(path)), files(path).keys()) == expected
    assert calls > 20
