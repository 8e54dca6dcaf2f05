"""Messages about boards are parsed, those that are not valid are ignored, and tables are shown with them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.rules import Rules
from firmware_py.club.tables import LONGEST_NAME, Tables, Undone, Won, read_game, read_state
from firmware_py.mqtt.messages import state_message
from tests.support import keyed
from tests.support.views import last_view


def test_two_boards_of_one_name_are_told_apart_and_each_change_is_told_once() -> None:
    told: list[str] = []
    tables = Tables(told.append)
    assert tables.label("5f0c2b9e41d7") == "5f0c"
    tables.name("5f0c2b9e41d7", "Table 1")
    assert tables.label("5f0c2b9e41d7") == "Table 1"
    for name, labels in (
        ("Table 1", ["Table 1 (5f0c)", "Table 1 (a012)"]),
        ("Table 2", ["Table 1", "Table 2"]),
    ):
        told.clear()
        tables.name("a01234567890", name)
        assert sorted(set(told)) == ["5f0c2b9e41d7", "a01234567890"]
        assert list(map(tables.label, ("5f0c2b9e41d7", "a01234567890"))) == labels


def state_after(folder: Path, keys: str, **board: Any) -> dict[str, Any]:
    return state_message(last_view(folder, keyed.board(**board), keys))


def test_partners_are_one_side(tmp_path: Path) -> None:
    names = ("Ann", "Bob", "Cy", "Di")
    state = read_state(
        json.dumps(state_after(tmp_path, "OK 2 10", rules=Rules(players=4), names=names)).encode()
    )
    assert state is not None
    # Seat 0 deals and seat 1 has laid a card, so that it is the turn of Cy at seat 2, Ann's partner.
    assert [(side.name, side.acts, side.deals) for side in state.sides] == [
        ("Ann & Cy", True, True),
        ("Bob & Di", False, False),
    ]


WRONG: dict[str, list[Any]] = {
    "sides": [[], None, [{"name": "Ann"}] * 2, [{"name": 5, "score": 0, "back": 0, "games": 0}] * 2],
    "players": [10**9, "2"],
    "sequence": [-1],
    "target": [10**6],
    "says": [None],
    "winner": [2, "Ann"],
}


@pytest.mark.parametrize(("member", "value"), [(each, value) for each in WRONG for value in WRONG[each]])
def test_a_state_with_a_wrong_value_is_ignored(member: str, value: object, tmp_path: Path) -> None:
    state = state_after(tmp_path, "OK 2")
    assert read_state(json.dumps(state).encode()) is not None
    assert read_state(json.dumps(state | {member: value}).encode()) is None


@pytest.mark.parametrize("payload", [b"", b"{}", b"[]", b"7", b"\xff"])
def test_what_is_no_state_is_ignored(payload: bytes) -> None:
    assert read_state(payload) is None


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


WRONG_GAME: dict[str, list[Any]] = {
    "game": [5, "", "x" * 65, "x\ud800"],
    "names": ["Ann", ["Ann"], ["Ann", 5], ["Ann", "\ud800"]],
    "scores": [[121], [121, -1], [121, 5.5], [121, True], [121, 1000]],
    "winner": [2, None],
    "skunk": ["triple", ["skunk"]],
}


@pytest.mark.parametrize(
    ("member", "value"), [(each, value) for each in WRONG_GAME for value in WRONG_GAME[each]]
)
def test_a_message_with_a_wrong_value_is_ignored(member: str, value: object) -> None:
    assert read(**{member: value}) is None


def test_a_game_of_four_sides_or_that_does_not_say_whether_it_was_a_skunk_is_ignored() -> None:
    assert read(names=["A", "B", "C", "D"], scores=[1, 2, 3, 4]) is None
    assert read_game(json.dumps({key: GOOD[key] for key in GOOD.keys() - {"skunk"}}).encode()) is None


@pytest.mark.parametrize("payload", [b"", b"[]", b"null", b"{", b"\xff", b"[" * 100_000, b'{"undone": true}'])
def test_a_message_that_is_no_object_is_ignored(payload: bytes) -> None:
    assert read_game(payload) is None


def test_a_name_is_cut_and_loses_what_cannot_be_printed() -> None:
    won = read(names=["Ann\n\x1b[2J\u202e", "x" * 500])
    assert isinstance(won, Won)
    assert won.names == ("Ann[2J", "x" * LONGEST_NAME)
