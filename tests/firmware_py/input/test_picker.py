"""The picker: which keys can be chosen, the fewest moves to them, and whole games keyed with a joystick."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from random import Random

import pytest

from engine.errors import CribbageError, IllegalEvent
from engine.events import Event, Kind
from engine.game import Game
from engine.match.history import History
from engine.rules import Rules
from engine.state import Prompt
from firmware_py.board import Board
from firmware_py.input import picker
from firmware_py.input.dialogues import PutRight
from firmware_py.input.entry import Entry
from firmware_py.input.keys import DIRECTIONS, RANKS, SUITS, Input, Key, Stick, parse_input
from firmware_py.input.new_game import Names
from firmware_py.input.picker import COLUMNS, LABELS, PAGES, RANK_PLACES, Picker, Turn
from tests.support import keyed
from tests.support.table import Table
from tests.support.walks import FORMS, walk

ALL = frozenset(range(15))
TURN = 14
"""The place of the cell that turns the page, on both."""
MENU = PAGES[1].index(Key.MENU)
SEVEN = PAGES[0].index(Key.SEVEN)


def joystick(words: str = "", rules: Rules | None = None, start: Iterable[int] = ()) -> Board:
    """A board with a joystick on which these keys and directions were all taken."""
    board = Board(History.of(Game.new(rules, tuple(start))), joystick=True)
    for word in words.split():
        assert board.press(parse_input(word)).why is None, word
    return board


def entry_of(board: Board) -> Entry:
    return board._entry


def chosen(board: Board) -> str | None:
    """What stands in the chosen cell."""
    grid = board.view.picker
    return None if grid is None else grid.labels[grid.chosen]


# -- the cells and the moves, against a walk over the grid cell by cell


def test_each_key_has_a_cell_and_page_one_has_the_ranks() -> None:
    assert {cell for page in PAGES for cell in page} == {*Key, Turn.PAGE, None}
    assert PAGES[0][:13] == tuple(RANKS)
    assert all(len(page) == 3 * COLUMNS for page in PAGES)
    assert LABELS[0] == tuple("A 2 3 4 5 6 7 8 9 10 J Q K UNDO …".split())
    assert LABELS[1][:4] == ("♠", "♥", "♦", "♣")


def stepped(place: int, stick: Stick, cells: frozenset[int]) -> int:
    """Where a direction leads, by stepping from cell to cell until one can be chosen."""
    if stick in (Stick.LEFT, Stick.RIGHT):
        there = place
        while cells:
            there = (there + (1 if stick is Stick.RIGHT else 14)) % 15
            if there in cells:
                return there
        return place
    x, y = place % 5, place // 5
    for _ in range(2):
        y = (y + (1 if stick is Stick.DOWN else 2)) % 3
        for aside in (0, -1, 1, -2, 2, -3, 3, -4, 4):
            if 0 <= x + aside < 5 and 5 * y + x + aside in cells:
                return 5 * y + x + aside
    return place


def moves(place: int, cells: frozenset[int]) -> dict[int, int]:
    """How far each cell is, found by moving from all that are as far already."""
    far, edge = {place: 0}, {place}
    while edge:
        edge = {stepped(here, stick, cells) for here in edge for stick in DIRECTIONS} - far.keys()
        far.update(dict.fromkeys(edge, max(far.values()) + 1))
    return far


def some_cells() -> Iterator[frozenset[int]]:
    """What a prompt may leave: mostly a few ranks gone, now and then most of them."""
    random = Random(3)
    for gone in [0, 1, 1, 2, 3, 4, 6, 8, 10, 11, 12] * 6:
        yield ALL - set(random.sample(range(13), gone)) - ({13} if random.random() < 0.3 else set())


def test_a_direction_leads_to_the_next_cell_that_can_be_chosen() -> None:
    for cells in some_cells():
        for place in cells:
            for stick in DIRECTIONS:
                assert picker.moved(place, stick, cells) == stepped(place, stick, cells)


def test_every_cell_that_can_be_chosen_can_be_reached_from_each_other() -> None:
    for cells in some_cells():
        for place in cells:
            assert moves(place, cells).keys() == cells


def test_no_rank_is_nearer_to_the_ranks_than_the_one_where_the_picker_starts() -> None:
    for cells in some_cells():
        ranks = cells & RANK_PLACES

        def far(place: int, cells: frozenset[int] = cells, ranks: frozenset[int] = ranks) -> tuple[int, int]:
            walked = moves(place, cells)
            return sum(walked[rank] for rank in ranks), sum(walked.values())

        start = picker.start(0, cells)
        assert start in ranks
        assert far(start) == min(map(far, ranks))


def test_with_all_ranks_to_choose_from_it_takes_twenty_two_moves_for_thirteen() -> None:
    # 1.69 moves a card in the mean, none for the 7, and never more than three.
    walked = moves(picker.start(0, ALL), ALL)
    assert picker.start(0, ALL) == SEVEN
    assert sum(walked[rank] for rank in RANK_PLACES) == 22
    assert max(walked.values()) == 3


def test_where_nothing_can_be_chosen_the_picker_stays() -> None:
    for stick in DIRECTIONS:
        assert picker.moved(SEVEN, stick, frozenset()) == SEVEN
        assert picker.moved(SEVEN, stick, frozenset({SEVEN})) == SEVEN


# -- what can be chosen, against pressing every key


def taken(entry: Entry, match: History) -> set[Key]:
    """The keys that are not refused, found out by pressing them and applying what that makes."""
    keys = set()
    for key in Key:
        try:
            _, event = entry.press(key, match)
            if event is not None:
                match.apply(event)
        except CribbageError:
            continue
        keys.add(key)
    return keys


def offered(entry: Entry, match: History) -> set[Key]:
    """The keys that can be chosen, and whether the pages agree about those that are on both."""
    on = [
        {PAGES[page][place] for place in picker.reachable(page, entry, match)} for page in range(len(PAGES))
    ]
    assert Turn.PAGE in on[0]
    assert (Turn.PAGE in on[1]) == any(key in on[0] for key in RANKS)
    assert (Key.UNDO in on[0]) == (Key.UNDO in on[1])
    return {cell for page in on for cell in page if isinstance(cell, Key)}


@pytest.mark.parametrize("form", FORMS)
def test_what_can_be_chosen_is_what_is_taken_in_every_form(form: str) -> None:
    entry = Entry.of(joystick=True)
    for match, event, _ in walk(5, form, 150, second_thoughts=0.1):
        if match.applied % 4 and event.kind is not Kind.NEXT_GAME:
            continue
        assert offered(entry, match) == taken(entry, match)


@pytest.mark.parametrize(
    "words",
    [
        *("MENU", "MENU A", "MENU A 2 2 2", "MENU 4", "MENU 5", "MENU 7", "MENU 6", "MENU 6 3 6", "MENU 6 4"),
        *("MENU 6 5", "MENU 6 5 2 6 6", "MENU 6 5 2 3 2 3 2 3 2 3 2 3", "MENU 6 6", "MENU 6 OK"),
    ],
)
@pytest.mark.parametrize("before", ["OK 2 10 5 5", f"{keyed.CRIB} 4", keyed.FLUSH])
def test_what_can_be_chosen_is_what_is_taken_in_every_dialogue(before: str, words: str) -> None:
    board = joystick(f"{before} {words}")
    assert offered(entry_of(board), board.history) == taken(entry_of(board), board.history)


@pytest.mark.parametrize("before", ["OK 5 5 4 5 K 5 9", keyed.CRIB, "OK 2 10 S 5 5 K 6 9 K 4 GO OK"])
def test_what_can_be_chosen_is_what_is_taken_where_a_press_is_put_right(before: str) -> None:
    match = joystick(before).history
    for step in match.this_deal:
        entry = Entry(PutRight(step.before.at), picker=Picker())
        assert offered(entry, match) == taken(entry, match)


def test_a_rank_of_which_all_four_are_gone_is_passed_over() -> None:
    board = joystick("OK 5 5 5 5")
    grid = board.view.picker
    assert grid is not None
    assert ALL - grid.reachable == {PAGES[0].index(Key.FIVE)}
    assert chosen(board) == "6"
    board.press(Stick.UP)
    assert chosen(board) == "A"
    for label in ("2", "3", "4", "6"):
        board.press(Stick.RIGHT)
        assert chosen(board) == label


# -- what the stick does


def test_the_first_direction_opens_the_grid_and_moves_and_a_push_lays_the_card() -> None:
    board = joystick("OK 2")
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
    board = joystick("OK 2 PICK")
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
def test_where_no_rank_is_wanted_the_stick_first_opens_page_two_and_answers_nothing(
    words: str, rules: Rules, start: tuple[int, ...], stick: Stick
) -> None:
    board = joystick(words, rules, start)
    assert board.view.picker is None
    before = board.history
    assert board.press(stick).why is None
    grid = board.view.picker
    assert grid is not None
    assert (grid.page, grid.chosen, grid.open) == (1, MENU, True)
    assert TURN not in grid.reachable
    board.press(Stick.PICK)
    assert board.history is before


def test_the_last_cell_turns_the_page_and_back() -> None:
    board = joystick("OK 2 10 DOWN RIGHT RIGHT RIGHT")
    assert chosen(board) == "…"
    board.press(Stick.PICK)
    assert (chosen(board), board.view.picker and board.view.picker.page) == ("MENU", 1)
    for stick in (Stick.DOWN, Stick.PICK):
        board.press(stick)
    assert (chosen(board), board.view.picker and board.view.picker.page) == ("7", 0)
    assert board.history.applied == 3


def test_a_suit_is_picked_on_page_two() -> None:
    board = joystick("OK 2 10 DOWN RIGHT RIGHT RIGHT PICK UP LEFT PICK")
    assert board.history.game.last_card == keyed.board("OK 2 10 H").history.game.last_card


@pytest.mark.parametrize("key", [Key.FOUR, Key.GO, Key.OK, Key.UNDO, Key.MENU, Key.HEARTS])
def test_a_key_that_is_taken_closes_the_grid_and_does_what_it_always_does(key: Key) -> None:
    words = "OK 2 K 6 9"
    opened, plain = joystick(f"{words} RIGHT"), keyed.board(words)
    assert opened.view.picker and opened.view.picker.open
    assert opened.press(key) == plain.press(key)
    assert opened.history == plain.history
    assert opened.view.picker and not opened.view.picker.open
    assert opened.view._replace(picker=None) == plain.view


def test_a_refused_key_shows_why_and_leaves_the_grid_where_it_was() -> None:
    board = joystick("OK 2 K RIGHT")
    before = board.view.picker
    assert board.press(Key.GO).why is not None
    assert (board.view.refusal is None, board.view.picker) == (False, None)
    board.press(Stick.RIGHT)
    board.press(Stick.LEFT)
    assert (board.view.refusal, board.view.picker) == (None, before)


def test_what_is_picked_is_refused_like_the_key_itself() -> None:
    match = joystick("OK 5 5 5 5").history
    stale = Entry(picker=Picker(0, PAGES[0].index(Key.FIVE), open=True))
    _, event = stale.press(Stick.PICK, match)
    assert event == Event(Kind.LAY, RANKS[Key.FIVE])
    question = joystick(keyed.FLUSH).history
    with pytest.raises(IllegalEvent, match="5 does nothing here: OK is yes, GO is no"):
        stale.press(Stick.PICK, question)


def test_while_a_name_is_typed_the_picker_stays_on_its_letter() -> None:
    board = joystick("OK 2 MENU 6 5")
    words = stick_to(Key.TWO, entry_of(board), board.history)
    for stick in [*words, Stick.PICK, Stick.PICK]:
        board.press(stick)
        assert chosen(board) in LABELS[0]
    dialogue = entry_of(board).dialogue
    assert isinstance(dialogue, Names)
    assert (dialogue.text, chosen(board)) == ("C", "2")
    assert board.view.picker and not board.view.picker.open
    board.press(Key.OK)  # the next name begins where it is best to
    assert chosen(board) == LABELS[0][picker.start(0, picker.reachable(0, entry_of(board), board.history))]


def test_a_number_stays_and_the_menu_does_not() -> None:
    board = joystick("OK 2 MENU")
    for stick in stick_to(Key.ACE, entry_of(board), board.history):
        board.press(stick)
    best = picker.start(0, picker.reachable(0, entry_of(board), board.history))
    assert chosen(board) == LABELS[0][best]
    for stick in stick_to(Key.EIGHT, entry_of(board), board.history):
        board.press(stick)
    assert (chosen(board), board.view.page and board.view.page.rows[1][0]) == ("8", "8_")


def test_a_board_without_a_joystick_has_no_picker_and_says_so() -> None:
    assert Entry.of(joystick=False) == Entry()
    board = keyed.board("OK 2")
    assert board.view.picker is None
    for stick in Stick:
        assert board.press(stick).why == f"{stick.value} does nothing here: this board has no joystick"
    assert board.press(Key.FIVE).took
    assert board.view.picker is None


def test_the_picker_makes_no_event() -> None:
    board = joystick("OK 2 K")
    match = board.history
    for stick in DIRECTIONS * 3:
        board.press(stick)
        assert board.history is match


def test_what_can_be_chosen_follows_each_press_even_where_the_game_stands_still() -> None:
    # Empty dialogues of two kinds are equal as tuples, but take different keys.
    board = joystick("OK 2 K MENU")
    assert Key.FOUR in offered(entry_of(board), board.history)
    board.press(Key.FOUR)
    assert offered(entry_of(board), board.history) == {Key.OK, Key.GO, Key.UNDO, Key.MENU}
    # A number has three digits at most.
    claim = joystick(keyed.COUNTED, Rules(muggins=True))
    for word in ("A", "2", "3"):
        assert Key.FOUR in offered(entry_of(claim), claim.history)
        claim.press(Key.parse(word))
    assert Key.FOUR not in offered(entry_of(claim), claim.history)


# -- whole games


def stick_to(key: Key, entry: Entry, match: History) -> list[Stick]:
    """The fewest pushes of a stick that do what a key does, found by trying them all."""
    wanted, event = entry.press(key, match)
    ahead: deque[tuple[Entry, list[Stick]]] = deque([(entry, [])])
    seen = {entry.picker}
    while ahead:
        now, pushes = ahead.popleft()
        for stick in Stick:
            try:
                after, made = now.press(stick, match)
            except CribbageError:
                continue
            assert after.picker is not None
            same = after._replace(picker=None) == wanted._replace(picker=None)
            if stick is Stick.PICK and not after.picker.open:
                if (made, same, type(after.dialogue)) == (event, True, type(wanted.dialogue)):
                    return [*pushes, stick]
            elif after.picker not in seen:
                seen.add(after.picker)
                ahead.append((after, [*pushes, stick]))
    raise AssertionError(f"no way to {key}")


def both(
    words: Iterable[str], rules: Rules | None = None, buttons: tuple[Key, ...] = ()
) -> list[list[Input]]:
    """Key a game on two boards, on one with a stick and some buttons; what was pressed there, key by key."""
    plain = Board(History.of(Game.new(rules)))
    stick = Board(History.of(Game.new(rules)), joystick=True)
    pressed: list[list[Input]] = []
    for word in words:
        key = Key.parse(word)
        way: list[Input] = [key] if key in buttons else [*stick_to(key, entry_of(stick), stick.history)]
        assert plain.press(key).why is None
        for push in way:
            assert stick.press(push).why is None
        pressed.append(way)
        assert stick.prompt == plain.prompt
    assert stick.history == plain.history
    assert stick.view._replace(picker=None) == plain.view
    return pressed


@pytest.mark.parametrize("suits", [False, True])
def test_a_game_keyed_with_the_stick_alone_is_the_game_keyed_with_keys(suits: bool) -> None:
    words = keyed.whole_game(1, suits=suits, second_thoughts=not suits)
    words = words[:100] if suits else words
    ways = both(words)
    cards = [len(way) - 1 for word, way in zip(words, ways, strict=True) if Key.parse(word) in RANKS]
    assert max(cards) <= 3
    assert max(map(len, ways)) <= 9


def test_a_game_keyed_with_the_stick_and_the_buttons_of_a_hat_is_the_same() -> None:
    ways = both(keyed.whole_game(3)[:80], buttons=(Key.OK, Key.GO))
    assert {len(way) for way in ways if way[0] in (Key.OK, Key.GO)} == {1}


@pytest.mark.parametrize(
    "rules", [Rules(players=3, muggins=True, target=61), Rules("five-card"), Rules(track="show", target=61)]
)
def test_other_forms_are_keyed_with_the_stick_as_well(rules: Rules) -> None:
    plain = Board(History.of(Game.new(rules)))
    words = []
    for word in Table(Random(4), rules=rules).keys(lambda: plain.history.game):
        words.append(word)
        plain.press(Key.parse(word))
    both(words[:80], rules)


def test_the_dialogues_are_keyed_with_the_stick() -> None:
    words = "OK 2 10 5 MENU A GO A 2 OK MENU 7 GO OK 9 MENU 3 9 OK UNDO REDO MENU 5 OK OK GO MENU 4 OK"
    both(f"{words} MENU 6 2 3 GO 5 2 6 6 K 6 OK 3 OK 4 OK 6 GO OK MENU OK OK 4 5 MENU UNDO".split())


def test_a_question_is_answered_and_a_suit_named_with_the_stick() -> None:
    both(f"{keyed.FLUSH} H".split())
    ways = both(f"{keyed.FLUSH} OK GO".split())
    assert joystick(keyed.FLUSH).history.game.prompt is Prompt.FLUSH
    assert ways[-1][-1] is Stick.PICK
    assert SUITS.keys() <= {cell for cell in PAGES[1] if isinstance(cell, Key)}


def test_the_machine_can_be_switched_off_with_the_stick_alone() -> None:
    board = joystick("OK 2")
    board.equip(joystick=True, preset=None, powers_off=True)
    for key in (Key.MENU, Key.EIGHT, Key.OK):
        for stick in stick_to(key, entry_of(board), board.history):
            assert board.press(stick).why is None
    assert board.switches_off
