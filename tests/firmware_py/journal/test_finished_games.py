"""The results of finished games, from the archive and the journal.

The tests of `muggins history` cover the results in more detail.
"""

from pathlib import Path

from firmware_py.journal.archive import archived_games, cause_of, finished_games
from firmware_py.journal.recovery import read_journal
from tests.support.command import muggins


def test_a_game_that_only_the_journal_holds_is_listed_with_the_archived_ones(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    muggins("replay", "-", "--start", "119,0", "--journal", path, stdin="OK J OK")
    muggins("replay", "-", "--journal", path, stdin="MENU A")
    warnings: list[str] = []
    found = finished_games(path, read_journal(path), archived_games(path), warnings.append)
    assert [(game["number"], game["winner"], game["skunk"]) for game in found] == [(1, 0, "double")]
    assert warnings == []


def test_without_a_journal_there_are_the_archived_games(tmp_path: Path) -> None:
    assert finished_games(tmp_path / "games.txt", None, {}, print) == []


def test_the_reason_why_a_file_cannot_be_read_is_said_in_words() -> None:
    assert cause_of(UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte")) == "it is not text"
    assert cause_of(ValueError("the checksum is wrong")) == "the checksum is wrong"
