"""The pages that show the most recent points item by item, such as the fifteens and pairs in a hand."""

from __future__ import annotations

from firmware_py.view.counts import count_page
from tests.support.views import board_after, page_after, view_after

SHOW = "OK 2 10 5 5 5 6 K K 9 GO"
"""Keys after which both hands have been counted: first that of Right, the non-dealer, then Left's."""


def test_ok_turns_the_pages_of_both_hands_and_then_shows_the_game_again() -> None:
    first, second = page_after(f"{SHOW} OK"), page_after(f"{SHOW} OK OK")
    assert (first.corner, second.corner) == ("1/2", "2/2")
    assert first.title.startswith("Right's hand") and second.title.startswith("Left's hand")
    assert view_after(f"{SHOW} OK OK OK").page is None
    assert view_after("OK 2 8 OK").page is None  # nothing was scored


def test_a_page_has_the_reason_the_cards_and_the_points_of_each_item() -> None:
    assert page_after("OK 2 10 5 5 5 OK").rows == (("pair royal 5 5 5", "6"),)
    assert page_after("OK 2 10 5 OK").rows == (("fifteen 10 5", "2"),)


def test_the_points_of_the_items_add_up_to_the_count() -> None:
    board = board_after(SHOW)
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
