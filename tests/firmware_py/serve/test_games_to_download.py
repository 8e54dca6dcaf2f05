"""Reading the saved games for the page."""

import zipfile
from io import BytesIO
from pathlib import Path

import pytest

from firmware_py.serve import games
from firmware_py.serve.games import saved_games, zipped_games
from firmware_py.system.errors import JournalError
from tests.support.command import muggins


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """Return the path to a journal with a finished game that has already been copied to the archive."""
    path = tmp_path / "games.txt"
    muggins("replay", "-", "--start", "119,0", "--journal", path, stdin="OK J OK")
    folder = tmp_path / "games"
    folder.mkdir(exist_ok=True)
    record = muggins("record", "--game", "1", "--journal", path).out
    (folder / "00001.txt").write_text(record)
    return path


def test_the_games_are_found(journal: Path) -> None:
    assert [game["winner"] for game in saved_games(journal)] == [0]


def test_a_damaged_journal_leaves_the_games_in_files_of_their_own(journal: Path) -> None:
    journal.write_bytes(b"rubbish")
    assert [game["winner"] for game in saved_games(journal)] == [0]


def test_no_games_are_no_fault(tmp_path: Path) -> None:
    assert saved_games(tmp_path / "games.txt") == []
    with pytest.raises(JournalError, match="no games"):
        zipped_games(tmp_path / "games.txt")


def test_the_download_has_every_file_as_it_is(journal: Path) -> None:
    with zipfile.ZipFile(BytesIO(zipped_games(journal))) as file:
        assert file.namelist() == ["games.txt", "games/00001.txt"]
        assert file.read("games.txt") == journal.read_bytes()
        assert file.read("games/00001.txt") == (journal.parent / "games" / "00001.txt").read_bytes()


def test_too_many_games_are_not_sent(journal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "LARGEST", 10)
    with pytest.raises(JournalError, match="too many"):
        zipped_games(journal)
