"""The equipment of a board affects its joystick, and the menu entries for new games and switching off."""

import pytest

from engine.refusals import IllegalEvent
from engine.rules import Rules
from engine.setup import Setup
from firmware_py.input.controls import Controls
from firmware_py.input.dialogues.new_game import NewGameForm
from firmware_py.input.dialogues.switch_off import SwitchOff
from firmware_py.input.equipment import KEYS_ALONE, Equipment
from firmware_py.input.keys import Key, Stick
from tests.support import keyed

FIVE_CARD = Setup(Rules("five-card")).checked()


def dialogue_after(words: str, equipment: Equipment) -> object:
    """Return the dialogue that is open after pressing these keys on a board with this equipment."""
    controls, match = Controls(), keyed.board(keyed.PLAY).history
    for word in words.split():
        controls, _ = controls.press(Key.parse(word), match, equipment)
    return controls.entry.dialogue


def test_a_new_game_starts_from_the_setup_of_the_configuration() -> None:
    assert dialogue_after("MENU 6", Equipment(new_game=FIVE_CARD)) == NewGameForm(FIVE_CARD)
    assert dialogue_after("MENU 6", KEYS_ALONE) == NewGameForm(Setup().checked())


def test_the_machine_is_switched_off_only_where_that_works() -> None:
    assert dialogue_after("MENU 8", Equipment(powers_off=True)) == SwitchOff()
    with pytest.raises(IllegalEvent, match="Only the service can switch the machine off"):
        dialogue_after("MENU 8", KEYS_ALONE)


def test_the_joystick_is_taken_only_where_there_is_one() -> None:
    match = keyed.board(keyed.PLAY).history
    moved, _ = Controls().press(Stick.RIGHT, match, Equipment(joystick=True))
    assert moved.picker is not None
    with pytest.raises(IllegalEvent, match="this board has no joystick"):
        Controls().press(Stick.RIGHT, match, KEYS_ALONE)
