"""The reader finds what has happened on a board between one view and the next."""

from pathlib import Path
from typing import Any

import pytest

from firmware_py.mqtt.reader import BoardNews, BoardReader, Progress
from firmware_py.mqtt.topics import EVENT, GAME
from tests.support import keyed
from tests.support.views import views


def keys(news: list[BoardNews]) -> list[str]:
    return [each.body["key"] for each in news if each.kind == EVENT]


@pytest.mark.parametrize("every", [1, 7, 32])
def test_each_press_is_told_once_however_many_views_are_missed(tmp_path: Path, every: int) -> None:
    words = keyed.whole_game(3, second_thoughts=True)
    reader, told = BoardReader(Progress()), []
    for number, view in enumerate(views(tmp_path, keyed.board(), " ".join(words))):
        if number % every == 0 or number == len(words):
            told += keys(reader.read(view))
            assert reader.read(view) == []
    assert told == words


def test_only_the_last_message_of_a_view_says_how_far_it_reaches(tmp_path: Path) -> None:
    *_, view = views(tmp_path, keyed.board(start=keyed.WON), "OK J")
    *events, game = BoardReader(Progress()).read(view)
    assert [each.kind for each in events] == [EVENT, EVENT] and game.kind == GAME
    assert [each.progress for each in events] == [None, None]
    assert game.progress == Progress(view["run"], view["sequence"], (game.body["game"],), (game.body,))


def test_a_reader_goes_on_where_another_has_ended(tmp_path: Path) -> None:
    seen = list(views(tmp_path, keyed.board(start=keyed.WON), "OK J OK UNDO UNDO"))
    first = BoardReader(Progress()).read(seen[3])
    reached = first[-1].progress
    assert reached
    (won,) = [each.body for each in first if each.kind == GAME]
    second = BoardReader(reached).read(seen[5])
    assert keys(second) == ["UNDO", "UNDO"]
    assert [each.body for each in second if each.kind == GAME] == [{"game": won["game"], "undone": True}]


def test_another_run_begins_at_its_first_press_and_can_undo_a_game_of_the_run_before(tmp_path: Path) -> None:
    board = keyed.board(start=keyed.WON)
    *_, before = views(tmp_path, board, "OK J")
    reader = BoardReader(Progress())
    (won,) = [each.body for each in reader.read(before) if each.kind == GAME]
    first, second = views(tmp_path, board, "UNDO")
    assert first["run"] != before["run"] and reader.read(first) == []
    events = reader.read(second)
    assert keys(events) == ["UNDO"]
    assert events[-1].body == {"game": won["game"], "undone": True}


def test_a_game_is_about_those_who_have_played_it() -> None:
    def view(sequence: int, names: list[str], *happened: dict[str, Any]) -> dict[str, Any]:
        presses = [{"sequence": sequence, "key": "OK", "happened": [each]} for each in happened]
        return {
            "run": "r",
            "sequence": sequence,
            "recent": presses,
            "sides": [{"name": each} for each in names],
        }

    won = {"what": "won", "side": 0, "skunk": None, "games": [1, 0], "scores": [121, 100]}
    reader = BoardReader(Progress())
    reader.read(view(1, ["Ann", "Bob"]))
    first = reader.read(view(2, ["Cid", "Dan"], won, {"what": "game"}))
    second = reader.read(view(3, ["Cid", "Dan"], won))
    games = [each.body["names"] for each in (*first, *second) if each.kind == GAME]
    assert games == [["Ann", "Bob"], ["Cid", "Dan"]]
