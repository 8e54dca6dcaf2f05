"""OK, UNDO or GO becomes a long press when it is held, unless another key is pressed first."""

import math

import pytest

from firmware_py.input.keys import Edge, Input, Key, Stick
from firmware_py.input.press_detector import LONG, LONG_PRESS, Held, PressDetector, key_for_held_go
from tests.support.fakes import detected_late, detected_on_time, edges, in_order

UNDO, OK, GO, FIVE, KING = Key.UNDO, Key.OK, Key.GO, Key.FIVE, Key.KING
LOOPS = [detected_on_time, detected_late]
"""Two ways to feed edges to the detector: from a loop that is always punctual, and from a late one."""
NEXT: list[Input] = [FIVE, Key.HEARTS, Key.MENU, Stick.PICK, Stick.LEFT, OK, GO, UNDO]


def test_long_presses_are_menu_redo_and_one_that_depends_on_the_game() -> None:
    assert LONG == 0.6
    assert LONG_PRESS == {OK: Key.MENU, UNDO: Key.REDO, GO: Held.GO}


@pytest.mark.parametrize("last", [None, Key.AGAIN, Key.SCORE, FIVE, GO, Stick.LEFT])
def test_a_long_press_of_go_is_muggins_or_a_key_of_the_voice(last: Input | None) -> None:
    assert key_for_held_go(muggins=True, last=last) is Key.MUGGINS
    assert key_for_held_go(muggins=False, last=last) is (Key.SCORE if last is Key.AGAIN else Key.AGAIN)


@pytest.mark.parametrize("key", LONG_PRESS)
def test_keys_with_a_long_press_act_on_release(key: Key) -> None:
    detector = PressDetector()
    assert detector.edge(Edge(key, True, 1.0)) == []
    assert detector.tick(1.5) == []
    assert detector.edge(Edge(key, False, 1.5)) == [key]


@pytest.mark.parametrize(("key", "long"), LONG_PRESS.items())
def test_a_long_press_acts_at_its_deadline_and_its_release_does_nothing(key: Key, long: Key | Held) -> None:
    detector = PressDetector()
    detector.edge(Edge(key, True, 1.0))
    assert detector.deadline == 1.0 + LONG
    assert detector.tick(math.nextafter(1.0 + LONG, 0)) == []
    assert detector.tick(1.0 + LONG) == [long]
    assert detector.deadline is None
    assert detector.tick(5.0) == []
    assert detector.edge(Edge(key, False, 5.0)) == []
    assert detector.edge(Edge(key, True, 6.0)) == []
    assert detector.edge(Edge(key, False, 6.1)) == [key]


@pytest.mark.parametrize("loop", [detected_on_time, detected_late])
@pytest.mark.parametrize(
    ("up", "press"),
    [(math.nextafter(2.0 + LONG, 0), OK), (2.0 + LONG, Key.MENU), (2.0 + LONG + 1e-6, Key.MENU)],
)
def test_a_release_just_before_the_deadline_is_short_and_at_it_long(loop, up: float, press: Key) -> None:
    assert loop(edges(OK, 2.0, up)) == [press]


def test_a_stuck_key_with_a_long_press_is_one_long_press() -> None:
    detector = PressDetector()
    assert detector.edge(Edge(OK, True, 1.0)) + detector.tick(1e6) == [Key.MENU]
    assert detector.deadline is None


@pytest.mark.parametrize("loop", LOOPS)
@pytest.mark.parametrize(
    ("held", "key"), [(held, key) for held in LONG_PRESS for key in NEXT if key is not held]
)
def test_overlapping_key_presses_count_as_short(loop, held: Key, key: Input) -> None:
    for overlap in range(5, 201):
        rolled = in_order(edges(held, 1.0, 1.25), edges(key, 1.25 - overlap / 1e3, 1.5))
        assert loop(rolled) == [held, key], overlap


def test_the_held_key_acts_the_moment_the_next_goes_down() -> None:
    detector = PressDetector()
    assert detector.edge(Edge(GO, True, 1.0)) == []
    assert detector.edge(Edge(FIVE, True, 1.1)) == [GO, FIVE]
    assert detector.deadline is None
    assert detector.edge(Edge(GO, False, 1.2)) == []
    assert detector.edge(Edge(FIVE, False, 1.3)) == []
    assert detector.deadline is None


@pytest.mark.parametrize("loop", LOOPS)
def test_three_keys_held_at_once_act_in_the_order_in_which_they_went_down(loop) -> None:
    three = in_order(edges(GO, 1.0, 1.5), edges(OK, 1.1, 1.4), edges(UNDO, 1.2, 1.3))
    assert loop(three) == [GO, OK, UNDO]
    # The last key becomes a long press; the other two counted as short presses when the next key went down.
    held = in_order(edges(GO, 1.0, 3.0), edges(OK, 1.1, 3.0), edges(UNDO, 1.2, 3.0))
    assert loop(held) == [GO, OK, Key.REDO]


@pytest.mark.parametrize("loop", LOOPS)
def test_a_settled_key_makes_no_long_press_and_its_release_does_nothing(loop) -> None:
    assert loop(in_order(edges(GO, 1.0, 5.0), edges(FIVE, 1.1, 1.2))) == [GO, FIVE]
    again = in_order(edges(GO, 1.0, 2.0, 2.1, 2.2), edges(FIVE, 1.1, 1.2))
    assert loop(again) == [GO, FIVE, GO]


@pytest.mark.parametrize("loop", LOOPS)
def test_a_long_press_that_has_acted_is_not_settled_as_well(loop) -> None:
    assert loop(in_order(edges(GO, 1.0, 3.0), edges(FIVE, 2.0, 2.1))) == [Held.GO, FIVE]
    just = math.nextafter(1.0 + LONG, 0)
    assert loop(in_order(edges(GO, 1.0, 3.0), edges(FIVE, just, 2.1))) == [GO, FIVE]
    assert loop(in_order(edges(GO, 1.0, 3.0), edges(FIVE, 1.0 + LONG, 2.1))) == [Held.GO, FIVE]


@pytest.mark.parametrize("loop", LOOPS)
def test_bounce_and_a_finger_on_two_keys_settle_nothing(loop) -> None:
    released = in_order(edges(FIVE, 1.0, 1.2, 1.21, 1.215), edges(GO, 1.205, 3.0))
    assert loop(released) == [FIVE, Held.GO]
    two = in_order(edges(FIVE, 1.0, 1.2), edges(GO, 1.004, 3.0), edges(KING, 1.01, 1.2))
    assert loop(two) == [FIVE, Held.GO]


@pytest.mark.parametrize("loop", LOOPS)
def test_a_direction_that_repeats_settles_nothing(loop) -> None:
    some = in_order(edges(Stick.LEFT, 1.0, 2.0), edges(GO, 1.21, 3.0))
    # LEFT repeats at 1.5, 1.65, 1.8 and 1.95; the long press of GO is due at 1.81.
    assert loop(some) == [*[Stick.LEFT] * 4, Held.GO, Stick.LEFT]


@pytest.mark.parametrize("loop", LOOPS)
def test_a_key_of_another_keypad_settles_as_well(loop) -> None:
    assert loop(in_order(edges(GO, 1.0, 1.4), edges(FIVE, 1.2, 1.3, source=1))) == [GO, FIVE]
    assert loop(in_order(edges(OK, 1.0, 1.4), edges(OK, 1.2, 1.3, source=1))) == [OK, OK]


def test_an_older_edge_settles_no_key_that_went_down_after_it() -> None:
    detector = PressDetector()
    presses = detector.edge(Edge(GO, True, 5.0, 1)) + detector.edge(Edge(FIVE, True, 4.99, 2))
    assert presses + detector.edge(Edge(GO, False, 5.1, 1)) == [FIVE, GO]
