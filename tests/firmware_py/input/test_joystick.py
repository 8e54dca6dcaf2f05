"""A joystick picks keys on the screen: the moves between the cells, the keys offered, whole games."""

from collections import deque
from collections.abc import Iterator
from copy import copy
from itertools import islice
from random import Random

import pytest

from engine.cards import Rank
from engine.errors import CribbageError
from engine.events import Event, Kind
from engine.rules import Rules
from firmware_py.board.board import Board
from firmware_py.input.entry import KeyEntry
from firmware_py.input.joystick import (
    CARDS,
    COLUMNS,
    LABELS,
    OTHERS,
    PAGES,
    RANK_CELLS,
    ROWS,
    PageTurn,
    PickerContext,
    moved,
    reachable,
    start,
)
from firmware_py.input.keys import ASKING_KEYS, DIRECTIONS, RANKS, Input, Key, Stick
from tests.support import keyed
from tests.support.dialogues import JOYSTICK, chosen, context_of, joystick_board
from tests.support.random_matches import FORMS, walk

ALL = frozenset(range(COLUMNS * ROWS))
SEVEN = PAGES[CARDS].index(Key.SEVEN)


def test_each_key_but_those_of_the_voice_has_a_cell_and_page_one_has_the_ranks() -> None:
    assert {cell for page in PAGES for cell in page} == {*Key, PageTurn.OTHER_PAGE, None} - {*ASKING_KEYS}
    assert PAGES[0][:13] == tuple(RANKS)
    assert all(len(page) == ROWS * COLUMNS for page in PAGES)
    assert LABELS[0] == tuple("A 2 3 4 5 6 7 8 9 10 J Q K UNDO …".split())
    assert LABELS[1][:4] == ("♠", "♥", "♦", "♣")


# The moves are checked against a walk over the grid, one cell at a time.


def stepped(cell: int, stick: Stick, cells: frozenset[int]) -> int:
    """Return the cell that is selected after a movement of the joystick. Cells not in `cells` are skipped.

    Args:
        cell: the cell selected before the movement: 0 to 14, in rows of five.
        stick: the direction of the movement.
        cells: the cells that can be selected.
    """
    if stick in (Stick.LEFT, Stick.RIGHT):
        there = cell
        while cells:
            there = (there + (1 if stick is Stick.RIGHT else 14)) % 15
            if there in cells:
                return there
        return cell
    x, y = cell % 5, cell // 5
    for _ in range(2):
        y = (y + (1 if stick is Stick.DOWN else 2)) % 3
        for aside in (0, -1, 1, -2, 2, -3, 3, -4, 4):
            if 0 <= x + aside < 5 and 5 * y + x + aside in cells:
                return 5 * y + x + aside
    return cell


def moves(cell: int, cells: frozenset[int]) -> dict[int, int]:
    """Return the smallest number of joystick movements needed to reach each cell, keyed by cell.

    Args:
        cell: the cell from which the movements start.
        cells: the cells that can be selected.
    """
    far, edge = {cell: 0}, {cell}
    while edge:
        edge = {stepped(here, stick, cells) for here in edge for stick in DIRECTIONS} - far.keys()
        far.update(dict.fromkeys(edge, max(far.values()) + 1))
    return far


def some_cells() -> Iterator[frozenset[int]]:
    random = Random(3)
    for gone in [0, 1, 1, 2, 3, 4, 6, 8, 10, 11, 12] * 6:
        yield ALL - set(random.sample(range(13), gone)) - ({13} if random.random() < 0.3 else set())


def test_a_direction_leads_to_the_next_cell_that_can_be_chosen() -> None:
    for cells in some_cells():
        for cell in cells:
            for stick in DIRECTIONS:
                assert moved(cell, stick, cells) == stepped(cell, stick, cells)


def test_no_rank_is_nearer_to_the_other_ranks_than_the_start() -> None:
    for cells in some_cells():
        ranks = cells & RANK_CELLS

        def far(cell: int, cells: frozenset[int] = cells, ranks: frozenset[int] = ranks) -> tuple[int, int]:
            walked = moves(cell, cells)
            return sum(walked[rank] for rank in ranks), sum(walked.values())

        first = start(CARDS, cells)
        assert first in ranks
        assert far(first) == min(map(far, ranks))


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
        *(
            "MENU 6 5 2 6 6",
            "MENU 6 5 2 3 2 3 2 3 2 3 2 3",
            "MENU 6 6",
            "MENU 6 OK",
            "MENU 7 OK",
            "MENU 7 GO OK",
        ),
    ],
)
@pytest.mark.parametrize("before", ["OK 2 10 5 5", f"{keyed.CRIB} 4", keyed.FLUSH])
def test_the_keys_that_can_be_chosen_are_those_taken_in_every_dialogue(before: str, words: str) -> None:
    context = context_of(joystick_board(f"{before} {words}"))
    assert offered(context) == taken(context)


@pytest.mark.parametrize("digits", ["A", "A 2", "A 2 3"])  # a number has three digits at most
def test_the_keys_that_can_be_chosen_are_those_that_are_taken_in_a_number(digits: str) -> None:
    claim = context_of(joystick_board(f"{keyed.COUNTED} {digits}", Rules(muggins=True)))
    assert offered(claim) == taken(claim)
    assert (Key.FOUR in offered(claim)) == (digits != "A 2 3")


# -- the moves of the joystick


def is_open(board: Board) -> bool | None:
    return board.view.picker and board.view.picker.open


def test_the_first_direction_opens_the_grid_and_moves_and_a_push_lays_the_card() -> None:
    board = joystick_board("OK 2")
    assert (chosen(board), is_open(board)) == ("7", False)
    assert not board.press(Stick.RIGHT).took
    assert (chosen(board), is_open(board)) == ("8", True)
    made = board.press(Stick.PICK).made
    assert made and made.event == Event(Kind.LAY, Rank.EIGHT)
    assert (chosen(board), is_open(board)) == ("7", False)
    made = board.press(Stick.PICK).made  # the card beside the prompt, although the grid is closed
    assert made and made.event == Event(Kind.LAY, Rank.SEVEN)


@pytest.mark.parametrize("stick", Stick)
@pytest.mark.parametrize(
    ("words", "rules", "start"),
    [
        (keyed.FLUSH, Rules(), ()),
        (keyed.COUNTED, Rules(reveal="on_ok"), ()),
        (keyed.IDLE, Rules(track="points"), ()),
        (keyed.GAME_OVER, Rules(), keyed.WON),
        ("OK 2 10 MENU 4", Rules(), ()),
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
    assert PAGES[CARDS].index(PageTurn.OTHER_PAGE) not in grid.reachable
    board.press(Stick.PICK)
    assert board.history is before


def same_but_for_the_picker(steered: Board, plain: Board) -> bool:
    """Return True if two boards show the same view, apart from the joystick's grid of keys."""
    return steered.view._replace(picker=None, number=0) == plain.view._replace(number=0)


# -- a key beside the joystick


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


def test_the_picker_starts_anew_in_a_dialogue_from_the_menu() -> None:
    board = joystick_board("OK 2 MENU")
    for stick in joystick_way(Key.ACE, board):
        board.press(stick)
    assert chosen(board) == LABELS[CARDS][start(CARDS, reachable(CARDS, context_of(board)))]


def game(rules: Rules | None = None, *, suits: bool = False) -> list[str]:
    """Return the first keys of a game."""
    return [*islice(keyed.played(Random(4), 0, suits=suits, rules=rules), 60)]


@pytest.mark.parametrize(
    ("words", "rules", "buttons"),
    [
        (game(), None, ()),
        (game(suits=True), None, (Key.OK, Key.GO)),  # a hat has these as well
        *(
            (game(rules), rules, ())
            for rules in (
                Rules(players=3, muggins=True, target=61),
                Rules("five-card"),
                Rules(track="show", target=61),
            )
        ),
        (
            "OK 2 10 5 MENU A GO A 2 OK MENU 7 GO OK 9 MENU 3 9 OK UNDO REDO MENU 5 OK OK GO MENU 4 OK "
            "MENU 6 2 3 GO 5 2 6 6 K 6 OK 3 OK 4 OK 6 GO OK MENU OK OK 4 5 MENU UNDO".split(),
            *(None, ()),
        ),
    ],
)
def test_what_is_keyed_with_the_joystick_is_what_is_keyed_with_keys(
    words: list[str], rules: Rules | None, buttons: tuple[Key, ...]
) -> None:
    plain, steered = keyed.board(rules=rules), joystick_board(rules=rules)
    for key in map(Key.parse, words):
        way: list[Input] = [key] if key in buttons else [*joystick_way(key, steered)]
        is_card = rules is None and key in RANKS and steered.view.page is None
        assert len(way) <= (4 if is_card else 9)
        assert plain.press(key).why is None
        for push in way:
            assert steered.press(push).why is None
        assert steered.history == plain.history
        assert same_but_for_the_picker(steered, plain)
