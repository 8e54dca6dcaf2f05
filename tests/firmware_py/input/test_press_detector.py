"""The press detector: edges of contacts become key presses, whether the loop reads them in time or late.

Taps, bounces, one finger on two keys, long presses, and the repeats of a joystick held in one direction.
"""

import math
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_py.input.keys import RANKS, SUITS, Edge, Input, Key, Stick
from firmware_py.input.press_detector import LONG, LONG_PRESS, QUIET, Held, PressDetector
from tests.support.fakes import detected_at_deadlines, detected_late, detected_on_time, edges, in_order

WITH_A_BUTTON = [key for key in Key if key not in LONG_PRESS.values()]
KINDS: tuple[list[Input], ...] = ([*RANKS], [*SUITS], [*Stick])  # one finger may press two of a kind
UNDO, OK, GO, FIVE, KING, HEARTS = Key.UNDO, Key.OK, Key.GO, Key.FIVE, Key.KING, Key.HEARTS
LEFT, UP, DOWN, PICK = Stick.LEFT, Stick.UP, Stick.DOWN, Stick.PICK
Loop = Callable[[list[Edge]], list[Input | Held]]
LOOPS = [detected_on_time, detected_late]  # always punctual, and late
JUST = math.nextafter(1.0 + LONG, 0)  # the last moment of a short press that began at 1.0

Press = tuple[Key, float, float]  # a key, and when it goes down and comes up, in seconds


@pytest.mark.parametrize("loop", LOOPS)
@pytest.mark.parametrize(
    ("some", "presses"),
    [
        # Bounces.
        (edges(LEFT, 1.0, 1.001, 1.004, 1.2, 1.203, 1.206), [LEFT]),
        (edges(OK, 1.0, JUST, JUST + 0.002, JUST + 0.004), [OK]),
        # Taps shorter than a bounce are not lost, and the key is up after them.
        (edges(FIVE, 1.0, 1.004, 1.1, 1.104), [FIVE, FIVE]),
        # The first tap stops bouncing at 1.022, and the second may bounce until 1.052.
        (edges(FIVE, 1.0, 1.004, 1.03, 1.052), [FIVE, FIVE]),
        # A held key whose contact opens for 3 ms before the next key, after it, or on release, acts once.
        (in_order(edges(GO, 1.0, 1.05, 1.053, 1.25), edges(FIVE, 1.1, 1.3)), [GO, FIVE]),
        (in_order(edges(GO, 1.0, 1.004, 1.012, 1.015), edges(FIVE, 1.01, 1.1)), [GO, FIVE]),
        # A key that sends three zeros in a row is one ten.
        *[(edges(Key.TEN, *(1 + at * apart for at in range(6))), [Key.TEN]) for apart in (0.004, 0.02)],
        # A time that goes back is no bounce.
        ([*edges(FIVE, 5.0, 5.1), *edges(FIVE, 4.0, 4.1)], [FIVE, FIVE]),
        # The release of a key held since the start is no press. An edge that comes twice changes nothing.
        *[(edges(key, 1.0, first=False), []) for key in (FIVE, OK)],
        *[(edges(key, 1.0, 2.0, 2.1, first=False), [key]) for key in (FIVE, OK)],
        ([edge for edge in edges(FIVE, 1.0, 1.2) for _ in range(2)], [FIVE]),
        ([Edge(OK, True, 1.0), Edge(OK, True, 1.3), Edge(OK, False, 1.7)], [Key.MENU]),
        # A stuck key is one press and stops nobody.
        (in_order(edges(FIVE, 1.0), edges(KING, 2.0, 2.1, 3.0, 3.1)), [FIVE, KING, KING]),
        # Keys of different kinds pressed at once all count, and so do keys of two keypads.
        (
            in_order(edges(FIVE, 1, 1.1), edges(HEARTS, 1.001, 1.11), edges(OK, 1.002, 1.12)),
            [FIVE, HEARTS, OK],
        ),
        (in_order(edges(FIVE, 1.0, 1.2), edges(FIVE, 1.001, 1.1, source=1)), [FIVE, FIVE]),
        (in_order(edges(OK, 1.0, 2.0), edges(OK, 1.7, 1.9, source=1)), [Key.MENU, OK]),
        # A release before the deadline is short, and at it long.
        (edges(OK, 1.0, JUST), [OK]),
        (edges(OK, 1.0, 1.0 + LONG), [Key.MENU]),
        # Three keys held at once: each counts as a short press when the next goes down.
        (in_order(edges(GO, 1.0, 3.0), edges(OK, 1.1, 3.0), edges(UNDO, 1.2, 3.0)), [GO, OK, Key.REDO]),
        # A settled key makes no long press, and one that has acted is not settled as well.
        (in_order(edges(GO, 1.0, 2.0, 2.1, 2.2), edges(FIVE, 1.1, 1.2)), [GO, FIVE, GO]),
        (in_order(edges(GO, 1.0, 3.0), edges(FIVE, 1.0 + LONG, 2.1)), [Held.GO, FIVE]),
        # Bounces and a finger on two keys settle nothing.
        (in_order(edges(FIVE, 1, 1.2), edges(GO, 1.004, 3), edges(KING, 1.01, 1.2)), [FIVE, Held.GO]),
        # A direction repeats after 0.5 s, and then every 0.15 s. The long press of GO is due at 1.81.
        (edges(DOWN, 1.0, 1.1, 1.3, 1.49), [DOWN, DOWN]),
        (in_order(edges(LEFT, 1.0, 2.0), edges(GO, 1.21, 3.0)), [*[LEFT] * 4, Held.GO, LEFT]),
        # The next press on the joystick, but not one elsewhere, ends the repeats. They stop after 10 s.
        (in_order(edges(DOWN, 1.0, 4.0), edges(LEFT, 1.6, 2.2)), [DOWN, DOWN, LEFT, LEFT]),
        (
            in_order(edges(DOWN, 1.0, 1.7), edges(PICK, 1.6, 1.7, source=1), edges(FIVE, 1.61, 1.62)),
            [DOWN, DOWN, PICK, FIVE, DOWN],
        ),
        ([*edges(UP, 1.0), Edge(FIVE, True, 99.0)], [*[UP] * (1 + 64), FIVE]),
    ],
)
def test_edges_become_the_presses_that_were_meant(loop: Loop, some: list[Edge], presses: list[Input]) -> None:
    assert loop(some) == presses


@pytest.mark.parametrize("key", [FIVE, HEARTS, PICK])
def test_a_key_without_a_long_press_acts_on_press_and_leaves_no_deadline(key: Input) -> None:
    detector = PressDetector()
    assert (detector.deadline, detector.tick(0.5)) == (None, [])
    assert detector.edge(Edge(key, True, 1.0)) == [key]
    assert detector.deadline is None
    assert detector.tick(60.0) == detector.edge(Edge(key, False, 61.0)) == []


@pytest.mark.parametrize("loop", LOOPS)
@pytest.mark.parametrize("key", [FIVE, OK])
def test_a_contact_that_opens_for_20_ms_while_it_is_held_is_one_press(loop: Loop, key: Key) -> None:
    for gap in (0.001, 0.005, 0.01, 0.015, 0.02, QUIET - 1e-6):
        assert loop(edges(key, 1.0, 1.3, 1.3 + gap, 1.4, 1.4 + gap, 9.0)) == [key]
        assert loop(edges(key, 1.0, 1.3, 1.3 + gap, 1.5, 1.6, 1.7)) == [key, key]


@pytest.mark.parametrize("loop", LOOPS)
@pytest.mark.parametrize("key", [FIVE, HEARTS, GO, OK, UNDO, PICK, LEFT])
@pytest.mark.parametrize("held", [0.025, 0.04, 0.1])
def test_a_key_released_for_25_ms_is_pressed_again(loop: Loop, key: Input, held: float) -> None:
    """A second press 25 ms after a release is detected, even if a USB keypad reports the gap as 24 ms."""
    for gap in (0.024, 0.0249, 0.025, 0.0251, 0.03):
        starts = [1 + index * (held + gap) for index in range(20)]
        assert loop(edges(key, *(at for start in starts for at in (start, start + held)))) == [key] * 20


# -- one finger on two keys


@pytest.mark.parametrize("loop", LOOPS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_finger_on_two_keys_of_a_kind_presses_the_first(loop: Loop, kind: list[Input]) -> None:
    first, second, third = kind[-1], kind[1], kind[0]
    for apart in (0.0, 0.001, 0.02, QUIET - 1e-6):
        assert loop([*edges(first, 1.0)[:1], *edges(second, 1.0 + apart)]) == [first]
        both = in_order(edges(first, 1.0, 1.2), edges(second, 1.0 + apart, 1.3), edges(second, 2.0, 2.1))
        assert [press for press in loop(both) if press != first] == [second]
        hand = in_order(
            edges(first, 1.0, 1.2), edges(second, 1 + apart, 1.2), edges(third, 1 + 2 * apart, 1.2)
        )
        assert loop(hand) == [first]
    for apart in (QUIET + 1e-6, 0.03, 0.06):
        # The first key is often still down when the second goes down.
        rolling = in_order(edges(first, 1.0, 1.08), edges(second, 1.0 + apart, 1.2))
        assert loop(rolling) == [first, second]


# -- long presses and repeats


def test_an_older_edge_of_another_keypad_is_a_press_and_settles_no_later_key() -> None:
    detector = PressDetector()
    presses = detector.edge(Edge(GO, True, 5.0, 1)) + detector.edge(Edge(FIVE, True, 4.99, 2))
    assert presses + detector.edge(Edge(GO, False, 5.1, 1)) == [FIVE, GO]
    detector = PressDetector()
    presses = detector.edge(Edge(FIVE, True, 5.0, 1))
    for number in range(20):
        at = 1.0 + 0.11 * number
        presses += detector.edge(Edge(KING, True, at, 2)) + detector.edge(Edge(KING, False, at + 0.06, 2))
    assert presses + detector.edge(Edge(FIVE, False, 5.1, 1)) == [FIVE] + [KING] * 20


# -- whatever people and contacts do


@st.composite
def clean_presses(draw: st.DrawFn) -> list[Press]:
    """Draw key presses as a person makes them.

    Presses of different keys may overlap. Between two presses of the same key, there is a pause.
    """
    at, free = 0, dict.fromkeys(Key, 0)
    kinds = {key: index for index, kind in enumerate(KINDS[:2]) for key in kind}
    taken: dict[int | None, int] = {}
    presses = []
    for index in range(draw(st.integers(1, 8))):
        key = draw(st.sampled_from(WITH_A_BUTTON))
        at = max(at + draw(st.integers(1, 400)), free[key])
        if (kind := kinds.get(key)) is not None:
            at = max(at, taken.get(kind, 0) + 26)
            taken[kind] = at
        held = draw(st.integers(50, 590) | st.integers(610, 1500))
        free[key] = at + held + 50
        presses.append((key, (1000 * at + index) / 1e6, (1000 * (at + held) + index) / 1e6))
    return presses


@st.composite
def bouncing(draw: st.DrawFn, presses: list[Press]) -> list[Edge]:
    """Generate the edges that these key presses produce, with random bounces after some of the edges."""
    some = []
    for key, down, up in presses:
        for at, is_down in ((down, True), (up, False)):
            some.append(Edge(key, is_down, at))
            offsets = sorted(draw(st.sets(st.integers(1, int(1e4 * QUIET) - 1), max_size=6)))
            for index, tenth in enumerate(offsets[: len(offsets) // 2 * 2]):
                some.append(Edge(key, is_down ^ (index % 2 == 0), at + tenth / 1e4))
    return in_order(some)


def expected_keys(presses: list[Press]) -> list[Key]:
    """Return the keys that should take effect, in order. A long press is given as the key it stands for."""
    acts = []
    for index, (key, down, up) in enumerate(presses):
        following = presses[index + 1][1] if index + 1 < len(presses) else math.inf
        if key not in LONG_PRESS:
            acts.append((down, 1, key))
        elif min(up, following) < down + LONG:
            acts.append((min(up, following), 0, key))
        else:
            acts.append((down + LONG, 0, LONG_PRESS[key]))
    return [key for _, _, key in sorted(acts, key=lambda act: act[:2])]


@given(st.data())
def test_presses_are_what_was_meant_whatever_bounces_and_whenever_the_loop_asks(data: st.DataObject) -> None:
    presses = data.draw(clean_presses())
    some, expected = data.draw(bouncing(presses)), expected_keys(presses)
    assert detected_on_time(some) == detected_late(some) == expected
    asked = data.draw(st.lists(st.integers(0, 6000).map(lambda ms: ms / 1e3), max_size=30).map(sorted))
    detector, got = PressDetector(), list[Input | Held]()
    for edge in some:
        while asked and asked[0] <= edge.at:
            got += detected_at_deadlines(detector, asked[0]) + detector.tick(asked.pop(0))
        got += detected_at_deadlines(detector, edge.at) + detector.edge(edge)
    assert got + detected_at_deadlines(detector, math.inf) == expected


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
    presses = detected_on_time(some)
    for key in (FIVE, KING, OK, UNDO):
        assert sum(press in (key, LONG_PRESS.get(key)) for press in presses) <= most_presses(some, key)
    assert detected_late(some) == presses


def most_presses(some: list[Edge], key: Key) -> int:
    """Return the largest number of presses of a key that a detector may report for a sequence of edges.

    A press counts only if the key was up for at least `QUIET` seconds before it.

    Args:
        some: the edges of this key and of other keys, oldest first.
        key: the key.
    """
    mine = [edge for edge in some if edge.key is key]
    changes = [edge for index, edge in enumerate(mine) if not index or edge.down != mine[index - 1].down]
    return sum(
        edge.down and (not index or edge.at - changes[index - 1].at >= QUIET - 1e-9)
        for index, edge in enumerate(changes)
    )


@st.composite
def overlapping_keys(draw: st.DrawFn) -> list[tuple[Key, int, float, float]]:
    """Generate key presses on two keypads, many of which overlap in time.

    Each item is a key, the number of its keypad, and the times in seconds when it goes down and up.
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


@given(overlapping_keys())
def test_keys_typed_fast_act_in_the_order_they_go_down(typed: list[tuple[Key, int, float, float]]) -> None:
    some = in_order(*(edges(key, down, up, source=source) for key, source, down, up in typed))
    expected = [key for key, *_ in typed]
    assert detected_on_time(some) == expected
    assert detected_late(some) == expected
