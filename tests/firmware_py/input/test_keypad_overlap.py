"""Keys that overlap: a key goes down before the finger is off the last one, on one keypad or on several."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_py.input.debounce import QUIET
from firmware_py.input.edge import Edge
from firmware_py.input.keys import Input, Key, Stick
from firmware_py.input.long_press import LONG, LONG_PRESS
from firmware_py.input.press_detector import PressDetector
from tests.support.contacts import edges, in_order, late, punctual

UNDO, OK, GO, FIVE, KING = Key.UNDO, Key.OK, Key.GO, Key.FIVE, Key.KING
NEXT: list[Input] = [FIVE, Key.HEARTS, Key.MENU, Stick.PICK, Stick.LEFT, OK, GO, UNDO]
LOOPS = [punctual, late]


@pytest.mark.parametrize("loop", LOOPS)
@pytest.mark.parametrize(
    ("held", "key"), [(held, key) for held in LONG_PRESS for key in NEXT if key is not held]
)
def test_a_key_that_goes_down_settles_the_one_still_held(loop, held: Key, key: Input) -> None:
    """DESIGN.md, Keys: they act on release. A finger rolls off the old key 5 to 200 ms after the next."""
    for overlap in range(5, 201):
        rolled = in_order(edges(held, 1.0, 1.25), edges(key, 1.25 - overlap / 1e3, 1.5))
        assert loop(rolled) == [held, key], overlap


def test_the_held_key_acts_the_moment_the_next_goes_down() -> None:
    keypad = PressDetector()
    assert keypad.edge(Edge(GO, True, 1.0)) == []
    assert keypad.edge(Edge(FIVE, True, 1.1)) == [GO, FIVE]
    assert keypad.deadline is None
    assert keypad.edge(Edge(GO, False, 1.2)) == []
    assert keypad.edge(Edge(FIVE, False, 1.3)) == []
    assert keypad.deadline is None


@pytest.mark.parametrize("loop", LOOPS)
@pytest.mark.parametrize("apart", [0.001, 0.005, 0.02, QUIET, 0.2])
def test_keys_of_different_kinds_both_count_however_close_they_are(loop, apart: float) -> None:
    assert loop(in_order(edges(GO, 1.0, 1.3), edges(FIVE, 1.0 + apart, 1.4))) == [GO, FIVE]
    assert loop(in_order(edges(FIVE, 1.0, 1.3), edges(GO, 1.0 + apart, 1.4))) == [FIVE, GO]


@pytest.mark.parametrize("loop", LOOPS)
def test_three_keys_held_at_once_act_in_the_order_in_which_they_went_down(loop) -> None:
    three = in_order(edges(GO, 1.0, 1.5), edges(OK, 1.1, 1.4), edges(UNDO, 1.2, 1.3))
    assert loop(three) == [GO, OK, UNDO]
    # The last one down is held until it is a long press; the others were decided before.
    held = in_order(edges(GO, 1.0, 3.0), edges(OK, 1.1, 3.0), edges(UNDO, 1.2, 3.0))
    assert loop(held) == [GO, OK, Key.REDO]


@pytest.mark.parametrize("loop", LOOPS)
def test_a_settled_key_makes_no_long_press_and_its_release_does_nothing(loop) -> None:
    assert loop(in_order(edges(GO, 1.0, 5.0), edges(FIVE, 1.1, 1.2))) == [GO, FIVE]
    again = in_order(edges(GO, 1.0, 2.0, 2.1, 2.2), edges(FIVE, 1.1, 1.2))
    assert loop(again) == [GO, FIVE, GO]


@pytest.mark.parametrize("loop", LOOPS)
def test_a_long_press_that_has_acted_is_not_settled_as_well(loop) -> None:
    assert loop(in_order(edges(GO, 1.0, 3.0), edges(FIVE, 2.0, 2.1))) == [Key.MUGGINS, FIVE]
    just = math.nextafter(1.0 + LONG, 0)
    assert loop(in_order(edges(GO, 1.0, 3.0), edges(FIVE, just, 2.1))) == [GO, FIVE]
    assert loop(in_order(edges(GO, 1.0, 3.0), edges(FIVE, 1.0 + LONG, 2.1))) == [Key.MUGGINS, FIVE]


@pytest.mark.parametrize("loop", LOOPS)
def test_a_held_contact_that_bounces_acts_once(loop) -> None:
    # It lets go for 3 ms before the next key, after it, and when it comes up.
    before = in_order(edges(GO, 1.0, 1.05, 1.053, 1.25), edges(FIVE, 1.1, 1.3))
    assert loop(before) == [GO, FIVE]
    after = in_order(edges(GO, 1.0, 1.15, 1.153, 1.25, 1.252, 1.254), edges(FIVE, 1.1, 1.3))
    assert loop(after) == [GO, FIVE]
    tapped = in_order(edges(GO, 1.0, 1.004, 1.012, 1.015), edges(FIVE, 1.01, 1.1))
    assert loop(tapped) == [GO, FIVE]


@pytest.mark.parametrize("loop", LOOPS)
def test_bounce_and_a_finger_on_two_keys_settle_nothing(loop) -> None:
    released = in_order(edges(FIVE, 1.0, 1.2, 1.21, 1.215), edges(GO, 1.205, 3.0))
    assert loop(released) == [FIVE, Key.MUGGINS]
    two = in_order(edges(FIVE, 1.0, 1.2), edges(GO, 1.004, 3.0), edges(KING, 1.01, 1.2))
    assert loop(two) == [FIVE, Key.MUGGINS]


@pytest.mark.parametrize("loop", LOOPS)
def test_a_direction_that_repeats_settles_nothing(loop) -> None:
    some = in_order(edges(Stick.LEFT, 1.0, 2.0), edges(GO, 1.21, 3.0))
    # LEFT repeats at 1.5, 1.65, 1.8 and 1.95; the long press of GO is due at 1.81.
    assert loop(some) == [*[Stick.LEFT] * 4, Key.MUGGINS, Stick.LEFT]


@pytest.mark.parametrize("loop", LOOPS)
def test_a_key_of_another_keypad_settles_as_well(loop) -> None:
    assert loop(in_order(edges(GO, 1.0, 1.4), edges(FIVE, 1.2, 1.3, source=1))) == [GO, FIVE]
    assert loop(in_order(edges(OK, 1.0, 1.4), edges(OK, 1.2, 1.3, source=1))) == [OK, OK]


@pytest.mark.parametrize("loop", LOOPS)
@pytest.mark.parametrize("key", [FIVE, Key.HEARTS, GO, OK, UNDO, Stick.PICK, Stick.LEFT])
@pytest.mark.parametrize("held", [0.025, 0.04, 0.1])
def test_a_key_released_for_25_ms_is_pressed_again(loop, key: Input, held: float) -> None:
    """A fast player. A keypad on USB, polled every 8 ms, reports the gap as 24 ms."""
    for gap in (0.024, 0.0249, 0.025, 0.0251, 0.03):
        taps = [
            at for place in range(20) for at in (1 + place * (held + gap), 1 + place * (held + gap) + held)
        ]
        assert loop(edges(key, *taps)) == [key] * 20


@pytest.mark.parametrize("loop", LOOPS)
@pytest.mark.parametrize("key", [FIVE, GO])
def test_a_contact_that_is_open_for_20_ms_bounces(loop, key: Key) -> None:
    """HARDWARE.md, Input: 20 to 30 ms of debounce are right."""
    for gap in (0.001, 0.005, 0.01, 0.015, 0.02):
        assert loop(edges(key, 1.0, 1.1, 1.1 + gap, 1.2)) == [key]


def test_an_older_edge_of_another_keypad_is_a_press_all_the_same() -> None:
    """The threads of two keypads are not woken in the order of the presses."""
    keypad = PressDetector()
    presses = keypad.edge(Edge(FIVE, True, 5.0, 1))
    for number in range(20):
        at = 1.0 + 0.11 * number
        presses += keypad.edge(Edge(KING, True, at, 2)) + keypad.edge(Edge(KING, False, at + 0.06, 2))
    assert presses + keypad.edge(Edge(FIVE, False, 5.1, 1)) == [FIVE] + [KING] * 20


def test_an_older_edge_settles_no_key_that_went_down_after_it() -> None:
    keypad = PressDetector()
    presses = keypad.edge(Edge(GO, True, 5.0, 1)) + keypad.edge(Edge(FIVE, True, 4.99, 2))
    assert presses + keypad.edge(Edge(GO, False, 5.1, 1)) == [FIVE, GO]


def test_a_time_that_goes_back_is_no_bounce() -> None:
    assert late([*edges(FIVE, 5.0, 5.1), *edges(FIVE, 4.0, 4.1)]) == [FIVE, FIVE]
    assert late([*edges(GO, 5.0, 5.1), *edges(GO, 4.0, 4.1)]) == [GO, GO]
    assert late([*edges(FIVE, 5.0, 5.1), *edges(KING, 4.0, 4.1)]) == [FIVE, KING]


@st.composite
def rolled(draw: st.DrawFn) -> list[tuple[Key, int, float, float]]:
    """Keys typed on two keypads: each a key, its keypad, when it goes down and when it comes up.

    A key goes down 25 to 400 ms after the last and is held for 25 to 500 ms, so that up to sixteen overlap;
    the same key only goes down again once it has been up for 25 ms.
    """
    at, free = 1000, dict[tuple[Key, int], int]()
    typed = []
    for _ in range(draw(st.integers(1, 12))):
        key, source = draw(st.sampled_from([FIVE, KING, Key.HEARTS, GO, OK, UNDO])), draw(st.integers(0, 1))
        at = max(at + draw(st.integers(25, 400)), free.get((key, source), 0))
        up = at + draw(st.integers(25, 500))
        free[key, source] = up + 25
        typed.append((key, source, at / 1e3, up / 1e3))
    return typed


@given(rolled())
def test_keys_typed_fast_act_in_the_order_in_which_they_go_down(
    typed: list[tuple[Key, int, float, float]],
) -> None:
    """None is held for long, so each acts once, and no key before one that went down earlier."""
    some = in_order(*(edges(key, down, up, source=source) for key, source, down, up in typed))
    expected = [key for key, *_ in typed]
    assert punctual(some) == expected
    assert late(some) == expected
