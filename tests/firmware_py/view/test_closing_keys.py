"""The keys that close a dialogue or the pages about a hand's count."""

from __future__ import annotations

import pytest

from firmware_py.input.keys import Key
from firmware_py.view.coach import CoachOffer
from firmware_py.view.view import closing_keys
from tests.support.additions import show_advice
from tests.support.counted_deals import advice_about, coached_board, counted
from tests.support.keyed import press
from tests.support.views import board_after


@pytest.mark.parametrize(
    "keys", ["MENU", "MENU 5 OK", "OK 2 10 5 MENU 7", "OK 2 10 5 OK", "OK 2 10 5 5 5 6 K K 9 GO OK OK"]
)
def test_pressing_them_brings_back_the_game(keys: str) -> None:
    board = board_after(keys)
    assert board.view.page is not None
    before = board.history
    for _ in range(3):
        for key in board.closing_keys:
            board.press(key)
    assert board.view.page is None
    assert board.history is before


def test_nothing_is_to_be_closed_where_no_page_is_open() -> None:
    board = board_after("OK 2 10 5")
    assert closing_keys(board.entry, board.history) == ()


def test_the_coachs_pages_are_closed_too() -> None:
    """After a deal, OK closes one page after another: first the counts, and then the coach's advice."""
    board = coached_board()
    show_advice(board, CoachOffer(counted(board), advice_about(counted(board))))
    press(board, "OK")
    opened = [len(board.closing_keys)]
    while board.view.page is not None:
        assert board.closing_keys == (Key.OK,) * opened[-1]
        press(board, "OK")
        opened.append(opened[-1] - 1)
    assert opened[-1] == 0
    assert opened[0] >= 6
    assert board.closing_keys == ()


def test_each_page_of_a_count_needs_an_ok() -> None:
    assert board_after("OK 2 10 5 5 5 6 K K 9 GO OK").closing_keys == (Key.OK, Key.OK)
    assert board_after("OK 2 10 5 5 5 6 K K 9 GO OK OK").closing_keys == (Key.OK,)
