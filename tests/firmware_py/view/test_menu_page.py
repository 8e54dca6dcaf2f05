"""The page of the menu."""

from __future__ import annotations

import pytest

from engine.game import Game
from engine.match.history import History
from firmware_py.board import Board
from firmware_py.input.equipment import Equipment
from firmware_py.input.keys import Key
from firmware_py.view.hints import Hint
from tests.support.views import page_after, texts_of


def test_the_menu_lists_its_entries_in_two_columns_each_after_its_key() -> None:
    page = page_after("MENU")
    assert (page.title, page.corner) == ("Menu", "GO leaves")
    assert page.rows[0] == ("A peg", "2 take back")
    assert Hint(Key.SIX, "new game") in page.hints
    assert page.hints[-1] == Hint(Key.GO, "leaves")


@pytest.mark.parametrize("powers_off", [False, True])
def test_switching_off_is_an_entry_only_where_the_board_can_switch_off(powers_off: bool) -> None:
    board = Board(History.of(Game.new()))
    board.equip(Equipment(powers_off=powers_off))
    board.press(Key.MENU)
    assert board.view.page is not None
    assert ("8 off" in texts_of(board.view.page)) == powers_off


def test_calling_fewer_points_is_an_entry_only_while_points_can_be_called() -> None:
    """After a card that scores, the menu offers to call fewer points, but only in a game with muggins."""
    assert "10 call fewer" in texts_of(page_after("OK 2 10 5 MENU", "muggins=on"))
    assert "10 call fewer" not in texts_of(page_after("OK 2 10 5 MENU"))
