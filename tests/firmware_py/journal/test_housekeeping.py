"""Games are archived in short steps, and a key press between two steps takes effect immediately."""

from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from engine.events import Event
from engine.match.history import History
from firmware_py.board.board import Board, Outcome
from firmware_py.board.loop import REST, SLICE, Housekeeping, Loop
from firmware_py.input.keys import Input, Key
from firmware_py.journal.checksum import Steps
from firmware_py.journal.journal import Journal
from firmware_py.reports.match import report_object
from tests.support import keyed
from tests.support.fakes import Fingers, Told, taps
from tests.support.journals import START, WIN, Disk, Killed, content_of, files, journal_of, listed, play
from tests.support.table import Table

from .test_failing_disk import opened

BEFORE = f"OK {WIN} OK 3 MENU A GO A 2 A OK"
"""The keys of two games. The first is archived, and the second ends with the last key."""


def begun(path: Path) -> tuple[Journal, Board]:
    """Return a journal with a finished game that has not been archived yet, and the board that uses it."""
    play(path, BEFORE)
    journal = Journal(path, START)
    board = Board(journal.history, journal)
    assert [outcome.took for outcome in keyed.press(board, "OK 3 K")] == [True] * 3
    assert journal.due
    return journal, board


def whole_games(path: Path) -> tuple[Journal, Board]:
    """Return a journal with a finished game of full length that has not been archived yet, and its board."""
    journal, board = opened(path)
    house = Housekeeping(board)
    for seed in (1, 2):
        assert house.work() is None
        for word in Table(Random(seed), suits=True).keys(lambda: board.history.game):
            assert board.press(Key.parse(word)).took
        assert board.press(Key.OK).took
    assert journal.due
    return journal, board


def work(board: Board, steps: int) -> Housekeeping:
    """Do so many steps of the board's housekeeping, and return it."""
    house, left = Housekeeping(board), iter(range(steps))
    house.work(lambda: next(left, None) is None)
    return house


# -- the steps


def test_no_step_replays_more_than_one_event_or_waits_for_the_disk_more_than_once(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal, board = whole_games(path)
    disk = Disk(monkeypatch)
    followed = [0]
    apply = History.apply

    def counted(self: History, event: Event) -> History:
        followed[0] += 1
        return apply(self, event)

    monkeypatch.setattr(History, "apply", counted)
    steps = events = syncs = 0
    for _ in journal.settle(board.history):
        assert followed[0] <= 1, steps
        assert disk.calls.count("fsync") <= 1, steps
        assert disk.calls.count("pwrite") <= 1, steps
        steps, events, syncs = steps + 1, events + followed[0], syncs + disk.calls.count("fsync")
        followed[0] = 0
        disk.calls.clear()
    assert (followed[0], disk.calls.count("fsync")) == (0, 1)  # the last step syncs the folder
    assert events > 400 and syncs == 3  # the game's file, its name, and the journal
    journal.close()


# -- a press between two steps


@pytest.mark.parametrize("word", ["5", "UNDO"])
def test_a_press_after_any_step_counts_at_once_and_nothing_is_lost(tmp_path: Path, word: str) -> None:
    whole = tmp_path / "whole" / "games.txt"
    journal, board = begun(whole)
    assert Housekeeping(board).work() is None
    assert board.press(Key.parse(word)).took
    journal.close()
    wanted = content_of(whole), files(whole).keys(), report_object(board.history)
    back = "UNDO " * len(board.history.past)
    undone = report_object(play(whole, back))
    number, more = 0, True
    while more:
        path = tmp_path / str(number) / "games.txt"
        journal, board = begun(path)
        house = work(board, number)
        number, more = number + 1, house.is_under_way
        before = content_of(path)
        assert board.press(Key.parse(word)).took
        assert content_of(path).startswith(before) and len(content_of(path)) > len(before)
        assert house.work() is None and not house.is_under_way
        journal.close()
        assert (content_of(path), files(path).keys(), report_object(board.history)) == wanted
        assert report_object(journal_of(path)) == wanted[2]
        assert report_object(play(path, back)) == undone
    assert number > 40


def test_a_game_that_ends_in_the_meantime_is_archived_later(path: Path) -> None:
    journal, board = begun(path)
    house = work(board, 20)
    assert house.is_under_way
    assert all(outcome.took for outcome in keyed.press(board, "MENU 6 OK OK OK 4") if outcome.made)
    assert house.work() is None
    assert list(files(path)) == ["00001.txt", "00002.txt"] and house.due
    assert house.work() is None
    assert list(files(path)) == ["00001.txt", "00002.txt", "00003.txt"] and not house.due
    journal.close()
    assert report_object(journal_of(path)) == report_object(board.history)


def test_a_journal_whose_name_is_removed_in_the_meantime_takes_it_again(path: Path) -> None:
    journal, board = begun(path)
    size = len(list(Journal.settle(journal, board.history)))
    journal.close()
    for number in range(size + 1):
        here = path.parent / str(number) / "games.txt"
        journal, board = begun(here)
        house = work(board, number)
        here.unlink()
        assert board.press(Key.FIVE).took
        assert house.work() is None
        journal.close()
        assert report_object(journal_of(here)) == report_object(board.history)


@pytest.mark.parametrize("after", [0, 30, pytest.param(45, marks=pytest.mark.slow)])
@pytest.mark.parametrize("moment", ["before", "after"])
def test_killed_at_any_call_with_a_press_in_between_nothing_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str, after: int
) -> None:
    begun(tmp_path / "whole.txt")[0].close()
    expected = report_object(play(tmp_path / "whole.txt", "5 9"))
    disk = Disk(monkeypatch)
    number, ended = 0, False
    while not ended:
        path = tmp_path / str(number) / "games.txt"
        _, board = begun(path)
        house = work(board, after)
        disk.calls.clear()
        setattr(disk, f"stop_{moment}", number)
        told = told_before = board.history.applied
        with suppress(Killed):
            assert board.press(Key.FIVE).took
            told += 1
            assert house.work() is None
            ended = len(disk.calls) <= number
        disk.die()
        there = journal_of(path).applied
        assert told <= there <= told + 1
        assert len(listed(path)) == 2
        resumed = play(path, "9" if there == told_before + 1 else "5 9")
        assert report_object(resumed) == report_object(journal_of(path)) == expected
        assert list(files(path)) == ["00001.txt", "00002.txt"]
        number += 1
    assert number > 8


# -- the loop


@pytest.mark.parametrize("seconds", [0.0005, 0.004, 0.02])
def test_a_press_waits_for_one_slice_at_the_most(
    path: Path, monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    """Each step of archiving takes so many seconds, as on a slow machine."""
    journal, board = whole_games(path.with_name("other.txt"))
    at_once = len(list(journal.settle(board.history)))
    journal.close()
    journal, board = whole_games(path)
    first, apart = REST + 0.05, REST + 0.1
    fingers = Fingers(taps("3 K 5 6 7", at=first, apart=apart))
    settle, steps, delays = journal.settle, list[None](), list[float]()

    def slowly(history: History) -> Steps[None]:
        for step in settle(history):
            fingers.now += seconds
            steps.append(step)
            yield

    def pressed(key: Input, outcome: Outcome) -> None:
        assert outcome.took
        delays.append(fingers.now - (first + len(delays) * apart))

    monkeypatch.setattr(journal, "settle", slowly)
    loop = Loop(board, (), fingers, fingers.clock, Told(pressed))
    assert loop.run()
    while loop._housekeeping.due and loop.turn() is None:
        pass
    assert len(delays) == 5 and len(steps) == at_once > 1000  # no step is repeated after a press
    assert max(delays) < SLICE + seconds + 1e-9
    assert not journal.due
    journal.close()
