"""The joystick: a direction repeats while it is held, but PICK does not."""

import pytest

from firmware_py.input.keys import Edge, Key, Stick
from firmware_py.input.press_detector import STUCK, PressDetector
from tests.support.fakes import detected_late, detected_on_time, edges, in_order

FIVE = Key.FIVE
LEFT, UP, DOWN, PICK = Stick.LEFT, Stick.UP, Stick.DOWN, Stick.PICK


@pytest.mark.parametrize("way", [Stick.LEFT, Stick.RIGHT, Stick.UP, Stick.DOWN])
def test_a_direction_acts_on_press_and_repeats_until_it_is_let_go(way: Stick) -> None:
    detector = PressDetector()
    assert detector.edge(Edge(way, True, 1.0)) == [way]
    for at in (1.5, 1.65, 1.8, 1.95):
        assert detector.deadline == pytest.approx(at)
        assert detector.tick(at - 0.01) == []
        assert detector.tick(at + 1e-6) == [way]
    assert detector.edge(Edge(way, False, 2.0)) == []
    assert detector.deadline is None
    assert detector.tick(9.0) == []


def test_a_direction_tapped_moves_once() -> None:
    assert detected_on_time(edges(DOWN, 1.0, 1.1, 1.3, 1.49)) == [DOWN, DOWN]


def test_the_push_acts_on_press_and_never_again() -> None:
    detector = PressDetector()
    assert detector.edge(Edge(PICK, True, 1.0)) == [PICK]
    assert detector.deadline is None
    assert detector.tick(60.0) == detector.edge(Edge(PICK, False, 61.0)) == []


def test_the_next_press_on_the_joystick_ends_the_repeats() -> None:
    turned = in_order(edges(DOWN, 1.0, 4.0), edges(LEFT, 1.6, 2.2))
    assert detected_on_time(turned) == detected_late(turned) == [DOWN, DOWN, LEFT, LEFT]
    pushed = in_order(edges(DOWN, 1.0, 4.0), edges(PICK, 1.6, 1.7))
    assert detected_on_time(pushed) == detected_late(pushed) == [DOWN, DOWN, PICK]
    elsewhere = in_order(edges(DOWN, 1.0, 1.7), edges(PICK, 1.6, 1.7, source=1), edges(FIVE, 1.61, 1.62))
    assert detected_on_time(elsewhere) == detected_late(elsewhere) == [DOWN, DOWN, PICK, FIVE, DOWN]


def test_a_stuck_direction_does_not_repeat_for_ever() -> None:
    assert STUCK == 10
    # It acts at once, and then every 0.15 s from half a second to 10 seconds.
    presses = detected_on_time(edges(UP, 1.0))
    assert presses == [UP] * (1 + 64)
    assert detected_late([*edges(UP, 1.0), Edge(FIVE, True, 99.0)]) == [*presses, FIVE]


def test_a_bouncing_direction_goes_one_step() -> None:
    assert detected_on_time(edges(LEFT, 1.0, 1.001, 1.004, 1.2, 1.203, 1.206)) == [LEFT]
