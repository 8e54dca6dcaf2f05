"""The dialogue that asks whether to switch the machine off."""

from collections.abc import Sequence

import pytest

from firmware_py.input.dialogue import KEYS_ALONE, Equipment, Want
from firmware_py.input.keys import Key
from firmware_py.input.menu import Menu
from firmware_py.input.questions import SwitchOff
from tests.support import keyed
from tests.support.dialogues import LEAVE, check_accepted_keys, match_at, press


@pytest.mark.parametrize(
    ("words", "start"), [("", ()), (keyed.PLAY, ()), (keyed.FLUSH, ()), (keyed.GAME_OVER, keyed.WON)]
)
def test_the_eighth_entry_asks_whether_to_switch_off_wherever_a_game_stands(
    words: str, start: Sequence[int]
) -> None:
    opened, made = press(Menu(), "8", match_at(words, start), Equipment(powers_off=True))
    assert (opened, made) == (SwitchOff(), [])
    check_accepted_keys(SwitchOff(), match_at(words, start), Key.OK, *LEAVE)
    for word in ("GO", "UNDO", "MENU"):
        assert press(SwitchOff(), word, match_at()) == (None, [])
    assert SwitchOff().press(Key.OK, match_at(words, start), KEYS_ALONE).wants is Want.SWITCH_OFF
