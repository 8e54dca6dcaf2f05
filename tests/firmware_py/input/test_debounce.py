"""Debouncing: worn contacts and fast fingers."""

import pytest

from firmware_py.input.keys import Edge, Input, Key, Stick
from firmware_py.input.press_detector import LONG, QUIET, PressDetector
from tests.support.fakes import detected_late, detected_on_time, edges, in_order

UNDO, OK, GO, FIVE, KING = Key.UNDO, Key.OK, Key.GO, Key.FIVE, Key.KING
LOOPS = [detected_on_time, detected_late]
"""Two ways to feed edges to the detector: from a loop that is always punctual, and from a late one."""


def test_bounce_on_press_and_on_release_is_no_press() -> None:
    bouncing = edges(FIVE, 1.0, 1.001, 1.002, 1.006, 1.01, 1.2, 1.201, 1.203, 1.21, 1.224)
    assert detected_on_time(bouncing) == [FIVE]
    assert detected_late(bouncing) == [FIVE]


def test_a_key_with_a_long_press_may_bounce_as_well() -> None:
    bouncing = edges(OK, 1.0, 1.001, 1.002, 1.006, 1.01, 1.2, 1.201, 1.203, 1.21, 1.224)
    assert detected_on_time(bouncing) == [OK]
    assert detected_late(bouncing) == [OK]


def test_bounce_after_a_long_press_is_no_press() -> None:
    assert detected_on_time(edges(UNDO, 1.0, 1.7, 1.701, 1.71, 1.715, 1.72)) == [Key.REDO]


def test_bounce_while_the_long_press_falls_due_does_not_press_twice() -> None:
    up = 1.0 + LONG - 0.001
    assert detected_on_time(edges(OK, 1.0, up, up + 0.002, up + 0.004)) == [OK]


def test_a_tap_shorter_than_the_bounce_is_not_lost_and_the_key_is_up_after_it() -> None:
    assert detected_on_time(edges(FIVE, 1.0, 1.004)) == [FIVE]
    assert detected_on_time(edges(OK, 1.0, 1.004)) == [OK]
    assert detected_on_time(edges(FIVE, 1.0, 1.004, 1.1, 1.104)) == [FIVE, FIVE]


def test_a_tap_shorter_than_the_bounce_acts_once_it_can_bounce_no_more() -> None:
    detector = PressDetector()
    assert detector.edge(Edge(OK, True, 1.0)) == []
    assert detector.edge(Edge(OK, False, 1.004)) == []
    assert detector.deadline == 1.0 + QUIET
    assert detector.tick(1.0 + QUIET) == [OK]
    assert detector.deadline is None


def test_taps_as_fast_as_fingers_are_all_counted() -> None:
    taps = [at for tap in range(20) for at in (tap * 0.06, tap * 0.06 + 0.03)]
    for loop in (detected_on_time, detected_late):
        assert loop(edges(KING, *taps)) == [KING] * 20
        assert loop(edges(UNDO, *taps)) == [UNDO] * 20


def test_bounce_of_one_key_does_not_hold_up_another() -> None:
    some = in_order(edges(FIVE, 1.0, 1.004, 1.008, 1.1), edges(Key.HEARTS, 1.005, 1.1))
    assert detected_on_time(some) == [FIVE, Key.HEARTS]


def test_a_late_loop_takes_no_longer_for_bounce_than_it_was() -> None:
    # The first tap stops bouncing at 1.022, and the second may bounce until 1.052.
    for loop in (detected_on_time, detected_late):
        assert loop(edges(FIVE, 1.0, 1.004, 1.03, 1.052)) == [FIVE, FIVE]


@pytest.mark.parametrize("loop", [detected_on_time, detected_late])
@pytest.mark.parametrize("key", [FIVE, OK])
@pytest.mark.parametrize("gap", [0.001, 0.01, QUIET - 1e-6])
def test_a_contact_that_lets_go_for_a_moment_while_it_is_held_is_one_press(
    loop, key: Key, gap: float
) -> None:
    assert loop(edges(key, 1.0, 1.3, 1.3 + gap, 1.5)) == [key]
    assert loop(edges(key, 1.0, 1.3, 1.3 + gap, 1.4, 1.4 + gap, 9.0)) == [key]
    assert loop(edges(key, 1.0, 1.3, 1.3 + gap, 1.5, 1.6, 1.7)) == [key, key]


@pytest.mark.parametrize("loop", [detected_on_time, detected_late])
@pytest.mark.parametrize("apart", [0.004, 0.008, 0.01, 0.02])
def test_a_key_that_sends_three_zeros_in_a_row_is_one_ten(loop, apart: float) -> None:
    assert loop(edges(Key.TEN, *(1 + index * apart for index in range(6)))) == [Key.TEN]


def test_the_bounce_of_a_release_takes_no_press_from_another_key() -> None:
    some = in_order(edges(FIVE, 1.0, 1.1, 1.11, 1.115), edges(KING, 1.12, 1.2))
    assert detected_on_time(some) == [FIVE, KING]


@pytest.mark.parametrize("loop", LOOPS)
@pytest.mark.parametrize("key", [FIVE, Key.HEARTS, GO, OK, UNDO, Stick.PICK, Stick.LEFT])
@pytest.mark.parametrize("held", [0.025, 0.04, 0.1])
def test_a_key_released_for_25_ms_is_pressed_again(loop, key: Input, held: float) -> None:
    """A second press 25 ms after a release is detected, even if a USB keypad reports the gap as 24 ms."""
    for gap in (0.024, 0.0249, 0.025, 0.0251, 0.03):
        taps = [
            at for index in range(20) for at in (1 + index * (held + gap), 1 + index * (held + gap) + held)
        ]
        assert loop(edges(key, *taps)) == [key] * 20


@pytest.mark.parametrize("loop", LOOPS)
@pytest.mark.parametrize("key", [FIVE, GO])
def test_opening_for_20_ms_is_a_bounce(loop, key: Key) -> None:
    for gap in (0.001, 0.005, 0.01, 0.015, 0.02):
        assert loop(edges(key, 1.0, 1.1, 1.1 + gap, 1.2)) == [key]


def test_a_time_that_goes_back_is_no_bounce() -> None:
    assert detected_late([*edges(FIVE, 5.0, 5.1), *edges(FIVE, 4.0, 4.1)]) == [FIVE, FIVE]
    assert detected_late([*edges(GO, 5.0, 5.1), *edges(GO, 4.0, 4.1)]) == [GO, GO]
    assert detected_late([*edges(FIVE, 5.0, 5.1), *edges(KING, 4.0, 4.1)]) == [FIVE, KING]


@pytest.mark.parametrize("loop", LOOPS)
def test_a_held_contact_that_bounces_acts_once(loop) -> None:
    # The held key's contact opens for 3 ms: before the next key, after it, and when the key is released.
    before = in_order(edges(GO, 1.0, 1.05, 1.053, 1.25), edges(FIVE, 1.1, 1.3))
    assert loop(before) == [GO, FIVE]
    after = in_order(edges(GO, 1.0, 1.15, 1.153, 1.25, 1.252, 1.254), edges(FIVE, 1.1, 1.3))
    assert loop(after) == [GO, FIVE]
    tapped = in_order(edges(GO, 1.0, 1.004, 1.012, 1.015), edges(FIVE, 1.01, 1.1))
    assert loop(tapped) == [GO, FIVE]
