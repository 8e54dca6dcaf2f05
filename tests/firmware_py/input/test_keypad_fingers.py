"""What fingers and worn contacts do: two keys at once, stuck ones, momentary faults, a joystick."""

import pytest

from firmware_py.input.debounce import QUIET
from firmware_py.input.edge import Edge
from firmware_py.input.joystick_repeat import STUCK
from firmware_py.input.keys import RANKS, SUITS, Input, Key, Stick
from firmware_py.input.press_detector import PressDetector
from tests.support.contacts import edges, in_order, late, punctual

ON_PRESS = [*RANKS, *SUITS]
OK, FIVE, KING = Key.OK, Key.FIVE, Key.KING
LEFT, UP, DOWN, PICK = Stick.LEFT, Stick.UP, Stick.DOWN, Stick.PICK
KINDS = ([*RANKS], [*SUITS], [*Stick])


@pytest.mark.parametrize("loop", [punctual, late])
@pytest.mark.parametrize("kind", KINDS)
def test_a_finger_on_two_keys_of_a_kind_presses_the_first(loop, kind: list[Input]) -> None:
    first, second, third = kind[-1], kind[1], kind[0]
    for apart in (0.0, 0.001, 0.02, QUIET - 1e-6):
        assert loop([*edges(first, 1.0)[:1], *edges(second, 1.0 + apart)]) == [first]
        both = in_order(edges(first, 1.0, 1.2), edges(second, 1.0 + apart, 1.3), edges(second, 2.0, 2.1))
        assert [press for press in loop(both) if press != first] == [second]
        hand = in_order(
            edges(first, 1.0, 1.2), edges(second, 1 + apart, 1.2), edges(third, 1 + 2 * apart, 1.2)
        )
        assert loop(hand) == [first]


@pytest.mark.parametrize("loop", [punctual, late])
@pytest.mark.parametrize("kind", KINDS)
def test_different_keys_typed_fast_all_count(loop, kind: list[Input]) -> None:
    first, second = kind[-1], kind[1]
    for apart in (QUIET + 1e-6, 0.03, 0.06):
        # The first is often still down when the second goes down.
        rolling = in_order(edges(first, 1.0, 1.08), edges(second, 1.0 + apart, 1.2))
        assert loop(rolling) == [first, second]


def test_keys_of_different_kinds_pressed_at_once_all_count() -> None:
    both = in_order(edges(FIVE, 1.0, 1.1), edges(Key.HEARTS, 1.001, 1.11), edges(OK, 1.002, 1.12))
    assert punctual(both) == late(both) == [FIVE, Key.HEARTS, OK]


def test_the_bounce_of_a_release_takes_no_press_from_another_key() -> None:
    some = in_order(edges(FIVE, 1.0, 1.1, 1.11, 1.115), edges(KING, 1.12, 1.2))
    assert punctual(some) == [FIVE, KING]


def test_two_keypads_are_pressed_apart() -> None:
    same = in_order(edges(FIVE, 1.0, 1.2), edges(FIVE, 1.001, 1.1, source=1))
    assert punctual(same) == late(same) == [FIVE, FIVE]
    two = in_order(edges(FIVE, 1.0, 1.2), edges(KING, 1.0, 1.1, source=2))
    assert punctual(two) == late(two) == [FIVE, KING]
    long = in_order(edges(OK, 1.0, 2.0), edges(OK, 1.7, 1.9, source=1))
    assert punctual(long) == late(long) == [Key.MENU, OK]


@pytest.mark.parametrize("loop", [punctual, late])
@pytest.mark.parametrize("key", [FIVE, OK])
@pytest.mark.parametrize("gap", [0.001, 0.01, QUIET - 1e-6])
def test_a_contact_that_lets_go_for_a_moment_while_it_is_held_is_one_press(
    loop, key: Key, gap: float
) -> None:
    assert loop(edges(key, 1.0, 1.3, 1.3 + gap, 1.5)) == [key]
    assert loop(edges(key, 1.0, 1.3, 1.3 + gap, 1.4, 1.4 + gap, 9.0)) == [key]
    assert loop(edges(key, 1.0, 1.3, 1.3 + gap, 1.5, 1.6, 1.7)) == [key, key]


@pytest.mark.parametrize("loop", [punctual, late])
@pytest.mark.parametrize("apart", [0.004, 0.008, 0.01, 0.02])
def test_a_key_that_sends_three_zeros_in_a_row_is_one_ten(loop, apart: float) -> None:
    assert loop(edges(Key.TEN, *(1 + place * apart for place in range(6)))) == [Key.TEN]


@pytest.mark.parametrize("key", ON_PRESS)
def test_a_stuck_key_is_one_press_and_stops_nobody(key: Key) -> None:
    other = Key.JACK if key is not Key.JACK else Key.QUEEN
    stuck = in_order(edges(key, 1.0), edges(other, 2.0, 2.1, 3.0, 3.1))
    assert punctual(stuck) == [key, other, other]
    keypad = PressDetector()
    keypad.edge(Edge(key, True, 1.0))
    assert keypad.deadline is None
    assert keypad.tick(1e6) == []


def test_a_stuck_key_with_a_long_press_is_one_long_press() -> None:
    keypad = PressDetector()
    assert keypad.edge(Edge(OK, True, 1.0)) + keypad.tick(1e6) == [Key.MENU]
    assert keypad.deadline is None


@pytest.mark.parametrize("way", [Stick.LEFT, Stick.RIGHT, Stick.UP, Stick.DOWN])
def test_a_direction_acts_on_press_and_repeats_until_it_is_let_go(way: Stick) -> None:
    keypad = PressDetector()
    assert keypad.edge(Edge(way, True, 1.0)) == [way]
    for at in (1.5, 1.65, 1.8, 1.95):
        assert keypad.deadline == pytest.approx(at)
        assert keypad.tick(at - 0.01) == []
        assert keypad.tick(at + 1e-6) == [way]
    assert keypad.edge(Edge(way, False, 2.0)) == []
    assert keypad.deadline is None
    assert keypad.tick(9.0) == []


def test_a_direction_tapped_moves_once() -> None:
    assert punctual(edges(DOWN, 1.0, 1.1, 1.3, 1.49)) == [DOWN, DOWN]


def test_the_push_acts_on_press_and_never_again() -> None:
    keypad = PressDetector()
    assert keypad.edge(Edge(PICK, True, 1.0)) == [PICK]
    assert keypad.deadline is None
    assert keypad.tick(60.0) == keypad.edge(Edge(PICK, False, 61.0)) == []


def test_what_is_pressed_next_ends_the_repeats() -> None:
    turned = in_order(edges(DOWN, 1.0, 4.0), edges(LEFT, 1.6, 2.2))
    assert punctual(turned) == late(turned) == [DOWN, DOWN, LEFT, LEFT]
    pushed = in_order(edges(DOWN, 1.0, 4.0), edges(PICK, 1.6, 1.7))
    assert punctual(pushed) == late(pushed) == [DOWN, DOWN, PICK]
    elsewhere = in_order(edges(DOWN, 1.0, 1.7), edges(PICK, 1.6, 1.7, source=1), edges(FIVE, 1.61, 1.62))
    assert punctual(elsewhere) == late(elsewhere) == [DOWN, DOWN, PICK, FIVE, DOWN]


def test_a_stuck_direction_does_not_repeat_for_ever() -> None:
    assert STUCK == 10
    # At once, and every 0.15 s from half a second to 10 seconds.
    presses = punctual(edges(UP, 1.0))
    assert presses == [UP] * (1 + 64)
    assert late([*edges(UP, 1.0), Edge(FIVE, True, 99.0)]) == [*presses, FIVE]


def test_a_bouncing_direction_goes_one_step() -> None:
    assert punctual(edges(LEFT, 1.0, 1.001, 1.004, 1.2, 1.203, 1.206)) == [LEFT]
