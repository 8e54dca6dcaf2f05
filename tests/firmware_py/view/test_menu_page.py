"""The menu page."""

from __future__ import annotations

import pytest

from engine.game import Game
from engine.match.history import History
from engine.rules import Rules
from firmware_py.board.board import Board
from firmware_py.input.dialogue import Equipment
from firmware_py.input.keys import Key
from firmware_py.input.page import Hint
from firmware_py.render.font import NARROW, WIDTH
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


def test_entry_for_calling_fewer_points_is_conditional() -> None:
    assert "10 part" in texts_of(page_after("OK 2 10 5 MENU", "muggins=on"))
    assert "10 part" not in texts_of(page_after("OK 2 10 5 MENU"))


@pytest.mark.parametrize("phones", [False, True])
def test_letting_a_phone_in_is_an_entry_only_where_other_programs_see_the_board(phones: bool) -> None:
    board = Board(History.of(Game.new()))
    board.equip(Equipment(phones=phones))
    board.press(Key.MENU)
    assert board.view.page is not None
    assert ("K phone" in " ".join(texts_of(board.view.page))) == phones


@pytest.mark.parametrize(
    ("powers_off", "phones", "words", "lengths"),
    [
        (False, False, "OK 2 10 MENU", [2, 2, 2, 2, 2]),
        (True, False, "OK 2 10 MENU", [2, 2, 2, 2, 3]),
        (False, True, "OK 2 10 MENU", [2, 2, 2, 2, 3]),
        (True, True, "OK 2 10 MENU", [2, 2, 2, 3, 3]),
        (False, False, "OK 2 10 5 MENU", [2, 2, 2, 2, 3]),
        (True, False, "OK 2 10 5 MENU", [2, 2, 2, 3, 3]),
        (False, True, "OK 2 10 5 MENU", [2, 2, 3, 2, 3]),
        (True, True, "OK 2 10 5 MENU", [2, 2, 3, 3, 3]),
    ],
)
def test_every_entry_is_in_its_place_in_five_rows_and_none_is_cut_short(
    powers_off: bool, phones: bool, words: str, lengths: list[int]
) -> None:
    board = Board(History.of(Game.new(Rules(muggins=True))))
    board.equip(Equipment(powers_off=powers_off, phones=phones))
    for word in words.split():
        board.press(Key.parse(word))
    page = board.view.page
    assert page is not None
    rows = ["  ".join(row).split("  ") for row in page.rows]
    assert [len(row) for row in rows] == lengths
    assert [text for row in rows for text in row] == [hint.text for hint in page.hints[:-1]]
    assert all(NARROW.width(left) + 3 + NARROW.width(right) < WIDTH for left, right in page.rows)


@pytest.mark.parametrize("coach", [False, True])
@pytest.mark.parametrize("words", ["OK 2 10 MENU", "OK 2 10 5 MENU"])
def test_the_coach_is_an_entry_unless_points_can_be_called(words: str, coach: bool) -> None:
    board = Board(History.of(Game.new(Rules(muggins=True))))
    board.equip(Equipment(powers_off=True, phones=True, coach=coach))
    for word in words.split():
        board.press(Key.parse(word))
    page = board.view.page
    assert page is not None
    texts = "  ".join(texts_of(page))
    assert ("OK coach" in texts) == ("10 part" not in texts) == ("5" not in words.split())
    assert len(page.rows) == 5
    assert all(NARROW.width(left) + 3 + NARROW.width(right) < WIDTH for left, right in page.rows)


def test_a_board_without_a_coach_does_not_mention_it() -> None:
    assert "OK coach" not in texts_of(page_after("MENU"))
