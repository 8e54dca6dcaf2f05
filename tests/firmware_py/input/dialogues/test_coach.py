"""The settings that the menu changes."""

from firmware_py.input.dialogue import Equipment
from firmware_py.input.keys import Key
from firmware_py.input.settings import ChangeSetting
from tests.support import keyed
from tests.support.dialogues import LEAVE, check_accepted_keys, match_at


def test_a_setting_takes_ok_and_the_keys_that_leave() -> None:
    check_accepted_keys(ChangeSetting("coach"), match_at(), Key.OK, *LEAVE, equipment=Equipment(coach=False))


def test_ok_switches_the_coach_at_once_until_the_configuration_is_read_again() -> None:
    board = keyed.board()
    for is_on in (False, True):
        board.equip(Equipment(coach=is_on))
        keyed.press(board, "MENU OK")
        states = []
        for _ in range(3):
            assert board.view.page is not None
            states.append((board.equipment.coach, board.view.page.rows[0].right))
            board.press(Key.OK)
        now, other = (is_on, "on" if is_on else "off"), (not is_on, "off" if is_on else "on")
        assert states == [now, other, now]
    assert board.history.applied == 0
