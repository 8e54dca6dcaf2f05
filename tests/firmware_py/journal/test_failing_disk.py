"""Each confirmed key press is in the journal exactly once: on a full or faulty disk, and after a kill.

`tests.kills` kills the program at random moments.
"""

import errno
from pathlib import Path

import pytest

from firmware_py.board.board import Board
from firmware_py.input.keys import Key
from firmware_py.journal.journal import Journal
from firmware_py.journal.recovery import read_journal
from firmware_py.system.errors import JournalError
from tests.support import keyed
from tests.support.journals import LINES, LOCK, SYNC, WHOLE, Disk, Killed, content_of, play

WORDS = "4 9 J K 5 UNDO REDO".split()
CAUSES = {
    errno.ENOSPC: "Not saved: the disk is full (free some space)",
    errno.EDQUOT: "Not saved: the disk quota is used up (free some space)",
    errno.EROFS: "Not saved: the disk is read-only",
    errno.EFBIG: "Not saved: the file has reached its size limit",
    errno.EIO: "Not saved: input/output error",
}


def opened(path: Path) -> tuple[Journal, Board]:
    journal = Journal(path)
    return journal, Board(journal.history, journal)


def presses(path: Path) -> int:
    """Check that a journal is undamaged, and return the number of its events, or 0 if there is no journal."""
    reading = read_journal(path) if path.exists() else None
    assert reading is None or reading.damage is None
    return reading.history.applied if reading else 0


def test_each_press_is_written_and_then_synced_before_it_counts(path: Path, disk: Disk) -> None:
    _, board = opened(path)
    disk.calls.clear()
    board.press(Key.FOUR)
    # The header, the name in the folder, and the event.
    assert disk.calls == ["pwrite", SYNC, "open", "fsync", "pwrite", SYNC]
    for word in WORDS[1:]:
        disk.calls.clear()
        board.press(Key.parse(word))
        assert disk.calls == ["pwrite", SYNC]


def test_a_refused_key_and_a_page_write_nothing(path: Path, disk: Disk) -> None:
    _, board = opened(path)
    keyed.press(board, "OK 3")
    disk.calls.clear()
    keyed.press(board, "GO OK MENU 3 GO")
    assert disk.calls == []


@pytest.mark.parametrize(("error", "why"), CAUSES.items())
def test_a_failed_write_refuses_a_press_with_the_cause(path: Path, disk: Disk, error: int, why: str) -> None:
    _, board = opened(path)
    keyed.press(board, "4 9 J")
    before = content_of(path)
    disk.fail("pwrite", error, times=2)
    outcome = board.press(Key.KING)
    assert (outcome.took, outcome.why) == (False, why)
    assert board.view.refusal == why
    assert content_of(path) == before
    disk.heal()
    assert board.press(Key.KING).took
    assert content_of(path) == b"".join(LINES[:5])


@pytest.mark.parametrize("at", range(len(WORDS)))
def test_a_disk_that_fills_within_any_line_leaves_nothing_of_it(path: Path, disk: Disk, at: int) -> None:
    journal, board = opened(path)
    keyed.press(board, " ".join(WORDS[:at]))
    before = content_of(path)
    for taken in range(len(LINES[at + 1]) if at else len(LINES[0])):
        # There are two writes, because a file that has to grow is first written with blanks, then without.
        disk.fail("pwrite", errno.ENOSPC, times=2, taken=taken)
        assert board.press(Key.parse(WORDS[at])).why == CAUSES[errno.ENOSPC]
        assert content_of(path) == before
        assert board.history.applied == at
    disk.heal()
    assert all(outcome.took for outcome in keyed.press(board, " ".join(WORDS[at:])))
    journal.close()
    assert content_of(path) == WHOLE


def test_a_sync_that_fails_refuses_the_press_and_leaves_nothing_of_it(path: Path, disk: Disk) -> None:
    journal, board = opened(path)
    disk.fail("fsync", errno.EIO)  # of the folder, before the first press counts
    assert board.press(Key.FOUR).why == CAUSES[errno.EIO]
    assert presses(path) == 0
    disk.calls.clear()
    for index, word in enumerate(WORDS):
        disk.fail(SYNC, errno.EIO)
        assert board.press(Key.parse(word)).why == CAUSES[errno.EIO]
        assert presses(path) == index
        assert board.press(Key.parse(word)).took
    assert "fsync" in disk.calls
    journal.close()
    assert content_of(path) == WHOLE


@pytest.mark.parametrize("taken", [0, 1, 9, 15])
def test_a_line_left_by_a_failure_goes_before_the_next_press(path: Path, disk: Disk, taken: int) -> None:
    journal, board = opened(path)
    keyed.press(board, "4 9 J")
    before = content_of(path)
    disk.fail("pwrite", errno.EIO, taken=taken)
    disk._faults["ftruncate"] = 3
    assert not board.press(Key.KING).took
    assert content_of(path) == before + LINES[4][:taken]
    assert not board.press(Key.KING).took
    assert not board.press(Key.KING).took
    assert board.history.applied == 3
    assert keyed.press(board, "K 5 UNDO REDO")[-1].took
    journal.close()
    assert content_of(path) == WHOLE


def test_a_whole_line_left_by_a_failed_sync_goes_before_a_shorter_one(path: Path, disk: Disk) -> None:
    journal, board = opened(path)
    keyed.press(board, "4 9 J K 5")
    disk.fail(SYNC, errno.EIO)
    disk._faults["ftruncate"] = 1
    assert not board.press(Key.TEN).took
    assert presses(path) == 6
    assert board.press(Key.UNDO).took
    journal.close()
    assert content_of(path) == b"".join(LINES[:7])


def test_a_folder_not_synced_before_a_kill_is_synced_before_a_press_counts(path: Path, disk: Disk) -> None:
    disk.stop_after = len(["open", LOCK, "pwrite", SYNC]) - 1
    assert play_until_killed(path, disk) == 0
    assert content_of(path) == LINES[0]
    disk.calls.clear()
    _, board = opened(path)
    assert board.press(Key.FOUR).took
    assert "fsync" in disk.calls


@pytest.mark.parametrize("call", ["open", LOCK])
def test_a_journal_that_cannot_be_opened_now_can_be_later(path: Path, disk: Disk, call: str) -> None:
    path.write_bytes(WHOLE)
    disk.fail(call, errno.EACCES)
    with pytest.raises(JournalError) as error:
        Journal(path)
    assert str(error.value) == f"{path}: no permission to use it"
    journal = Journal(path)
    assert journal.history.applied == 7
    journal.close()
    assert content_of(path) == WHOLE


# -- killed


def play_until_killed(path: Path, disk: Disk) -> int:
    """Continue the game in a journal by pressing keys, until the simulated disk kills the program.

    The keys are those in `WORDS` that the journal does not contain yet. Return the number of
    confirmed key presses, including the ones that were already in the journal.
    """
    told = presses(path)
    with pytest.raises(Killed):
        _, board = opened(path)
        for word in WORDS[told:]:
            assert board.press(Key.parse(word)).took
            told += 1
        raise Killed
    disk.die()
    return told


def check_killed(path: Path, **fate: int) -> int:
    """Kill the program, and check that it goes on with each confirmed press saved once.

    Args:
        path: the path to a journal that does not exist yet.
        fate: attributes of the disk that say when the program is killed.

    Returns:
        The number of system calls, including those after the kill.
    """
    with pytest.MonkeyPatch.context() as patch:
        disk = Disk(patch)
        for name, value in fate.items():
            setattr(disk, name, value)
        told = play_until_killed(path, disk)
        assert told <= presses(path) <= told + 1
        assert WHOLE.startswith(content_of(path) if path.exists() else b"")
        play_until_killed(path, disk)
    assert content_of(path) == WHOLE
    return len(disk.calls)


@pytest.mark.parametrize("moment", ["stop_before", "stop_after"])
def test_killed_at_any_call_every_confirmed_press_is_saved_once(tmp_path: Path, moment: str) -> None:
    calls = check_killed(tmp_path / "count.txt")
    assert calls > 2 * len(WORDS)
    for number in range(calls):
        check_killed(tmp_path / f"{number}.txt", **{moment: number})


def test_killed_within_any_write_every_confirmed_press_is_saved_once(tmp_path: Path) -> None:
    for most in range(1, 48):  # the number of bytes that one write takes
        for number in (3, 9, 14, 20):
            check_killed(tmp_path / f"{most}-{number}.txt", most=most, stop_after=number)


def test_a_journal_whose_name_was_removed_takes_it_again(path: Path) -> None:
    play(path, "OK 3")
    journal, board = opened(path)
    path.unlink()
    assert board.press(Key.KING).took
    assert presses(path) == 3
    path.unlink()
    path.write_text("something else")
    assert board.press(Key.FIVE).why == f"Not saved: {path} was replaced by another file; restart Muggins"
    journal.close()
