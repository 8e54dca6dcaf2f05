"""The press detector as a whole: taps, edges out of order, and edges that the main loop reads late."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_py.input.keys import RANKS, SUITS, Edge, Key
from firmware_py.input.press_detector import LONG, LONG_PRESS, QUIET, PressDetector
from tests.support.fakes import detected_at_deadlines, detected_late, detected_on_time, edges, in_order

WITH_A_BUTTON = [key for key in Key if key not in LONG_PRESS.values()]
KINDS = ([*RANKS], [*SUITS])
ON_PRESS = [*RANKS, *SUITS]
UNDO, OK, GO, FIVE, KING = Key.UNDO, Key.OK, Key.GO, Key.FIVE, Key.KING

Press = tuple[Key, float, float]
"""A key, and the times at which it goes down and comes up, in seconds."""


@pytest.mark.parametrize("key", WITH_A_BUTTON)
def test_a_tap_is_one_press(key: Key) -> None:
    assert detected_on_time(edges(key, 1.0, 1.1)) == [key]


@pytest.mark.parametrize("key", [FIVE, Key.HEARTS])
def test_ranks_and_suits_act_on_press(key: Key) -> None:
    detector = PressDetector()
    assert detector.edge(Edge(key, True, 1.0)) == [key]
    assert detector.deadline is None
    assert detector.edge(Edge(key, False, 9.0)) == []


@pytest.mark.parametrize("key", [FIVE, OK])
def test_the_release_of_a_key_held_since_the_start_is_no_press(key: Key) -> None:
    assert detected_on_time(edges(key, 1.0, first=False)) == []
    assert detected_on_time(edges(key, 1.0, 2.0, 2.1, first=False)) == [key]
    assert detected_on_time(edges(key, 1.0, 1.002, 1.004, 1.006, 1.02, first=False)) == []


def test_an_edge_that_comes_twice_changes_nothing() -> None:
    twice = [edge for edge in edges(FIVE, 1.0, 1.2) for _ in range(2)]
    assert detected_on_time(twice) == [FIVE]
    held = [Edge(OK, True, 1.0), Edge(OK, True, 1.3), Edge(OK, False, 1.7)]
    assert detected_on_time(held) == [Key.MENU]


def test_an_idle_detector_has_no_deadline() -> None:
    detector = PressDetector()
    assert detector.deadline is None
    assert detector.tick(1e9) == []


def test_a_late_loop_keeps_a_short_press_short() -> None:
    detector = PressDetector()
    assert detector.edge(Edge(OK, True, 1.0)) == []
    # The loop was busy here for seconds, while the release waited in the queue.
    assert detector.edge(Edge(OK, False, 1.2)) == [OK]
    assert detector.tick(9.0) == []


def test_a_late_loop_presses_in_the_order_in_which_it_happened() -> None:
    held = in_order(edges(UNDO, 1.0, 3.0), edges(OK, 1.7, 3.1))
    assert detected_on_time(held) == [Key.REDO, Key.MENU]
    assert detected_late(held) == [Key.REDO, Key.MENU]
    mixed = in_order(edges(OK, 1.0, 3.0), edges(FIVE, 0.5, 0.9, 1.7, 2.9))
    assert detected_on_time(mixed) == detected_late(mixed) == [FIVE, Key.MENU, FIVE]


@st.composite
def clean_presses(draw: st.DrawFn) -> list[Press]:
    """Draw key presses as a person makes them.

    Presses of different keys may overlap. Between two presses of the same key, there is a pause.
    """
    at, free = 0, dict.fromkeys(Key, 0)
    kinds = {key: index for index, kind in enumerate(KINDS) for key in kind}
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
def test_presses_are_what_was_meant_whatever_bounces(data: st.DataObject) -> None:
    presses = data.draw(clean_presses())
    assert detected_on_time(data.draw(bouncing(presses))) == expected_keys(presses)


@given(st.data())
def test_a_loop_that_is_late_detects_the_same_presses(data: st.DataObject) -> None:
    presses = data.draw(clean_presses())
    assert detected_late(data.draw(bouncing(presses))) == expected_keys(presses)


@given(st.data())
def test_asking_more_often_than_needed_changes_nothing(data: st.DataObject) -> None:
    presses = data.draw(clean_presses())
    some = data.draw(bouncing(presses))
    asked = data.draw(st.lists(st.integers(0, 6000).map(lambda ms: ms / 1e3), max_size=30).map(sorted))
    detector = PressDetector()
    got = []
    for edge in some:
        while asked and asked[0] <= edge.at:
            got += detected_at_deadlines(detector, asked[0]) + detector.tick(asked.pop(0))
        got += detected_at_deadlines(detector, edge.at) + detector.edge(edge)
    assert got + detected_at_deadlines(detector, math.inf) == expected_keys(presses)


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


@pytest.mark.parametrize("key", ON_PRESS)
def test_a_stuck_key_is_one_press_and_stops_nobody(key: Key) -> None:
    other = Key.JACK if key is not Key.JACK else Key.QUEEN
    stuck = in_order(edges(key, 1.0), edges(other, 2.0, 2.1, 3.0, 3.1))
    assert detected_on_time(stuck) == [key, other, other]
    detector = PressDetector()
    detector.edge(Edge(key, True, 1.0))
    assert detector.deadline is None
    assert detector.tick(1e6) == []


def test_an_older_edge_of_another_keypad_is_a_press_all_the_same() -> None:
    detector = PressDetector()
    presses = detector.edge(Edge(FIVE, True, 5.0, 1))
    for number in range(20):
        at = 1.0 + 0.11 * number
        presses += detector.edge(Edge(KING, True, at, 2)) + detector.edge(Edge(KING, False, at + 0.06, 2))
    assert presses + detector.edge(Edge(FIVE, False, 5.1, 1)) == [FIVE] + [KING] * 20


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
def test_keys_typed_fast_act_in_the_order_in_which_they_go_down(
    typed: list[tuple[Key, int, float, float]],
) -> None:
    some = in_order(*(edges(key, down, up, source=source) for key, source, down, up in typed))
    expected = [key for key, *_ in typed]
    assert detected_on_time(some) == expected
    assert detected_late(some) == expected
