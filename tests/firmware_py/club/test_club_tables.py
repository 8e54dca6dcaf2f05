"""The tables of a club: the state and the name of each table, and whether it is online."""

from __future__ import annotations

import pytest

from firmware_py.club import club_tables as module
from firmware_py.club.club_tables import Tables
from firmware_py.club.state_message import BoardState, SideState

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


def test_a_table_is_known_once_its_board_has_shown_something() -> None:
    rig = TablesRig()
    rig.tables.connect("b1", True)
    rig.tables.name("b1", "Table 1")
    assert list(rig.tables.known()) == []
    rig.tables.show("b1", STATE)
    assert [table.board for table in rig.tables.known()] == ["b1"]


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
    assert list(rig.tables.known()) == []


def test_no_more_boards_than_the_limit_are_admitted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "TABLES", 2)
    tables = TablesRig().tables
    assert [tables.admit(board) for board in ("b1", "b2", "b3", "b2")] == [True, True, False, True]
