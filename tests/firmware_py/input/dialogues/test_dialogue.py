"""All dialogues: every key is either accepted or refused, and the display always shows something."""

from itertools import islice
from random import Random

import pytest

from engine.prompts import Prompt
from firmware_py.board import Board
from firmware_py.input.keys import VOICE_KEYS, Key
from tests.support.random_matches import FORMS, walk


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
    assert board.view.page is not None or board._controls.entry.dialogue is None
    assert board.view.page is None or board.view.page.title
    return board.prompt
