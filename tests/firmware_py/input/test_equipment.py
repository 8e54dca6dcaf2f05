"""The equipment of a board affects its joystick, and the menu entries for new games and switching off."""

from engine.rules import Rules
from engine.setup import Setup
from firmware_py.board.board import Board
from firmware_py.input.dialogue import KEYS_ALONE, Equipment
from firmware_py.input.keys import parse_input
from firmware_py.input.new_game import NewGameForm
from firmware_py.input.questions import SwitchOff
from tests.support import keyed

FIVE_CARD = Setup(Rules("five-card")).checked()


def board_with(equipment: Equipment, words: str) -> tuple[Board, str | None]:
    """Press these keys in the play. Return the board, and why it refused the last key."""
    board = keyed.board(keyed.PLAY)
    board.equip(equipment)
    return board, [board.press(parse_input(word)).why for word in words.split()][-1]


def test_a_new_game_starts_from_the_setup_of_the_configuration() -> None:
    assert board_with(Equipment(new_game=FIVE_CARD), "MENU 6")[0].entry.dialogue == NewGameForm(FIVE_CARD)
    assert board_with(KEYS_ALONE, "MENU 6")[0].entry.dialogue == NewGameForm(Setup().checked())


def test_the_machine_is_switched_off_only_where_that_works() -> None:
    assert board_with(Equipment(powers_off=True), "MENU 8")[0].entry.dialogue == SwitchOff()
    _, why = board_with(KEYS_ALONE, "MENU 8")
    assert why and why.startswith("Only the service can switch the machine off")


def test_the_joystick_is_taken_only_where_there_is_one() -> None:
    board, why = board_with(Equipment(joystick=True), "RIGHT")
    assert why is None and board.view.picker is not None
    assert "this board has no joystick" in str(board_with(KEYS_ALONE, "RIGHT")[1])
