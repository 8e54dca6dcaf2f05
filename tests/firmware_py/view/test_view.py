from __future__ import annotations

import pytest

from engine.game import Game
from engine.match.history import History
from firmware_py.input.keys import Key
from firmware_py.view.view import Track, view
from tests.support.views import board_after, view_after


def test_a_new_match_has_its_tracks_and_nobody_deals_yet() -> None:
    seen = view(History.of(Game.new()))
    assert seen.tracks == (Track("Left", 0, 0), Track("Right", 0, 0))
    assert (seen.target, seen.dealer, seen.to_act, seen.winner) == (121, None, 0, None)
    assert (seen.running_count, seen.cards, seen.calls, seen.page) == (None, (), (), None)


def test_the_pegs_stand_in_the_score_and_the_score_before() -> None:
    assert view_after("OK 2 10 5 5 5").tracks == (Track("Left", 8, 2), Track("Right", 2, 0))


def test_partners_share_a_track_and_each_has_a_seat() -> None:
    seen = view_after("OK 2", players=4)
    assert [track.name for track in seen.tracks] == ["North & South", "East & West"]
    assert (seen.players, seen.dealer, seen.seat, seen.to_act) == (4, 0, 1, 1)


@pytest.mark.parametrize(
    ("keys", "count"), [("OK", None), ("OK 2", 0), ("OK 2 10 5", 15), ("OK 2 10 5 6 K", 0), ("4 5", None)]
)
def test_the_running_count_is_there_in_the_play_alone(keys: str, count: int | None) -> None:
    assert view_after(keys).running_count == count


def test_a_question_is_one_that_ok_and_go_answer() -> None:
    board = board_after("OK 5 2 3 4 6 7 8 9")
    assert not board.view.is_question
    board.press(Key.TEN)
    assert (board.prompt, board.view.is_question) == ("flush", True)
    board.press(Key.MENU)
    assert not board.view.is_question


def test_a_refusal_and_a_notice_make_one_message() -> None:
    history = History.of(Game.new())
    assert view(history).message is None
    assert view(history, refusal="no").message == "no"
    assert view(history, notices=("lights: back",)).message == "lights: back"
    assert view(history, refusal="no", notices=("lights: back",)).message == "no; lights: back"


def test_the_starter_is_named_in_the_text_of_the_cards() -> None:
    assert view_after("OK 2 H").cards_text == "Starter 2♥"
    assert view_after("OK 2 H 8").cards_text == "8"


def test_the_same_match_gives_the_same_view() -> None:
    board = board_after("OK 2 10 5 5")
    assert view(board.history) == view(board.history)
