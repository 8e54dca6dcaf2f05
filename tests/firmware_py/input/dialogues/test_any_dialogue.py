"""All dialogues: values that every key either changes or is refused by, and that always show something."""

from collections.abc import Callable
from itertools import islice
from random import Random

import pytest

from engine.events import Kind
from engine.prompts import Prompt
from firmware_py.board.board import Board
from firmware_py.input.correction import ChoosePress, CorrectPress
from firmware_py.input.dialogue import Dialogue, PhoneRequests
from firmware_py.input.keys import VOICE_KEYS, Key
from firmware_py.input.menu import Menu
from firmware_py.input.phone import Phone
from firmware_py.input.questions import Misdeal, PointsByHand, RulesInForce, Signs, SwitchOff
from firmware_py.input.typed import Digits
from tests.support.random_matches import FORMS, walk


def test_dialogues_of_two_types_are_never_equal() -> None:
    alike: tuple[Dialogue, ...] = (
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
    assert repr(RulesInForce(2)) == "RulesInForce(number=2)"


def test_only_the_dialogue_for_phones_has_requests() -> None:
    assert (Misdeal().prompt, Misdeal().phone_requests) == (None, None)
    assert Phone(2, 1).phone_requests == PhoneRequests(codes=2, withdrawals=1)


@pytest.mark.parametrize(
    "make", [lambda: Phone(1, 2, True, 4), lambda: Phone(coodes=9), lambda: Phone(1, codes=2)]
)
def test_a_dialogue_takes_only_its_own_fields(make: Callable[[], Dialogue]) -> None:
    with pytest.raises(TypeError, match="Phone"):
        make()


@pytest.mark.parametrize("form", FORMS)
def test_keys_pressed_at_random_are_taken_or_refused_in_a_line_and_always_show_something(form: str) -> None:
    chance = Random(form)
    often = [Key.OK, Key.GO, Key.MENU, Key.SIX, Key.SEVEN, Key.MUGGINS]
    prompts = set()
    for _, _, match in islice(walk(3, form, 240), 0, None, 5):
        board = Board(match)
        for key in chance.choices((*Key, *often), k=25):
            prompts.add(press_checked(board, key))
    assert {"points", "starter"} & prompts
    assert prompts <= {prompt.value for prompt in Prompt} | {"points"}


def press_checked(board: Board, key: Key) -> str:
    """Press a key, check that the board accepts it or explains the refusal, and return the next prompt."""
    before, seen = board.history, board.view
    outcome = board.press(key)
    assert outcome.presses == before.applied
    assert outcome.took == (board.history.applied == before.applied + 1)
    assert outcome.took or board.history is before
    if outcome.why is not None:
        assert outcome.why.isprintable()
    if key in VOICE_KEYS:
        assert board.view == seen._replace(number=board.view.number)
    else:
        assert board.view.refusal == outcome.why
    # A refusal does not hide the open dialogue.
    assert board.view.page is not None or board.entry.dialogue is None
    assert board.view.page is None or board.view.page.title
    return board.prompt
