"""Messages about boards are parsed, those that are not valid are ignored, and tables are shown with them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.rules import Rules
from firmware_py.club import tables as module
from firmware_py.club.tables import (
    LONGEST_NAME,
    BoardState,
    SideState,
    Tables,
    Undone,
    Won,
    read_game,
    read_state,
)
from firmware_py.mqtt.messages import state_message
from tests.support import keyed
from tests.support.views import last_view

SIDES = (SideState("Ann", 0, 0, 0, True, False), SideState("Bob", 0, 0, 0, False, True))
STATE = BoardState("run", 1, True, 121, "Ann: card", SIDES, None)


class TablesRig:
    """A test rig: the tables of a club, one for each board.

    `told` contains, for each change to a table, the ID of the table's board, oldest first.
    """

    def __init__(self) -> None:
        self.told: list[str] = []
        self.tables = Tables(self.told.append)

    def news(self) -> list[str]:
        told = self.told.copy()
        self.told.clear()
        return told


def test_a_board_is_online_while_it_is_connected_and_running() -> None:
    tables = TablesRig().tables
    tables.show("b1", STATE)
    assert not tables["b1"].is_online
    tables.connect("b1", True)
    assert tables["b1"].is_online
    tables.show("b1", STATE._replace(is_running=False))
    assert not tables["b1"].is_online
    tables.show("b1", STATE)
    tables.connect("b1", False)
    assert not tables["b1"].is_online


def test_a_change_is_told_once() -> None:
    rig = TablesRig()
    rig.tables.show("b1", STATE)
    assert rig.news() == ["b1"]
    rig.tables.show("b1", STATE)
    assert rig.news() == []
    rig.tables.show("b1", STATE._replace(sequence=2))
    assert rig.news() == ["b1"]


def test_two_boards_of_one_name_are_told_apart() -> None:
    rig = TablesRig()
    rig.tables.name("5f0c2b9e41d7", "Table 1")
    assert rig.tables.label("5f0c2b9e41d7") == "Table 1"
    rig.news()
    rig.tables.name("a01234567890", "Table 1")
    assert set(rig.news()) == {"5f0c2b9e41d7", "a01234567890"}
    assert rig.tables.label("5f0c2b9e41d7") == "Table 1 (5f0c)"
    assert rig.tables.label("a01234567890") == "Table 1 (a012)"
    rig.tables.name("a01234567890", "Table 2")
    assert set(rig.news()) == {"5f0c2b9e41d7", "a01234567890"}
    assert rig.tables.label("5f0c2b9e41d7") == "Table 1"


def test_a_board_without_a_name_is_called_by_its_id() -> None:
    assert TablesRig().tables.label("5f0c2b9e41d7") == "5f0c"


def test_a_board_that_was_removed_from_the_broker_is_forgotten() -> None:
    rig = TablesRig()
    rig.tables.show("b1", STATE)
    rig.news()
    rig.tables.forget("b1")
    rig.tables.forget("b1")
    assert rig.news() == ["b1"]
    assert rig.tables["b1"].state is None


def test_no_more_boards_than_the_limit_are_admitted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "TABLES", 2)
    tables = TablesRig().tables
    assert [tables.admit(board) for board in ("b1", "b2", "b3", "b2")] == [True, True, False, True]


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


def test_a_game_that_was_won() -> None:
    assert read() == Won("5f0c-57", ("Ann", "Bob"), (121, 60), 0, "double")
    assert read(names=["A", "B", "C"], scores=[1, 121, 3], winner=1) == Won(
        "5f0c-57", ("A", "B", "C"), (1, 121, 3), 1, "double"
    )


def test_a_game_that_was_undone() -> None:
    assert read_game(b'{"game": "5f0c-57", "undone": true}') == Undone("5f0c-57")


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
