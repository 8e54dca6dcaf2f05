"""The result of a game: its end time, and its winner."""

import os
from pathlib import Path

from firmware_py.board.board import Board
from firmware_py.board.loop import Housekeeping
from firmware_py.input.keys import Key
from firmware_py.journal.archive import utc
from firmware_py.journal.journal import Journal
from tests.support.command import muggins
from tests.support.journals import AGAIN, WIN, files, listed, play


def test_a_board_stopped_right_after_the_next_game_began_still_knows_when_the_last_one_ended(
    path: Path,
) -> None:
    play(path, f"OK {WIN}")
    journal = Journal(path)
    board = Board(journal.history, journal)
    assert board.press(Key.OK).took
    journal.close()  # like a power cut: nothing is archived yet
    begun = path.stat().st_mtime
    journal = Journal(path)
    assert Housekeeping(Board(journal.history, journal)).work() is None
    journal.close()
    (content,) = files(path).values()
    assert f'"ended": "{utc(begun)}"'.encode() in content


def test_date_of_a_finished_game_does_not_depend_on_later_clock_changes(path: Path) -> None:
    for year in (2030, 1999):
        play(path, f"OK {WIN}" if year == 2030 else AGAIN.removeprefix("OK "))
        seconds = (year - 1970) * 365.25 * 86400
        os.utime(path, (seconds, seconds))
        play(path, "OK")
    assert [(game["number"], game["ended"][:4]) for game in listed(path)] == [(1, "2030"), (2, "1999")]


def test_a_win_that_was_undone_does_not_count(path: Path) -> None:
    play(path, f"OK {WIN} OK UNDO UNDO UNDO MENU 6 OK OK OK 7 MENU 6 OK OK OK 8 K")
    assert listed(path) == []
    assert muggins("status", "--journal", path, "--json").json["sides"][0]["games"] == 0
