"""The effect of a key press on the match, on the store that keeps it, and on what the board shows."""

from random import Random

import pytest

from engine.game import Game
from engine.match.history import History
from engine.rules import Rules
from engine.setup import Setup
from firmware_py.board.board import Board, Outcome
from firmware_py.input.keys import ASKING_KEYS, Key
from tests.support import keyed
from tests.support.fakes import Shelf

FULL = "Not saved: the disk is full (free some space)"


def test_a_new_game_that_cannot_be_kept_is_still_asked_for() -> None:
    shelf = Shelf(room=2)
    board = keyed.board("OK 3", store=shelf)
    *_, last = keyed.press(board, "MENU 6 OK OK")
    assert last.why == FULL
    shelf.room = None
    assert board.press(Key.OK).took
    assert board.view.prompt == "Left cuts for the deal."


def test_a_notice_stays_until_the_first_press() -> None:
    board = Board(
        History.of(Game.of(Setup(Rules()))), notice="games.txt was damaged: set aside as games.damaged-1.txt"
    )
    board.press(Key.AGAIN)  # the voice repeats it
    assert board.view.notice == "games.txt was damaged: set aside as games.damaged-1.txt"
    board.press(Key.OK)
    assert board.view.notice is None


def test_a_notice_is_no_refusal_and_comes_after_one() -> None:
    board = keyed.board("OK 3")
    board.say("lights: back")
    assert (board.view.refusal, board.view.message) == (None, "lights: back")
    board.say("display: back")
    assert board.view.message == "lights: back; display: back"
    why = board.press(Key.GO).why
    assert (board.view.refusal, board.view.notice) == (why, None)
    board.say("lights: back")
    assert (board.view.refusal, board.view.message) == (why, f"{why}; lights: back")
    board.press(Key.FOUR)
    assert board.view.message is None


def test_the_view_has_another_number_after_each_press_and_notice_alone() -> None:
    board = keyed.board("OK 3")
    first = board.view.number
    assert board.view.number == first
    board.press(Key.GO)
    second = board.view.number
    board.press(Key.GO)
    third = board.view.number
    board.say("lights: back")
    assert len({first, second, third, board.view.number}) == 4


@pytest.mark.parametrize(("word", "key"), [("J", Key.AGAIN), ("Q", Key.SCORE)])
def test_a_key_of_the_voice_in_the_menu_goes_back_to_the_number_half_typed(word: str, key: Key) -> None:
    board = keyed.board(keyed.COUNTED, rules=Rules(muggins=True))
    assert board.prompt == "claim"
    board.press(Key.ACE)
    without = board.view
    board.press(Key.MENU)
    outcome = board.press(Key.parse(word))
    assert outcome == Outcome(board.history.applied, asks=key)
    assert board.view == without._replace(number=board.view.number)
    assert board.press(Key.TWO).asks is None


def test_a_long_press_of_go_is_again_and_then_the_score() -> None:
    board = keyed.board("OK 2")
    assert board.key_for_held_go is Key.AGAIN
    board.press(Key.AGAIN)
    assert board.key_for_held_go is Key.SCORE
    for key in (Key.GO, Key.SCORE):  # also after a key that was refused
        board.press(key)
        assert board.key_for_held_go is Key.AGAIN
    board.press(Key.AGAIN)
    board.refuse("The screen was dark")
    assert board.key_for_held_go is Key.AGAIN
    assert keyed.board("OK 2", rules=Rules(muggins=True)).key_for_held_go is Key.MUGGINS


@pytest.mark.parametrize("seed", range(3))
def test_keys_of_the_voice_strewn_among_others_make_no_difference(seed: int) -> None:
    random = Random(seed)
    plain, strewn = keyed.board(), keyed.board(store=(shelf := Shelf()))
    others = [key for key in Key if key not in ASKING_KEYS]
    for _ in range(400):
        key = random.choice([*others, Key.OK, Key.GO, Key.MENU])
        for extra in random.choices(ASKING_KEYS, k=random.randint(0, 2)):
            before, view, entry = strewn.history, strewn.view, strewn.entry
            assert strewn.press(extra) == Outcome(before.applied, asks=extra)
            assert strewn.view == view._replace(number=strewn.view.number)
            assert strewn.view.number != view.number  # or nobody would be told
            assert (strewn.history, strewn.entry) == (before, entry)
        assert strewn.press(key)._replace(made=None) == plain.press(key)._replace(made=None)
        assert strewn.view._replace(number=0) == plain.view._replace(number=0)
        assert len(shelf.events) == strewn.history.applied
