"""The dialogue with which the players let phones press the board's keys."""

from collections.abc import Sequence

import pytest

from engine.game import Game
from engine.match.history import History
from firmware_py.board import Board
from firmware_py.input.dialogues.menu import Menu
from firmware_py.input.dialogues.phone import Phone
from firmware_py.input.equipment import Equipment
from firmware_py.input.keys import Key
from tests.support import keyed
from tests.support.dialogues import check_accepted_keys, match_at, press


@pytest.mark.parametrize(
    ("words", "start"), [("", ()), (keyed.PLAY, ()), (keyed.FLUSH, ()), (keyed.GAME_OVER, keyed.WON)]
)
def test_the_kings_entry_opens_it_wherever_a_game_stands(words: str, start: Sequence[int]) -> None:
    assert press(Menu(), "K", match_at(words, start), Equipment(phones=True)) == (Phone(), [])


def test_ok_asks_for_a_new_code_and_go_leaves() -> None:
    check_accepted_keys(Phone(), match_at(), Key.OK, Key.UNDO, Key.GO, Key.MENU)
    assert press(Phone(), "OK OK", match_at()) == (Phone(codes=3), [])
    for word in ("GO", "MENU"):
        assert press(Phone(), word, match_at()) == (None, [])


def test_all_phones_are_put_out_only_after_a_question() -> None:
    question = press(Phone(), "OK UNDO", match_at())[0]
    assert isinstance(question, Phone) and question.withdrawals == 0
    check_accepted_keys(question, match_at(), Key.OK, Key.GO, Key.UNDO, Key.MENU)
    assert press(question, "OK", match_at()) == (Phone(codes=2, withdrawals=1), [])
    for word in ("GO", "UNDO", "MENU"):
        assert press(question, word, match_at()) == (Phone(codes=2), [])


def test_the_prompt_in_json_has_a_name_of_its_own_while_it_is_open() -> None:
    board = Board(History.of(Game.new()), equipment=Equipment(phones=True))
    prompts = []
    for word in "MENU K OK UNDO GO GO".split():
        board.press(Key.parse(word))
        prompts.append(board.prompt)
    assert prompts == ["cut_for_deal", *["phone"] * 4, "cut_for_deal"]
    assert board.history.applied == 0
