"""The simulated key presses resemble real ones, and `compare` finds lost, doubled and invented presses."""

from itertools import pairwise
from random import Random

import pytest

from firmware_py.input.press_detector import QUIET
from tests.appliance.guest_presses import (
    KEYS,
    PINS,
    Made,
    Move,
    Press,
    compare,
    group_of,
    planned,
    presses_of,
)


def made(moves: list[Move], late: float = 0.0) -> list[Made]:
    """Return a record in which every hundredth of these moves was carried out late, and all others on time.

    Args:
        moves: the planned openings and closings of contacts.
        late: the delay of every hundredth move, in seconds.
    """
    return [
        Made(move, move.at + late * (number % 100 == 99), move.at + late * (number % 100 == 99) + 1e-5)
        for number, move in enumerate(moves)
    ]


def test_the_presses_are_those_of_fingers() -> None:
    moves = planned(Random(5), 500)
    presses = [*presses_of(made(moves))]
    assert len(presses) == 500 and all(press.is_sound for press in presses)
    assert {press.key for press in presses} == {key.value for key in KEYS.values()}
    assert len(moves) > 2000  # they bounce
    begun = sorted((press.began[0], press.ended) for press in presses)
    overlaps = sum(ended > after for (_, ended), (after, _) in pairwise(begun))
    assert overlaps > 300  # the fingers roll from key to key
    last = dict.fromkeys(map(group_of, PINS), 0.0)
    for press in presses:
        [pin] = [pin for pin, key in KEYS.items() if key.value == press.key]
        assert press.began[0] - last[group_of(pin)] > QUIET
        last[group_of(pin)] = press.began[0]


def test_presses_made_too_late_are_left_out() -> None:
    presses = [*presses_of(made(planned(Random(5), 500), late=QUIET))]
    assert 0 < sum(not press.is_sound for press in presses) < 250


PRESSES = [Press("5", (1.0, 1.001), 1.1, True), Press("K", (1.05, 1.051), 1.2, True)]


@pytest.mark.parametrize(
    ("heard", "wrong"),
    [
        ([("5", 1.0005), ("K", 1.0505)], {}),
        ([("5", 1.0005)], {"lost": 1}),
        ([("5", 1.0005), ("5", 1.05), ("K", 1.0505)], {"doubled": 1}),
        ([("5", 1.0005), ("K", 1.0505), ("Q", 1.1)], {"never made": 1}),
        ([("5", 1.0005), ("K", 0.99)], {"lost": 1, "never made": 1}),
    ],
)
def test_the_comparison(heard: list[tuple[str, float]], wrong: dict[str, int]) -> None:
    result = compare(PRESSES, heard)
    assert result["presses"] == 2
    assert {name: result[name] for name in ("lost", "doubled", "never made")} == {
        "lost": 0,
        "doubled": 0,
        "never made": 0,
        **wrong,
    }


def test_the_times_are_compared() -> None:
    result = compare(PRESSES, [("5", 1.0005), ("K", 1.0535)])
    assert (result["ms off, typically"], result["ms off, at most"]) == (0.0, 2.5)
