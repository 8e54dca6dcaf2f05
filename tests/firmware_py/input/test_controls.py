"""The controls: keys and a joystick on one board, and whole games played with a joystick."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from copy import copy
from random import Random

import pytest

from engine.cards import Rank
from engine.events import Event, Kind
from engine.game import Game
from engine.match.history import History
from engine.prompts import Prompt
from engine.rules import Rules
from firmware_py.board.board import Board
from firmware_py.input.dialogue import Equipment
from firmware_py.input.joystick import CARDS, LABELS, PAGES, reachable, start
from firmware_py.input.keys import RANKS, SUITS, Input, Key, Stick
from firmware_py.input.new_game import NewNames
from tests.support import keyed
from tests.support.dialogues import chosen, context_of, joystick_board
from tests.support.table import Table


def same_but_for_the_picker(steered: Board, plain: Board) -> bool:
    """Return True if two boards show the same view, apart from the joystick's grid of keys."""
    return steered.view._replace(picker=None, number=0) == plain.view._replace(number=0)


# -- a key beside the joystick


def test_a_push_on_the_joystick_makes_the_event_of_the_key_that_it_picks() -> None:
    board = joystick_board(keyed.PLAY)
    made = board.press(Stick.PICK).made
    assert made and made.event == Event(Kind.LAY, Rank.SEVEN)


def test_a_board_without_a_joystick_has_no_picker_and_says_so() -> None:
    board = keyed.board("OK 2")
    assert board.view.picker is None
    for stick in Stick:
        assert board.press(stick).why == f"{stick.value} does nothing here: this board has no joystick"
    assert board.press(Key.FIVE).took
    assert board.view.picker is None


@pytest.mark.parametrize("key", [Key.FOUR, Key.GO, Key.OK, Key.UNDO, Key.MENU, Key.HEARTS])
def test_a_key_that_is_taken_closes_the_grid_and_does_what_it_always_does(key: Key) -> None:
    words = "OK 2 K 6 9"
    opened, plain = joystick_board(f"{words} RIGHT"), keyed.board(words)
    assert opened.view.picker and opened.view.picker.open
    assert opened.press(key) == plain.press(key)
    assert opened.history == plain.history
    assert opened.view.picker and not opened.view.picker.open
    assert same_but_for_the_picker(opened, plain)


def test_a_refused_key_shows_why_and_leaves_the_grid_where_it_was() -> None:
    board = joystick_board("OK 2 K RIGHT")
    before = board.view.picker
    assert board.press(Key.GO).why is not None
    assert (board.view.refusal is None, board.view.picker) == (False, None)
    board.press(Stick.RIGHT)
    board.press(Stick.LEFT)
    assert (board.view.refusal, board.view.picker) == (None, before)


# -- one rank key after the other


def test_while_a_name_is_typed_the_picker_stays_on_its_letter() -> None:
    board = joystick_board("OK 2 MENU 6 5")
    pushes = joystick_way(Key.TWO, board)
    for stick in [*pushes, Stick.PICK, Stick.PICK]:
        board.press(stick)
        assert chosen(board) in LABELS[CARDS]
    dialogue = board.entry.dialogue
    assert isinstance(dialogue, NewNames)
    assert (dialogue.name.text, chosen(board)) == ("C", "2")
    assert board.view.picker and not board.view.picker.open
    board.press(Key.OK)  # the next name begins at the best start
    assert chosen(board) == LABELS[CARDS][start(CARDS, reachable(CARDS, context_of(board)))]


def test_the_picker_stays_on_a_digit_but_starts_anew_in_a_dialogue_from_the_menu() -> None:
    board = joystick_board("OK 2 MENU")
    for stick in joystick_way(Key.ACE, board):
        board.press(stick)
    best = start(CARDS, reachable(CARDS, context_of(board)))
    assert chosen(board) == LABELS[CARDS][best]
    for stick in joystick_way(Key.EIGHT, board):
        board.press(stick)
    assert (chosen(board), board.view.page and board.view.page.rows[1][0]) == ("8", "8_")


# -- whole games


def joystick_way(key: Key, board: Board) -> list[Stick]:
    """Return the shortest sequence of joystick movements that has the same effect as pressing this key."""
    wanted = copy(board)
    wanted.press(key)
    ahead: deque[tuple[Board, list[Stick]]] = deque([(board, [])])
    seen = {board.view.picker}
    while ahead:
        now, pushes = ahead.popleft()
        for stick in Stick:
            after = copy(now)
            if after.press(stick).why is not None:
                continue
            picker = after.view.picker
            if stick is Stick.PICK and not (picker and picker.open):
                if (after.history, after.entry) == (wanted.history, wanted.entry):
                    return [*pushes, stick]
            elif picker not in seen:
                seen.add(picker)
                ahead.append((after, [*pushes, stick]))
    raise AssertionError(f"no way to {key}")


def play_on_both(
    words: Iterable[str], rules: Rules | None = None, buttons: tuple[Key, ...] = ()
) -> list[list[Input]]:
    """Play a game on a board with all keys and on one with a joystick, and check that the games match.

    Args:
        words: the keys to press.
        rules: the rules, or None for the standard game.
        buttons: the keys for which the second board also has buttons.

    Returns:
        For each key pressed on the first board, the inputs that have the same effect on the second board.
    """
    plain = Board(History.of(Game.new(rules)))
    steered = joystick_board(rules=rules)
    pressed: list[list[Input]] = []
    for word in words:
        key = Key.parse(word)
        alone = key in buttons
        way: list[Input] = [key] if alone else [*joystick_way(key, steered)]
        assert plain.press(key).why is None
        for push in way:
            assert steered.press(push).why is None
        pressed.append(way)
        assert steered.prompt == plain.prompt
    assert steered.history == plain.history
    assert same_but_for_the_picker(steered, plain)
    return pressed


@pytest.mark.parametrize("suits", [False, True])
def test_a_game_keyed_with_the_joystick_alone_is_the_game_keyed_with_keys(suits: bool) -> None:
    words = keyed.whole_game(1, suits=suits, second_thoughts=not suits)
    words = words[:100] if suits else words
    ways = play_on_both(words)
    cards = [len(way) - 1 for word, way in zip(words, ways, strict=True) if Key.parse(word) in RANKS]
    assert max(cards) <= 3
    assert max(map(len, ways)) <= 9


def test_a_game_keyed_with_the_joystick_and_the_buttons_of_a_hat_is_the_same() -> None:
    ways = play_on_both(keyed.whole_game(3)[:80], buttons=(Key.OK, Key.GO))
    assert {len(way) for way in ways if way[0] in (Key.OK, Key.GO)} == {1}


@pytest.mark.parametrize(
    "rules", [Rules(players=3, muggins=True, target=61), Rules("five-card"), Rules(track="show", target=61)]
)
def test_other_forms_are_keyed_with_the_joystick_as_well(rules: Rules) -> None:
    plain = Board(History.of(Game.new(rules)))
    words = []
    for word in Table(Random(4), rules=rules).keys(lambda: plain.history.game):
        words.append(word)
        plain.press(Key.parse(word))
    play_on_both(words[:80], rules)


def test_the_dialogues_are_keyed_with_the_joystick() -> None:
    words = "OK 2 10 5 MENU A GO A 2 OK MENU 7 GO OK 9 MENU 3 9 OK UNDO REDO MENU 5 OK OK GO MENU 4 OK"
    play_on_both(f"{words} MENU 6 2 3 GO 5 2 6 6 K 6 OK 3 OK 4 OK 6 GO OK MENU OK OK 4 5 MENU UNDO".split())


def test_a_question_is_answered_and_a_suit_named_with_the_joystick() -> None:
    play_on_both(f"{keyed.FLUSH} H".split())
    ways = play_on_both(f"{keyed.FLUSH} OK GO".split())
    assert joystick_board(keyed.FLUSH).history.game.prompt is Prompt.FLUSH
    assert ways[-1][-1] is Stick.PICK
    assert SUITS.keys() <= {cell for cell in PAGES[1] if isinstance(cell, Key)}


def test_the_machine_can_be_switched_off_with_the_joystick_alone() -> None:
    board = joystick_board("OK 2")
    equipment = Equipment(joystick=True, powers_off=True)
    board.equip(equipment)
    for key in (Key.MENU, Key.EIGHT, Key.OK):
        for stick in joystick_way(key, board):
            assert board.press(stick).why is None
    assert board.switches_off
