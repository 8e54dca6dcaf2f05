"""Dialogues are immutable values that are compared by type and fields."""

from collections.abc import Callable

import pytest

from engine.events import Kind
from firmware_py.input.dialogues.coach import CoachSwitch
from firmware_py.input.dialogues.correction import ChoosePress, CorrectPress
from firmware_py.input.dialogues.dialogue_base import DialogueBase, PhoneRequests
from firmware_py.input.dialogues.menu import Menu
from firmware_py.input.dialogues.misdeal import Misdeal
from firmware_py.input.dialogues.phone import Phone
from firmware_py.input.dialogues.points_by_hand import PointsByHand
from firmware_py.input.dialogues.rules_in_force import RulesInForce
from firmware_py.input.dialogues.signs import Signs
from firmware_py.input.dialogues.switch_off import SwitchOff
from firmware_py.input.equipment import Equipment
from firmware_py.input.typed_number import Digits


def test_dialogues_of_two_types_are_never_equal() -> None:
    alike: tuple[DialogueBase, ...] = (
        *(Misdeal(), Signs(), Menu(), RulesInForce(), SwitchOff()),
        *(ChoosePress(0), CorrectPress(0)),
    )
    for one in alike:
        assert [other for other in alike if other == one] == [one]
    assert len(set(alike)) == len(alike)


def test_dialogues_of_one_type_are_equal_if_their_fields_are() -> None:
    typed = PointsByHand(Kind.PEG, 1, Digits("12"))
    assert typed == PointsByHand(side=1, digits=Digits("12"))
    assert hash(typed) == hash(PointsByHand(side=1, digits=Digits("12")))
    assert typed not in (PointsByHand(), PointsByHand(Kind.SCORE, 1, Digits("12")))
    assert typed != ("peg", 1, "12")


def test_a_dialogue_never_changes() -> None:
    with pytest.raises(AttributeError, match="side cannot be set"):
        PointsByHand().side = 1  # type: ignore[misc]


def test_a_dialogue_shows_its_fields() -> None:
    assert repr(RulesInForce(2)) == "RulesInForce(page=2)"


def test_most_dialogues_ask_for_nothing_outside_the_game() -> None:
    dialogue = Misdeal()
    assert (dialogue.prompt, dialogue.phone_requests) == (None, None)
    equipment = Equipment(coach=True)
    assert dialogue.chosen_settings(equipment) is equipment
    assert not dialogue.switches_off
    assert SwitchOff(True).switches_off
    assert CoachSwitch(True).chosen_settings(Equipment(coach=False)) == Equipment(coach=True)
    assert Phone(2, 1).phone_requests == PhoneRequests(codes=2, withdrawals=1)


@pytest.mark.parametrize(
    "make", [lambda: Phone(1, 2, True, 4), lambda: Phone(coodes=9), lambda: Phone(1, codes=2)]
)
def test_a_dialogue_takes_only_its_own_fields(make: Callable[[], DialogueBase]) -> None:
    with pytest.raises(TypeError, match="Phone"):
        make()
