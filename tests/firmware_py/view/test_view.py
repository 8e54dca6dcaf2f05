"""The view of a game: tracks, cards, a count that has ended, the signs, and the pages of the last points."""

import pytest

from firmware_py.input.keys import Key
from firmware_py.view.counts import count_page
from firmware_py.view.view import Track
from tests.support.views import board_after, page_after, view_after


def test_the_pegs_stand_in_the_score_and_the_score_before() -> None:
    assert view_after("OK 2 10 5 5 5").tracks == (Track("Left", 8, 2), Track("Right", 2, 0))


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


@pytest.mark.parametrize(
    ("keys", "text"),
    [
        ("", ""),
        ("4", "4"),
        ("10 H 10 S", "10♥ 10♠"),
        ("OK 2 H", "Starter 2♥"),
        ("OK 2 H 8", "8"),
        ("OK 2 10 5 6 K", ""),  # 31: the next count has no card yet
        ("OK 2 10 5 6 9 3", "3"),
        ("OK 2 10 5 5 5 6 K K 9", ""),  # the show
    ],
)
def test_the_table_has_the_cards_cut_the_starter_or_the_count(keys: str, text: str) -> None:
    view = view_after(keys)
    assert (view.cards_text, view.shows_starter) == (text, text.startswith("Starter"))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_signs_are_explained_while_players_cut_for_the_first_deal_and_in_the_menu(players: int) -> None:
    turn = "lit score: whose turn" if players == 3 else "◀ ▶ whose turn it is"
    for keys in ("", "4", "5 5 5 5"[: 2 * players - 1]):
        assert view_after(keys, players=players).legend == (turn, "D the dealer")
    page = page_after("MENU 9", players=players)
    signs = [left for left, _ in page.rows]
    assert signs[0] == "D" and signs[-2:] == ["thick peg", "thin peg"]
    assert ("◀ ▶" in signs) == (players != 3)
    assert all(right for _, right in page.rows)


@pytest.mark.parametrize("keys", ["4 5", "5 5 4 6", "OK"])
def test_they_are_not_explained_once_a_player_deals(keys: str) -> None:
    assert view_after(keys).legend == ()


# -- the pages of the last counts


COUNTED = "OK 2 10 5 5 5 6 K K 9 GO"
"""Keys after which both hands have been counted: first that of Right, the non-dealer, then Left's."""


def test_ok_turns_the_pages_of_both_hands_and_then_shows_the_game_again() -> None:
    first, second = page_after(f"{COUNTED} OK"), page_after(f"{COUNTED} OK OK")
    assert (first.corner, second.corner) == ("1/2", "2/2")
    assert first.title.startswith("Right's hand") and second.title.startswith("Left's hand")
    assert view_after(f"{COUNTED} OK OK OK").page is None
    assert view_after("OK 2 8 OK").page is None  # nothing was scored


def test_a_page_has_the_reason_the_cards_and_the_points_of_each_item_which_add_up_to_the_count() -> None:
    assert page_after("OK 2 10 5 5 5 OK").rows == (("pair royal 5 5 5", "6"),)
    assert page_after("OK 2 10 5 OK").rows == (("fifteen 10 5", "2"),)
    board = board_after(COUNTED)
    page = count_page(board.history.game, 2)
    assert page is not None
    assert page.title == f"Left's hand {sum(int(points) for _, points in page.rows)}"


def test_a_hand_without_points_is_called_by_a_word() -> None:
    # The page says `nineteen` for a hand without points, as players do, because no hand counts 19.
    page = page_after("OK K 2 A 4 3 6 7 8 Q GO GO OK")
    assert (page.title, page.rows) == ("Right's hand 0", (("nineteen", "0"),))


def test_with_muggins_uncalled_points_are_not_on_the_pages() -> None:
    page = count_page(board_after("OK 3 5 5 OK 5 MENU 10 6 OK", "muggins=on").history.game, 1)
    assert page is not None
    assert page.rows == (("called", "6"),)


def test_cards_too_wide_for_the_row_of_their_reason_take_the_next_row() -> None:
    page = page_after("OK A K 7 S Q 7 H J 7 D GO 7 C 10 GO GO OK OK OK")
    assert page.rows[-2:] == (("double pair royal", ""), ("7♠ 7♥ 7♦ 7♣", "12"))
