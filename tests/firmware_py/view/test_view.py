"""The view of a game: tracks, counts, the cards on the table, a count that has ended, and the signs."""

from __future__ import annotations

import pytest

from engine.cards import Card
from engine.game import Game
from engine.match.history import History
from firmware_py.input.keys import Key
from firmware_py.view.view import EndedCount, Track, view
from tests.support.views import board_after, page_after, view_after


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


@pytest.mark.parametrize(
    ("keys", "text"),
    [
        ("", ""),
        ("4", "4"),
        ("10 H 10 S", "10♥ 10♠"),
        ("OK", ""),
        ("OK 2 H", "Starter 2♥"),
        ("OK 2 H 8", "8"),
        ("OK 2 8 7 H 9", "8 7♥ 9"),
        ("OK 2 10 5 6 K", ""),  # 31: the next count has no card yet
        ("OK 2 10 5 6 9 3", "3"),
        ("OK 2 10 5 5 5 6 K K 9", ""),  # the show
    ],
)
def test_the_table_has_the_cards_cut_the_starter_or_the_count(keys: str, text: str) -> None:
    assert view_after(keys).cards_text == text


def test_only_a_starter_just_turned_up_is_shown_as_the_starter() -> None:
    assert [view_after(keys).shows_starter for keys in ("OK", "OK 2", "OK 2 8")] == [False, True, False]


def ended(total: int, cards: str) -> EndedCount:
    return EndedCount(total, tuple(Card.parse(card) for card in cards.split()))


@pytest.mark.parametrize(
    ("keys", "rules", "expected"),
    [
        ("OK 2 10 5 6 K", "", ended(31, "10 5 6 K")),
        ("OK 2 10 5 6 9", "", None),  # 30
        ("OK 2 10 5 6 9 GO GO", "", ended(30, "10 5 6 9")),
        ("OK 2 10 5 6 9 GO GO UNDO", "", None),
        ("OK 2 10 5 6 9 3", "", ended(30, "10 5 6 9")),  # the three would pass 31
        ("OK 2 10 5 6 9 3 H", "", ended(30, "10 5 6 9")),
        ("OK 2 10 5 6 9 3 4", "", None),
        ("OK 2 K Q A OK", "ace_11=on", ended(31, "K Q A")),
        ("OK 2 K Q A GO", "ace_11=on", None),
    ],
)
def test_a_count_that_the_last_press_ended_is_kept_until_the_next_press(
    keys: str, rules: str, expected: EndedCount | None
) -> None:
    assert view_after(keys, rules).ended_count == expected


@pytest.mark.parametrize(
    ("players", "turn"),
    [(2, "◀ ▶ whose turn it is"), (3, "lit score: whose turn"), (4, "◀ ▶ whose turn it is")],
)
def test_the_signs_are_explained_while_players_cut_for_the_first_deal(players: int, turn: str) -> None:
    for keys in ("", "4", "5 5 5 5"[: 2 * players - 1]):
        assert view_after(keys, players=players).legend == (turn, "D the dealer")


@pytest.mark.parametrize("keys", ["4 5", "5 5 4 6", "OK"])
def test_they_are_not_explained_once_a_player_deals(keys: str) -> None:
    assert view_after(keys).legend == ()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_page_of_the_menu_explains_all_of_them(players: int) -> None:
    page = page_after("MENU 9", players=players)
    signs = [left for left, _ in page.rows]
    assert signs[0] == "D" and signs[-2:] == ["thick peg", "thin peg"]
    assert ("◀ ▶" in signs) == (players != 3)
    assert all(right for _, right in page.rows)
