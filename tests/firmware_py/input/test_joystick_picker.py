"""The on-screen key picker: which keys it offers, and what each movement of the joystick does."""

from __future__ import annotations

import pytest

from engine.errors import CribbageError
from engine.events import Kind
from engine.rules import Rules
from firmware_py.input.correction import CorrectPress
from firmware_py.input.entry import KeyEntry
from firmware_py.input.joystick import (
    CARDS,
    OTHERS,
    PAGES,
    RANK_CELLS,
    PageTurn,
    Picker,
    PickerContext,
    reachable,
)
from firmware_py.input.keys import DIRECTIONS, RANKS, Key, Stick
from tests.support import keyed
from tests.support.dialogues import JOYSTICK, chosen, context_of, joystick_board
from tests.support.random_matches import FORMS, walk

TURN = PAGES[CARDS].index(PageTurn.OTHER_PAGE)
MENU = PAGES[OTHERS].index(Key.MENU)


# -- the keys that can be chosen, compared with pressing every key


def taken(context: PickerContext) -> set[Key]:
    """Return the keys that the board accepts at this moment in a game."""
    keys = set()
    for key in Key:
        try:
            event = context.entry.press(key, context.history).event
            if event is not None:
                context.history.apply(event)
        except CribbageError:
            continue
        keys.add(key)
    return keys


def offered(context: PickerContext) -> set[Key]:
    """Return the keys that the joystick can choose on the two pages of the on-screen key picker.

    Also check that UNDO is on both pages or on neither, and that the first page leads to the second. The
    second page must lead back to the first if, and only if, the first page offers a rank.
    """
    on = [{PAGES[page][cell] for cell in reachable(page, context)} for page in range(len(PAGES))]
    assert PageTurn.OTHER_PAGE in on[0]
    assert (PageTurn.OTHER_PAGE in on[1]) == any(key in on[0] for key in RANKS)
    assert (Key.UNDO in on[0]) == (Key.UNDO in on[1])
    return {cell for page in on for cell in page if isinstance(cell, Key)}


@pytest.mark.parametrize("form", FORMS)
def test_the_keys_that_can_be_chosen_are_those_that_are_taken_in_every_form(form: str) -> None:
    for match, event, _ in walk(5, form, 150, second_thoughts=0.1):
        if match.applied % 4 and event.kind is not Kind.NEXT_GAME:
            continue
        context = PickerContext(KeyEntry(), match, JOYSTICK)
        assert offered(context) == taken(context)


@pytest.mark.parametrize(
    "words",
    [
        *("MENU", "MENU A", "MENU A 2 2 2", "MENU 4", "MENU 5", "MENU 7", "MENU 6", "MENU 6 3 6", "MENU 6 4"),
        *("MENU 6 5", "MENU 6 5 2 6 6", "MENU 6 5 2 3 2 3 2 3 2 3 2 3", "MENU 6 6", "MENU 6 OK"),
    ],
)
@pytest.mark.parametrize("before", ["OK 2 10 5 5", f"{keyed.CRIB} 4", keyed.FLUSH])
def test_the_keys_that_can_be_chosen_are_those_that_are_taken_in_every_dialogue(
    before: str, words: str
) -> None:
    context = context_of(joystick_board(f"{before} {words}"))
    assert offered(context) == taken(context)


@pytest.mark.parametrize("before", ["OK 5 5 4 5 K 5 9", keyed.CRIB, "OK 2 10 S 5 5 K 6 9 K 4 GO OK"])
def test_the_keys_that_can_be_chosen_are_those_that_are_taken_in_a_correction(before: str) -> None:
    match = joystick_board(before).history
    for step in match.this_deal:
        context = PickerContext(KeyEntry(CorrectPress(step.at)), match, JOYSTICK)
        assert offered(context) == taken(context)


def test_a_rank_of_which_all_four_are_gone_is_passed_over() -> None:
    board = joystick_board("OK 5 5 5 5")
    grid = board.view.picker
    assert grid is not None
    assert set(range(len(PAGES[CARDS]))) - grid.reachable == {PAGES[CARDS].index(Key.FIVE)}
    assert chosen(board) == "6"
    board.press(Stick.UP)
    assert chosen(board) == "A"
    for label in ("2", "3", "4", "6"):
        board.press(Stick.RIGHT)
        assert chosen(board) == label


def test_the_choice_follows_each_press_even_where_the_game_does_not_change() -> None:
    board = joystick_board("OK 2 K MENU")
    assert Key.FOUR in offered(context_of(board))
    board.press(Key.FOUR)
    assert offered(context_of(board)) == {Key.OK, Key.GO, Key.UNDO, Key.MENU}
    # A number has three digits at most.
    claim = joystick_board(keyed.COUNTED, Rules(muggins=True))
    for word in ("A", "2", "3"):
        assert Key.FOUR in offered(context_of(claim))
        claim.press(Key.parse(word))
    assert Key.FOUR not in offered(context_of(claim))


# -- the moves of the joystick


def test_the_first_direction_opens_the_grid_and_moves_and_a_push_lays_the_card() -> None:
    board = joystick_board("OK 2")
    grid = board.view.picker
    assert grid is not None
    assert (chosen(board), grid.open) == ("7", False)
    assert not board.press(Stick.RIGHT).took
    grid = board.view.picker
    assert grid is not None
    assert (chosen(board), grid.open) == ("8", True)
    presses = board.history.applied
    assert board.press(Stick.PICK).took
    assert board.history.applied == presses + 1
    assert board.history.game.cards[-1].pretty == "8"
    grid = board.view.picker
    assert grid is not None
    assert (chosen(board), grid.open) == ("7", False)


def test_a_push_on_a_closed_grid_lays_the_card_beside_the_prompt() -> None:
    board = joystick_board("OK 2 PICK")
    assert board.history.game.cards[-1].pretty == "7"


@pytest.mark.parametrize("stick", Stick)
@pytest.mark.parametrize(
    ("words", "rules", "start"),
    [
        (keyed.FLUSH, Rules(), ()),
        (keyed.WITH_STARTER, Rules(), ()),
        (keyed.NOBS, Rules(), ()),
        (keyed.ACE, Rules(ace_11=True), ()),
        (keyed.COUNTED, Rules(reveal="on_ok"), ()),
        (keyed.IDLE, Rules(track="points"), ()),
        (keyed.GAME_OVER, Rules(), keyed.WON),
        ("OK 2 10 MENU 4", Rules(), ()),
        ("OK 2 10 MENU 6 OK", Rules(), ()),
    ],
)
def test_where_no_rank_is_wanted_the_joystick_first_opens_page_two_and_answers_nothing(
    words: str, rules: Rules, start: tuple[int, ...], stick: Stick
) -> None:
    board = joystick_board(words, rules, start)
    assert board.view.picker is None
    before = board.history
    assert board.press(stick).why is None
    grid = board.view.picker
    assert grid is not None
    assert (grid.page, grid.chosen, grid.open) == (OTHERS, MENU, True)
    assert TURN not in grid.reachable
    board.press(Stick.PICK)
    assert board.history is before


def test_the_last_cell_turns_the_page_and_back() -> None:
    board = joystick_board("OK 2 10 DOWN RIGHT RIGHT RIGHT")
    assert chosen(board) == "…"
    board.press(Stick.PICK)
    assert (chosen(board), board.view.picker and board.view.picker.page) == ("MENU", OTHERS)
    for stick in (Stick.DOWN, Stick.PICK):
        board.press(stick)
    assert (chosen(board), board.view.picker and board.view.picker.page) == ("7", CARDS)
    assert board.history.applied == 3


def test_a_suit_is_picked_on_page_two() -> None:
    board = joystick_board("OK 2 10 DOWN RIGHT RIGHT RIGHT PICK UP LEFT PICK")
    assert board.history.game.last_card == keyed.board("OK 2 10 H").history.game.last_card


def test_a_picked_key_is_refused_like_the_key_itself() -> None:
    board = joystick_board(keyed.FLUSH)
    board._picker = Picker(CARDS, PAGES[CARDS].index(Key.FIVE), open=True)  # as another device may leave it
    assert board.press(Stick.PICK).why == "5 does nothing here: OK is yes, GO is no"


def test_the_joystick_alone_makes_no_event() -> None:
    board = joystick_board("OK 2 K")
    match = board.history
    for stick in DIRECTIONS * 3:
        board.press(stick)
        assert board.history is match


def test_the_grid_opens_on_a_rank_where_one_is_wanted() -> None:
    grid = joystick_board("OK 2").view.picker
    assert grid is not None
    assert grid.chosen in RANK_CELLS
