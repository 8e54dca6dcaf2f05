"""Edges and time → presses: bounce, fast taps, long presses, a loop that is late."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import Rank, Suit
from firmware_py.input.debounce import QUIET
from firmware_py.input.edge import Edge
from firmware_py.input.keys import RANKS, SUITS, Key, Stick, parse_input
from firmware_py.input.long_press import LONG, LONG_PRESS
from firmware_py.input.press_detector import PressDetector
from tests.support.contacts import due, edges, in_order, late, punctual

WITH_A_BUTTON = [key for key in Key if key not in LONG_PRESS.values()]
KINDS = ([*RANKS], [*SUITS])
UNDO, OK, GO, FIVE, KING = Key.UNDO, Key.OK, Key.GO, Key.FIVE, Key.KING


@pytest.mark.parametrize("key", WITH_A_BUTTON)
def test_a_tap_is_one_press(key: Key) -> None:
    assert punctual(edges(key, 1.0, 1.1)) == [key]


@pytest.mark.parametrize("key", [FIVE, Key.HEARTS])
def test_ranks_and_suits_act_on_press(key: Key) -> None:
    keypad = PressDetector()
    assert keypad.edge(Edge(key, True, 1.0)) == [key]
    assert keypad.deadline is None
    assert keypad.edge(Edge(key, False, 9.0)) == []


@pytest.mark.parametrize("key", LONG_PRESS)
def test_keys_with_a_long_press_act_on_release(key: Key) -> None:
    keypad = PressDetector()
    assert keypad.edge(Edge(key, True, 1.0)) == []
    assert keypad.tick(1.5) == []
    assert keypad.edge(Edge(key, False, 1.5)) == [key]


@pytest.mark.parametrize(("key", "long"), LONG_PRESS.items())
def test_a_long_press_acts_at_its_deadline_and_its_release_does_nothing(key: Key, long: Key) -> None:
    keypad = PressDetector()
    keypad.edge(Edge(key, True, 1.0))
    assert keypad.deadline == 1.0 + LONG
    assert keypad.tick(math.nextafter(1.0 + LONG, 0)) == []
    assert keypad.tick(1.0 + LONG) == [long]
    assert keypad.deadline is None
    assert keypad.tick(5.0) == []
    assert keypad.edge(Edge(key, False, 5.0)) == []
    assert keypad.edge(Edge(key, True, 6.0)) == []
    assert keypad.edge(Edge(key, False, 6.1)) == [key]


def test_long_presses_are_menu_redo_and_muggins() -> None:
    assert LONG == 0.6
    assert LONG_PRESS == {OK: Key.MENU, UNDO: Key.REDO, GO: Key.MUGGINS}


@pytest.mark.parametrize("loop", [punctual, late])
@pytest.mark.parametrize(
    ("up", "press"),
    [(math.nextafter(2.0 + LONG, 0), OK), (2.0 + LONG, Key.MENU), (2.0 + LONG + 1e-6, Key.MENU)],
)
def test_a_release_just_before_the_deadline_is_short_and_at_it_long(loop, up: float, press: Key) -> None:
    assert loop(edges(OK, 2.0, up)) == [press]


def test_bounce_on_press_and_on_release_is_no_press() -> None:
    bouncing = edges(FIVE, 1.0, 1.001, 1.002, 1.006, 1.01, 1.2, 1.201, 1.203, 1.21, 1.224)
    assert punctual(bouncing) == [FIVE]
    assert late(bouncing) == [FIVE]


def test_a_key_with_a_long_press_may_bounce_as_well() -> None:
    bouncing = edges(OK, 1.0, 1.001, 1.002, 1.006, 1.01, 1.2, 1.201, 1.203, 1.21, 1.224)
    assert punctual(bouncing) == [OK]
    assert late(bouncing) == [OK]


def test_bounce_after_a_long_press_is_no_press() -> None:
    assert punctual(edges(UNDO, 1.0, 1.7, 1.701, 1.71, 1.715, 1.72)) == [Key.REDO]


def test_bounce_while_the_long_press_falls_due_does_not_press_twice() -> None:
    up = 1.0 + LONG - 0.001
    assert punctual(edges(OK, 1.0, up, up + 0.002, up + 0.004)) == [OK]


def test_a_tap_shorter_than_the_bounce_is_not_lost_and_the_key_is_up_after_it() -> None:
    assert punctual(edges(FIVE, 1.0, 1.004)) == [FIVE]
    assert punctual(edges(OK, 1.0, 1.004)) == [OK]
    assert punctual(edges(FIVE, 1.0, 1.004, 1.1, 1.104)) == [FIVE, FIVE]


def test_a_tap_shorter_than_the_bounce_is_settled_when_it_may_bounce_no_more() -> None:
    keypad = PressDetector()
    assert keypad.edge(Edge(OK, True, 1.0)) == []
    assert keypad.edge(Edge(OK, False, 1.004)) == []
    assert keypad.deadline == 1.0 + QUIET
    assert keypad.tick(1.0 + QUIET) == [OK]
    assert keypad.deadline is None


def test_taps_as_fast_as_fingers_are_all_counted() -> None:
    taps = [at for place in range(20) for at in (place * 0.06, place * 0.06 + 0.03)]
    for loop in (punctual, late):
        assert loop(edges(KING, *taps)) == [KING] * 20
        assert loop(edges(UNDO, *taps)) == [UNDO] * 20


def test_bounce_of_one_key_does_not_hold_up_another() -> None:
    some = in_order(edges(FIVE, 1.0, 1.004, 1.008, 1.1), edges(Key.HEARTS, 1.005, 1.1))
    assert punctual(some) == [FIVE, Key.HEARTS]


@pytest.mark.parametrize("key", [FIVE, OK])
def test_the_release_of_a_key_held_since_the_start_is_no_press(key: Key) -> None:
    assert punctual(edges(key, 1.0, first=False)) == []
    assert punctual(edges(key, 1.0, 2.0, 2.1, first=False)) == [key]
    assert punctual(edges(key, 1.0, 1.002, 1.004, 1.006, 1.02, first=False)) == []


def test_an_edge_that_comes_twice_changes_nothing() -> None:
    twice = [edge for edge in edges(FIVE, 1.0, 1.2) for _ in range(2)]
    assert punctual(twice) == [FIVE]
    held = [Edge(OK, True, 1.0), Edge(OK, True, 1.3), Edge(OK, False, 1.7)]
    assert punctual(held) == [Key.MENU]


def test_an_idle_keypad_needs_nobody_to_ask() -> None:
    keypad = PressDetector()
    assert keypad.deadline is None
    assert keypad.tick(1e9) == []


def test_a_late_loop_keeps_a_short_press_short() -> None:
    keypad = PressDetector()
    assert keypad.edge(Edge(OK, True, 1.0)) == []
    # The loop was held up here for seconds; the release waited in the queue.
    assert keypad.edge(Edge(OK, False, 1.2)) == [OK]
    assert keypad.tick(9.0) == []


def test_a_late_loop_takes_no_longer_for_bounce_than_it_was() -> None:
    # The first tap is over when it may bounce no more, at 1.022, and the second may bounce until 1.052.
    for loop in (punctual, late):
        assert loop(edges(FIVE, 1.0, 1.004, 1.03, 1.052)) == [FIVE, FIVE]


def test_a_late_loop_presses_in_the_order_in_which_it_happened() -> None:
    held = in_order(edges(UNDO, 1.0, 3.0), edges(OK, 1.7, 3.1))
    assert punctual(held) == [Key.REDO, Key.MENU]
    assert late(held) == [Key.REDO, Key.MENU]
    mixed = in_order(edges(OK, 1.0, 3.0), edges(FIVE, 0.5, 0.9, 1.7, 2.9))
    assert punctual(mixed) == late(mixed) == [FIVE, Key.MENU, FIVE]


Press = tuple[Key, float, float]


@st.composite
def clean_presses(draw: st.DrawFn) -> list[Press]:
    """Presses as people make them: a key, down, up. Those of one key are well apart, others may overlap.

    Times are whole milliseconds, and a microsecond more for each press: no two things happen at once. Two
    keys of a kind do not go down as one finger would press them.
    """
    at, free = 0, dict.fromkeys(Key, 0)
    kinds = {key: place for place, kind in enumerate(KINDS) for key in kind}
    taken: dict[int | None, int] = {}
    presses = []
    for place in range(draw(st.integers(1, 8))):
        key = draw(st.sampled_from(WITH_A_BUTTON))
        at = max(at + draw(st.integers(1, 400)), free[key])
        if (kind := kinds.get(key)) is not None:
            at = max(at, taken.get(kind, 0) + 26)
            taken[kind] = at
        held = draw(st.integers(50, 590) | st.integers(610, 1500))
        free[key] = at + held + 50
        presses.append((key, (1000 * at + place) / 1e6, (1000 * (at + held) + place) / 1e6))
    return presses


@st.composite
def bouncing(draw: st.DrawFn, presses: list[Press]) -> list[Edge]:
    """The edges of presses, with bounce after any of them."""
    some = []
    for key, down, up in presses:
        for at, is_down in ((down, True), (up, False)):
            some.append(Edge(key, is_down, at))
            offsets = sorted(draw(st.sets(st.integers(1, int(1e4 * QUIET) - 1), max_size=6)))
            for place, tenth in enumerate(offsets[: len(offsets) // 2 * 2]):
                some.append(Edge(key, is_down ^ (place % 2 == 0), at + tenth / 1e4))
    return in_order(some)


def meant(presses: list[Press]) -> list[Key]:
    """What presses mean, in the order in which they act. They are in the order in which they went down."""
    acts = []
    for place, (key, down, up) in enumerate(presses):
        following = presses[place + 1][1] if place + 1 < len(presses) else math.inf
        if key not in LONG_PRESS:
            acts.append((down, 1, key))
        elif min(up, following) < down + LONG:
            acts.append((min(up, following), 0, key))
        else:
            acts.append((down + LONG, 0, LONG_PRESS[key]))
    return [key for _, _, key in sorted(acts, key=lambda act: act[:2])]


@given(st.data())
def test_presses_are_what_was_meant_whatever_bounces(data: st.DataObject) -> None:
    presses = data.draw(clean_presses())
    assert punctual(data.draw(bouncing(presses))) == meant(presses)


@given(st.data())
def test_a_loop_that_is_late_hears_the_same(data: st.DataObject) -> None:
    presses = data.draw(clean_presses())
    assert late(data.draw(bouncing(presses))) == meant(presses)


@given(st.data())
def test_asking_more_often_than_needed_changes_nothing(data: st.DataObject) -> None:
    presses = data.draw(clean_presses())
    some = data.draw(bouncing(presses))
    asked = data.draw(st.lists(st.integers(0, 6000).map(lambda ms: ms / 1e3), max_size=30).map(sorted))
    keypad = PressDetector()
    got = []
    for edge in some:
        while asked and asked[0] <= edge.at:
            got += due(keypad, asked[0]) + keypad.tick(asked.pop(0))
        got += due(keypad, edge.at) + keypad.edge(edge)
    assert got + due(keypad, math.inf) == meant(presses)


@given(
    st.lists(
        st.tuples(
            st.sampled_from([FIVE, KING, OK, UNDO]), st.booleans(), st.integers(1, 30) | st.integers(1, 700)
        ),
        max_size=30,
    )
)
def test_whatever_the_contacts_do_no_press_comes_from_nothing(noise: list[tuple[Key, bool, int]]) -> None:
    at = 0
    some = []
    for key, down, gap in noise:
        at += gap
        some.append(Edge(key, down, at / 1e3))
    presses = punctual(some)
    for key in (FIVE, KING, OK, UNDO):
        assert sum(press in (key, LONG_PRESS.get(key)) for press in presses) <= rested_downs(some, key)
    assert late(some) == presses


def rested_downs(some: list[Edge], key: Key) -> int:
    """How often a key went down after it had been up for `QUIET` seconds: more presses cannot be meant."""
    mine = [edge for edge in some if edge.key is key]
    changes = [edge for place, edge in enumerate(mine) if not place or edge.down != mine[place - 1].down]
    return sum(
        edge.down and (not place or edge.at - changes[place - 1].at >= QUIET - 1e-9)
        for place, edge in enumerate(changes)
    )


def test_every_key_has_its_word_and_every_rank_and_suit_its_key() -> None:
    words = "A 2 3 4 5 6 7 8 9 10 J Q K S H D C GO OK UNDO REDO MENU MUGGINS".split()
    assert [Key.parse(word) for word in words] == list(Key)
    assert [Key.parse(word.lower()) for word in words] == list(Key)
    assert Key.parse("T") is Key.parse("t") is Key.TEN
    assert [rank.symbol for rank in RANKS.values()] == words[:13]
    assert [key.value for key in RANKS] == words[:13]
    assert list(RANKS.values()) == list(Rank)
    assert {key.value: suit for key, suit in SUITS.items()} == {suit.letter: suit for suit in Suit}


@pytest.mark.parametrize("word", ["11", "1", "", "5H", "X", "Q\n", "ＯＫ"])
def test_a_word_that_is_no_key_is_named_with_those_that_are(word: str) -> None:
    with pytest.raises(ValueError) as error:
        Key.parse(word)
    assert repr(word) in str(error.value)
    for right in ("A, 2 to 10, J, Q, K", "S, H, D, C", "GO", "OK", "UNDO", "REDO", "MENU", "MUGGINS"):
        assert right in str(error.value)


def test_the_words_of_a_configuration_are_those_of_the_keys_and_of_a_joystick() -> None:
    words = "A 2 3 4 5 6 7 8 9 10 J Q K S H D C GO OK UNDO REDO MENU MUGGINS LEFT RIGHT UP DOWN PICK".split()
    assert [parse_input(word) for word in words] == [*Key, *Stick]
    assert [parse_input(word.lower()) for word in words] == [*Key, *Stick]
    assert parse_input("t") is Key.TEN


@pytest.mark.parametrize("word", ["CENTRE", "", "11", "left\n", "ＵＰ"])
def test_a_word_that_is_neither_is_named_with_those_that_are(word: str) -> None:
    with pytest.raises(ValueError) as error:
        parse_input(word)
    assert repr(word) in str(error.value)
    for right in ("A, 2 to 10, J, Q, K", "S, H, D, C", "MUGGINS", "LEFT, RIGHT, UP, DOWN or PICK"):
        assert right in str(error.value)


def test_a_direction_is_no_key_of_a_key_file() -> None:
    with pytest.raises(ValueError, match="LEFT"):
        Key.parse("LEFT")
