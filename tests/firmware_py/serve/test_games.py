"""The saved games on the page: read once in a while, described, and packed for a download."""

import asyncio
import zipfile
from io import BytesIO
from pathlib import Path

import pytest

from firmware_py.serve import games
from firmware_py.serve.games import LISTED, Games, history_view, last_night, saved_games, zipped_games
from firmware_py.system.errors import JournalError
from firmware_py.words.english import English
from tests.support.command import muggins


def test_many_who_ask_at_once_share_one_reading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[Path] = []
    monkeypatch.setattr(games, "saved_games", lambda journal: read.append(journal) or [])

    async def scene() -> None:
        games = Games(tmp_path, English())
        answers = await asyncio.gather(*(games.listed.get() for _ in range(20)))
        assert len(set(answers)) == 1

    asyncio.run(scene())
    assert len(read) == 1


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


def test_a_damaged_journal_leaves_the_games_in_files_of_their_own(journal: Path) -> None:
    journal.write_bytes(b"rubbish")
    assert [game["winner"] for game in saved_games(journal)] == [0]


def test_the_download_has_every_file_as_it_is(journal: Path) -> None:
    with zipfile.ZipFile(BytesIO(zipped_games(journal))) as file:
        assert file.namelist() == ["games.txt", "games/00001.txt"]
        assert file.read("games.txt") == journal.read_bytes()
        assert file.read("games/00001.txt") == (journal.parent / "games" / "00001.txt").read_bytes()


def test_too_many_games_are_not_sent(journal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "LARGEST", 10)
    with pytest.raises(JournalError, match="too many"):
        zipped_games(journal)


def test_a_night_and_its_games_are_told_in_words(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    muggins("replay", "-", "--start", "119,30", "--names", "Ann,Bob", "--journal", path, stdin="OK J OK")
    shown = history_view(saved_games(path), English())
    assert shown["night"]["rows"] == [
        {"name": "Ann", "cells": [1, 1, 3, "+91", "+91", "0"]},
        {"name": "Bob", "cells": [1, 0, 0, "\N{MINUS SIGN}91", "0", "\N{MINUS SIGN}91"]},
    ]
    assert shown["night"]["pairs"] == ["Ann against Bob: 1-0, double skunks 1-0"]
    (game,) = shown["games"]
    assert (game["number"], game["scores"]) == (1, ["Ann 121", "Bob 30"])
    assert game["about"] == ["Ann wins with a double skunk", "0 deals"]


def test_only_the_latest_games_are_listed_and_the_latest_first(journal: Path) -> None:
    one = dict(saved_games(journal)[0])
    many = [one | {"number": number} for number in range(1, LISTED + 11)]
    numbers = [game["number"] for game in history_view(many, English())["games"]]
    assert numbers == list(range(LISTED + 10, 10, -1))


def test_without_games_there_is_nothing() -> None:
    assert history_view([], English()) == {"night": {"rows": [], "pairs": [], "best": []}, "games": []}


def test_games_of_six_cards_for_two_with_a_finished_deal_can_be_reviewed(journal: Path) -> None:
    one = dict(saved_games(journal)[0])
    kinds = ({"deals": 8}, {"deals": 0}, {"deals": 8, "game": "five-card"}, {"deals": 8, "players": 3})
    shown = history_view([one | kind for kind in kinds], English())["games"]
    assert [game["review"] for game in reversed(shown)] == [True, False, False, False]


@pytest.mark.parametrize(
    ("ended", "earlier"),
    [
        # A break of six hours ends a night; a time that is missing or none belongs to the night.
        (["20T20:00:00Z", "21T18:00:00Z", None, "yesterday", "21T23:59:59Z", "22T00:30:00Z"], 1),
        (["20T20:00:00Z"], 0),
        (["22T00:00:00Z", "01T00:10:00Z"], 1),  # a clock was set back
        ([], 0),
    ],
)
def test_the_last_night_leaves_out_earlier_games(ended: list[str | None], earlier: int) -> None:
    games = [{"ended": each and f"2026-11-{each}"} for each in ended]
    assert last_night(games) == games[earlier:]
