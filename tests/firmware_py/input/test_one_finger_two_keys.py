"""One finger that presses two keys."""

import pytest

from firmware_py.input.keys import RANKS, SUITS, Input, Key, Stick
from firmware_py.input.press_detector import QUIET
from tests.support.fakes import detected_late, detected_on_time, edges, in_order

UNDO, OK, GO, FIVE, KING = Key.UNDO, Key.OK, Key.GO, Key.FIVE, Key.KING
LOOPS = [detected_on_time, detected_late]
"""Two ways to feed edges to the detector: from a loop that is always punctual, and from a late one."""
KINDS = ([*RANKS], [*SUITS], [*Stick])
"""The groups of keys within which one finger may press two keys simultaneously."""


@pytest.mark.parametrize("loop", [detected_on_time, detected_late])
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


@pytest.mark.parametrize("loop", [detected_on_time, detected_late])
@pytest.mark.parametrize("kind", KINDS)
def test_different_keys_typed_fast_all_count(loop, kind: list[Input]) -> None:
    first, second = kind[-1], kind[1]
    for apart in (QUIET + 1e-6, 0.03, 0.06):
        # The first key is often still down when the second goes down.
        rolling = in_order(edges(first, 1.0, 1.08), edges(second, 1.0 + apart, 1.2))
        assert loop(rolling) == [first, second]


def test_keys_of_different_kinds_pressed_at_once_all_count() -> None:
    both = in_order(edges(FIVE, 1.0, 1.1), edges(Key.HEARTS, 1.001, 1.11), edges(OK, 1.002, 1.12))
    assert detected_on_time(both) == detected_late(both) == [FIVE, Key.HEARTS, OK]


@pytest.mark.parametrize("loop", LOOPS)
@pytest.mark.parametrize("apart", [0.001, 0.005, 0.02, QUIET, 0.2])
def test_keys_of_different_kinds_both_count_however_close_they_are(loop, apart: float) -> None:
    assert loop(in_order(edges(GO, 1.0, 1.3), edges(FIVE, 1.0 + apart, 1.4))) == [GO, FIVE]
    assert loop(in_order(edges(FIVE, 1.0, 1.3), edges(GO, 1.0 + apart, 1.4))) == [FIVE, GO]


def test_two_keypads_are_pressed_apart() -> None:
    same = in_order(edges(FIVE, 1.0, 1.2), edges(FIVE, 1.001, 1.1, source=1))
    assert detected_on_time(same) == detected_late(same) == [FIVE, FIVE]
    two = in_order(edges(FIVE, 1.0, 1.2), edges(KING, 1.0, 1.1, source=2))
    assert detected_on_time(two) == detected_late(two) == [FIVE, KING]
    long = in_order(edges(OK, 1.0, 2.0), edges(OK, 1.7, 1.9, source=1))
    assert detected_on_time(long) == detected_late(long) == [Key.MENU, OK]
