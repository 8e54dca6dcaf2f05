"""Messages about games are parsed. Messages that are not valid are ignored."""

import json
from typing import Any

import pytest

from firmware_py.club.game_message import LONGEST_NAME, Undone, Won, read_game

GOOD: dict[str, Any] = {
    "game": "5f0c-57",
    "names": ["Ann", "Bob"],
    "scores": [121, 60],
    "winner": 0,
    "skunk": "double",
    "spread": 61,
    "points": 3,
}


def read(**changed: Any) -> Won | Undone | None:
    return read_game(json.dumps(GOOD | changed).encode())


def test_a_game_that_was_won() -> None:
    assert read() == Won("5f0c-57", ("Ann", "Bob"), (121, 60), 0, "double")
    assert read(names=["A", "B", "C"], scores=[1, 121, 3], winner=1) == Won(
        "5f0c-57", ("A", "B", "C"), (1, 121, 3), 1, "double"
    )


def test_a_game_that_was_undone() -> None:
    assert read_game(b'{"game": "5f0c-57", "undone": true}') == Undone("5f0c-57")


@pytest.mark.parametrize(
    "changed",
    [
        {"game": 5},
        {"game": ""},
        {"game": "x" * 65},
        {"names": "Ann"},
        {"names": ["Ann"]},
        {"names": ["Ann", 5]},
        {"names": ["A", "B", "C", "D"], "scores": [1, 2, 3, 4]},
        {"scores": [121]},
        {"scores": [121, -1]},
        {"scores": [121, 5.5]},
        {"scores": [121, True]},
        {"scores": [121, 1000]},
        {"winner": 2},
        {"winner": None},
        {"skunk": "triple"},
        {"skunk": ["skunk"]},
        {"game": "x\ud800"},
        {"names": ["Ann", "\ud800"]},
    ],
    ids=str,
)
def test_a_message_with_a_wrong_value_is_ignored(changed: dict[str, Any]) -> None:
    assert read(**changed) is None


def test_a_game_that_does_not_say_whether_it_was_a_skunk_is_ignored() -> None:
    assert read_game(json.dumps({key: GOOD[key] for key in GOOD.keys() - {"skunk"}}).encode()) is None


@pytest.mark.parametrize("payload", [b"", b"[]", b"null", b"{", b"\xff", b"[" * 100_000, b'{"undone": true}'])
def test_a_message_that_is_no_object_is_ignored(payload: bytes) -> None:
    assert read_game(payload) is None


def test_a_name_is_cut_and_loses_what_cannot_be_printed() -> None:
    won = read(names=["Ann\n\x1b[2J\u202e", "x" * 500])
    assert isinstance(won, Won)
    assert won.names == ("Ann[2J", "x" * LONGEST_NAME)
