"""The dialogue that switches the coach on and off."""

from firmware_py.board.board import Board
from firmware_py.input.dialogue import Equipment
from firmware_py.input.keys import Key
from firmware_py.input.menu import Menu
from firmware_py.input.questions import CoachSwitch
from tests.support import keyed
from tests.support.dialogues import check_accepted_keys, match_at, press


def test_ok_opens_it_in_the_menu_of_a_board_with_a_coach() -> None:
    for on in (False, True):
        assert press(Menu(), "OK", match_at(), Equipment(coach=on)) == (CoachSwitch(on), [])


def test_ok_switches_it_and_go_undo_and_menu_leave() -> None:
    check_accepted_keys(CoachSwitch(), match_at(), Key.OK, Key.GO, Key.UNDO, Key.MENU)
    assert press(CoachSwitch(), "OK", match_at()) == (CoachSwitch(True), [])
    assert press(CoachSwitch(True), "OK", match_at()) == (CoachSwitch(False), [])
    assert press(CoachSwitch(True), "GO", match_at()) == (None, [])


def test_the_choice_holds_until_the_configuration_is_read_again() -> None:
    board: Board = keyed.board()
    board.equip(Equipment(coach=False))
    keyed.press(board, "MENU OK OK GO MENU OK")
    assert board.view.page is not None
    assert board.view.page.rows[0].right == "on"
    board.equip(Equipment(coach=False))
    keyed.press(board, "MENU OK")
    assert board.view.page is not None
    assert board.view.page.rows[0].right == "off"
    assert board.history.applied == 0
