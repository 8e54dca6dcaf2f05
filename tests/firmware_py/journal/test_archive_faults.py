"""The archive on a failing disk."""

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path

import pytest

from firmware_py.board.board import Board
from firmware_py.board.loop import Housekeeping
from firmware_py.input.keys import Key
from firmware_py.journal.archive import folder_of
from firmware_py.journal.journal import Journal
from firmware_py.reports.match import report_object
from tests.support.journals import (
    AGAIN,
    WIN,
    Disk,
    Killed,
    content_of,
    files,
    journal_of,
    listed,
    play,
    written,
)

BEFORE = f"OK {WIN} {AGAIN}"


ARCHIVED = ["unlink", "open", "pwrite", "fsync", "replace", "open", "fsync"]
"""The system calls that write a game's file."""
SHORTENED = ["unlink", "open", "pwrite", "fsync", "flock", "replace", "open", "fsync"]
"""The system calls that replace the journal with a shorter one."""
CALLS = ARCHIVED + SHORTENED


def failing_calls() -> list[tuple[str, int, int]]:
    """Return the system calls in `CALLS` that the tests make fail, one in each test.

    Each item contains the call's name, the number of calls with that name before it in `CALLS`, and the
    call's index in `CALLS`.
    """
    return [
        (call, CALLS[:index].count(call), index)
        for index, call in enumerate(CALLS)
        if call not in ("unlink", "flock")
    ]


@pytest.mark.parametrize(("call", "good", "index"), failing_calls())
def test_if_a_game_cannot_be_archived_nothing_is_lost_and_the_board_tries_again(
    path: Path, disk: Disk, call: str, good: int, index: int
) -> None:
    play(path, BEFORE)
    journal = Journal(path)
    board = Board(journal.history, journal)
    assert board.press(Key.OK).took
    disk.calls.clear()
    disk.fail(call, errno.ENOSPC, after=good)
    why = (
        f"{folder_of(path)}: the last game could not be saved in a file of its own: "
        "the disk is full (free some space); it stays in the journal"
    )
    assert Housekeeping(board).work() == why
    assert disk.calls[: index + 1] == CALLS[: index + 1]
    disk.heal()
    assert report_object(journal_of(path)) == report_object(board.history)
    assert len(listed(path)) == 2
    # The next press is saved in the current journal, and the folder is synced if the failure prevented that.
    disk.calls.clear()
    assert board.press(Key.THREE).took
    assert ("fsync" in disk.calls) == (index >= len(CALLS) - 2)
    assert report_object(journal_of(path)) == report_object(board.history)
    assert Housekeeping(board).work() is None and not Housekeeping(board).due
    journal.close()
    assert list(files(path)) == (["00001.txt"] if index < len(ARCHIVED) - 2 else ["00001.txt", "00002.txt"])
    assert play(path, "UNDO UNDO UNDO").game.number == 1
    play(path, "REDO REDO REDO")
    assert list(files(path)) == ["00001.txt", "00002.txt"]


@pytest.mark.parametrize("moment", ["before", "after"])
def test_killed_at_any_call_the_board_resumes_with_all_games_and_the_same_state(
    tmp_path: Path, disk: Disk, moment: str
) -> None:
    whole = tmp_path / "whole.txt"
    play(whole, BEFORE)
    disk.calls.clear()
    play(whole, "OK")
    calls = len(disk.calls)
    play(whole, "3 K")
    expected = (report_object(journal_of(whole)), files(whole).keys())
    for number in range(calls):
        path = tmp_path / f"{number}.txt"
        play(path, BEFORE)
        journal = Journal(path)
        board = Board(journal.history, journal)
        disk.calls.clear()
        setattr(disk, f"stop_{moment}", number)
        acknowledged = False
        # A call that fails by itself, such as the removal of a missing file, does not kill the program.
        with suppress(Killed):
            assert board.press(Key.OK).took
            acknowledged = True
            Housekeeping(board).work()
        disk.die()
        there = journal_of(path).game.number == 2
        assert there or not acknowledged
        assert len(listed(path)) == 2
        play(path, "3 K" if there else "OK 3 K")
        assert (report_object(journal_of(path)), files(path).keys()) == expected
    assert calls > 20


def test_a_match_whose_earlier_game_cannot_be_replayed_goes_on(path: Path) -> None:
    play(path, f"{BEFORE} OK")
    texts = [line.rpartition(b" #")[0].decode() for line in content_of(path).splitlines()]
    texts[texts.index("starter 3")] = "lay 3"
    path.write_bytes(written(*texts))
    match = play(path, "3 K 5")
    assert match.game.number == 2
    play(path, "MENU A A 2 A OK OK 3")
    assert list(files(path)) == ["00001.txt", "00002.txt", "00003.txt"]
    assert [game["number"] for game in listed(path)] == [1, 2, 3]


def test_a_shortened_journal_keeps_its_mode_and_owner(path: Path) -> None:
    play(path, BEFORE)
    path.chmod(0o664)
    before = os.umask(0o077)
    try:
        play(path, "OK")
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o664
