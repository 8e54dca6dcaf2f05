"""Messages about the state of a board are parsed. Messages that are not valid are ignored."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.rules import Rules
from firmware_py.club.tables import BoardState, SideState, read_state
from firmware_py.mqtt.messages import state_message
from tests.support import keyed
from tests.support.views import last_view


def state_after(folder: Path, keys: str, **board: Any) -> dict[str, Any]:
    return state_message(last_view(folder, keyed.board(**board), keys))


def test_a_board_after_a_fifteen(tmp_path: Path) -> None:
    state = state_after(tmp_path, "OK 2 10 5", names=("Ann", "Bob"))
    # Ann deals, Bob lays the ten, and Ann the five: two points. Then it is Bob's turn.
    assert read_state(json.dumps(state).encode()) == BoardState(
        state["run"],
        state["sequence"],
        True,
        121,
        "Bob: card",
        (SideState("Ann", 2, 0, 0, False, True), SideState("Bob", 0, 0, 0, True, False)),
        None,
    )


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


def test_the_winner_of_three(tmp_path: Path) -> None:
    state = read_state(
        json.dumps(state_after(tmp_path, "OK J", rules=Rules(players=3), start=(119, 5, 6))).encode()
    )
    assert state is not None
    assert (state.winner, [side.score for side in state.sides]) == (0, [121, 5, 6])


WRONG: list[dict[str, Any]] = [
    {"sides": []},
    {"sides": None},
    {"sides": [{"name": "Ann"}] * 2},
    {"sides": [{"name": 5, "score": 0, "back": 0, "games": 0}] * 2},
    {"players": 10**9},
    {"players": "2"},
    {"sequence": -1},
    {"target": 10**6},
    {"says": None},
    {"winner": 2},
    {"winner": "Ann"},
]


@pytest.mark.parametrize("changed", WRONG, ids=str)
def test_a_state_with_a_wrong_value_is_ignored(changed: dict[str, Any], tmp_path: Path) -> None:
    state = state_after(tmp_path, "OK 2")
    assert read_state(json.dumps(state).encode()) is not None
    assert read_state(json.dumps(state | changed).encode()) is None


@pytest.mark.parametrize("payload", [b"", b"{}", b"[]", b"7", b"\xff"])
def test_what_is_no_state_is_ignored(payload: bytes) -> None:
    assert read_state(payload) is None
