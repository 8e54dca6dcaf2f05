"""The effect of a key press on the match, on the store that keeps it, and on what the board shows."""

from random import Random

import pytest

from engine.events import Event, Kind
from engine.game import Game
from engine.match.history import History
from engine.rules import Rules
from engine.setup import Setup
from firmware_py.board.board import Board, Made, Outcome
from firmware_py.input.keys import VOICE_KEYS, Key
from tests.support import keyed
from tests.support.fakes import Shelf

DEALS = Event(Kind.DEALS, numbers=(0,))


def test_the_way_back_is_loaded_once() -> None:
    class Deep(Shelf):
        asked = 0

        def reach(self) -> History:
            self.asked += 1
            return keyed.board("OK 3").history

    shelf = Deep()
    board = Board(History.of(Game.new()), shelf)
    assert board.history.applied == 0
    board.reach_back()
    board.reach_back()
    assert (board.history.applied, shelf.asked) == (2, 1)


FULL = "Not saved: the disk is full (free some space)"


def test_a_press_takes_effect_is_kept_and_shows() -> None:
    shelf = Shelf()
    board = keyed.board(store=shelf)
    before = board.history
    made = Made(before, Event(Kind.DEALS, numbers=(0,)), before.apply(Event(Kind.DEALS, numbers=(0,))))
    assert board.press(Key.OK) == Outcome(presses=0, took=True, made=made)
    assert shelf.events == [Event(Kind.DEALS, numbers=(0,))]
    assert board.history.applied == 1
    assert board.view.prompt == "Left deals. Turn up the starter."


def test_a_refused_press_changes_nothing_and_says_why() -> None:
    shelf = Shelf()
    board = keyed.board("OK 3", store=shelf)
    before = board.history
    outcome = board.press(Key.GO)
    assert outcome == Outcome(presses=2, took=False, why="No go at 0: up to 21, any card can be played")
    assert board.history is before
    assert len(shelf.events) == 2
    assert board.view.refusal == outcome.why
    board.press(Key.FOUR)
    assert board.view.refusal is None


def test_paging_is_neither_taken_nor_refused_and_is_not_kept() -> None:
    shelf = Shelf()
    board = keyed.board("OK 3 K 5", store=shelf)
    assert board.press(Key.OK) == Outcome(presses=4)
    assert len(shelf.events) == 4
    assert board.view.page is not None
    assert board.press(Key.OK) == Outcome(presses=4)
    assert board.view.page is None


def test_a_press_that_cannot_be_kept_is_refused_and_the_next_goes_through() -> None:
    shelf = Shelf(room=2)
    board = keyed.board("OK 3", store=shelf)
    before = board.history
    assert board.press(Key.KING) == Outcome(presses=2, took=False, why=FULL, unsaved=True)
    assert board.history is before
    assert board.view.refusal == FULL
    assert board.view.running_count == 0
    shelf.room = None
    assert board.press(Key.KING).took
    assert board.view.refusal is None
    assert board.view.running_count == 10


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
    others = [key for key in Key if key not in VOICE_KEYS]
    for _ in range(400):
        key = random.choice([*others, Key.OK, Key.GO, Key.MENU])
        for extra in random.choices(VOICE_KEYS, k=random.randint(0, 2)):
            before, view, entry = strewn.history, strewn.view, strewn.entry
            assert strewn.press(extra) == Outcome(before.applied, asks=extra)
            assert strewn.view == view._replace(number=strewn.view.number)
            assert strewn.view.number != view.number  # or nobody would be told
            assert (strewn.history, strewn.entry) == (before, entry)
        assert strewn.press(key)._replace(made=None) == plain.press(key)._replace(made=None)
        assert strewn.view._replace(number=0) == plain.view._replace(number=0)
        assert len(shelf.events) == strewn.history.applied
