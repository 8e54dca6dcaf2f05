"""The club's page: its objects, its labels and files, and the changes that each browser is sent."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from firmware_py.club import server
from firmware_py.club.page_objects import (
    result_object,
    round_object,
    standing_object,
    table_object,
)
from firmware_py.club.pairing import Draw, Form, Pair, Round
from firmware_py.club.results import Numbered, Result, Results
from firmware_py.club.server import LatestPage, PagePart
from firmware_py.club.tables import BoardState, SideState, Table
from firmware_py.reports.scorecard import ScorecardRow
from firmware_py.system.web import ViewId
from firmware_py.words.english import English
from tests.support.deadline import PATIENCE

WORDS = English()
SIDES = (SideState("Ann", 12, 10, 1, True, False), SideState("Bob", 7, 0, 0, False, True))
STATE = BoardState("run", 57, True, 121, "Ann: card", SIDES, None)


def result(*names: str, scores: tuple[int, int] = (121, 98), skunk: str | None = None) -> Result:
    return Result("b1", "".join(names), "Table 1", names, scores, 0, skunk, 1795292103)


def test_a_table() -> None:
    found = table_object(Table("b1", "Table 1", True, STATE), "Table 1", WORDS)
    assert found == {
        "id": "b1",
        "label": "Table 1",
        "sequence": 57,
        "online": True,
        "away": "",
        "target": 121,
        "says": "Ann: card",
        "sides": [
            {"name": "Ann", "score": 12, "back": 10, "games": 1, "acts": True, "deals": False, "won": False},
            {"name": "Bob", "score": 7, "back": 0, "games": 0, "acts": False, "deals": True, "won": False},
        ],
    }


@pytest.mark.parametrize(
    ("is_connected", "is_running", "away"),
    [(True, True, ""), (True, False, "the board has stopped"), (False, True, "not connected")],
)
def test_a_table_says_why_nobody_can_play(is_connected: bool, is_running: bool, away: str) -> None:
    table = Table("b1", "Table 1", is_connected, STATE._replace(is_running=is_running))
    assert table_object(table, "Table 1", WORDS)["away"] == away


def test_a_result() -> None:
    won = Numbered(7, result("ANN", "Bob", skunk="double"), False)
    assert result_object(won, ["Ann", "Bob"], ["Bob is not in the draw"], WORDS) == {
        "number": 7,
        "table": "Table 1",
        "scores": [["Ann", 121], ["Bob", 98]],
        "winner": 0,
        "about": "double skunk, Bob is not in the draw",
        "ended": "2026-11-21T20:15:03Z",
        "undone": False,
    }


def test_the_standing_has_places_and_signs() -> None:
    rows = [
        ScorecardRow("Ann", 2, 2, 5, 40, plus=40),
        ScorecardRow("Bob", 2, 0, 0, -40, place=2),
        ScorecardRow("Cy", place=3),
    ]
    assert standing_object(rows, {"bob": 2}, WORDS) == [
        [1, "Ann", 2, 2, 5, "+40", "+40", "0"],
        [2, "Bob (2 byes)", 2, 0, 0, "\N{MINUS SIGN}40", "0", "\N{MINUS SIGN}40"],
        [3, "Cy", 0, 0, 0, "0", "0", "0"],
    ]


def rounds_of(form: Form, *results: Result) -> list[dict[str, Any]]:
    heard = Results()
    for each in results:
        heard.add(each)
    rounds = (Round((Pair("Ann", "Bob"), Pair("Cy", "Di"))), Round((Pair("Ann", "Cy"),), "Di"))
    draw = Draw(form, 0, rounds, (0, 0))
    return [round_object(draw, number, heard, WORDS) for number in (1, 2)]


def test_a_draw_with_results_in_the_order_of_its_names() -> None:
    first, second = rounds_of(Form.EVERYONE, result("Bob", "Ann", skunk="skunk"), result("ANN", "cy"))
    assert first == {
        "title": "Round 1 of 2",
        "pairs": [["Ann", "Bob", "98–121, skunk"], ["Cy", "Di", ""]],
        "bye": "",
    }
    assert second == {
        "title": "Round 2 of 2",
        "pairs": [["Ann", "Cy", "121–98"]],
        "bye": "Di has a bye.",
    }
    assert rounds_of(Form.SWISS)[1]["title"] == "Round 2"


class ClubPageRig:
    """A test rig: a club's page, whose contents a test can change."""

    def __init__(self) -> None:
        self.parts: dict[PagePart, Any] = {}
        self.page = LatestPage(self.parts.get)

    def set(self, kind: str, name: str, value: Any) -> None:
        self.parts[kind, name] = value
        self.page.changed((kind, name))

    async def news(self, seen: ViewId | None) -> tuple[dict[str, Any], ViewId]:
        found = await self.page.newer(seen, PATIENCE)
        assert found is not None
        message, seen = found
        event, id_line, data = message.decode().rstrip("\n").split("\n")
        assert (event, id_line) == ("event: view", f"id: {seen[0]}:{seen[1]}")
        return json.loads(data.removeprefix("data: ")), seen


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "GATHER", 0.0)


def run(scene: Callable[[ClubPageRig], Awaitable[None]]) -> None:
    async def all_of_it() -> None:
        await scene(ClubPageRig())

    asyncio.run(asyncio.wait_for(all_of_it(), PATIENCE))


def test_a_new_browser_gets_everything_and_then_what_has_changed() -> None:
    async def scene(rig: ClubPageRig) -> None:
        rig.set("tables", "b1", {"score": 0})
        rig.set("tables", "b2", {"score": 5})
        rig.set("club", "broker", True)
        first, seen = await rig.news(None)
        assert first == {
            "all": True,
            "tables": {"b1": {"score": 0}, "b2": {"score": 5}},
            "club": {"broker": True},
        }
        rig.set("tables", "b2", {"score": 7})
        second, seen = await rig.news(seen)
        assert second == {"all": False, "tables": {"b2": {"score": 7}}}
        rig.set("tables", "b2", None)
        assert (await rig.news(seen))[0] == {"all": False, "tables": {"b2": None}}
        assert (await rig.news(None))[0]["tables"] == {"b1": {"score": 0}}

    run(scene)


def test_a_browser_that_was_away_gets_all_that_it_missed() -> None:
    async def scene(rig: ClubPageRig) -> None:
        rig.set("tables", "b1", 0)
        _, seen = await rig.news(None)
        now = seen
        for score in range(1, 4):
            rig.set("tables", f"b{score}", score)
            _, now = await rig.news(now)
        assert (await rig.news(seen))[0] == {"all": False, "tables": {"b1": 1, "b2": 2, "b3": 3}}

    run(scene)


def test_a_browser_from_before_a_restart_or_from_the_future_gets_everything() -> None:
    async def scene(rig: ClubPageRig) -> None:
        rig.set("tables", "b1", 0)
        _, (own, number) = await rig.news(None)
        for seen in (("another run", 1), ("", 0), (own, number + 1)):
            assert (await rig.news(seen))[0] == {"all": True, "tables": {"b1": 0}}

    run(scene)


def test_a_browser_that_was_away_for_long_gets_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    """Messages for all that was ever shown would take too much memory."""
    monkeypatch.setattr(server, "REMEMBERED", 2)

    async def scene(rig: ClubPageRig) -> None:
        seen: list[ViewId | None] = [None]
        for score in range(4):
            rig.set("tables", "b1", score)
            seen.append((await rig.news(seen[-1]))[1])
        everything = await rig.page.newer(None, PATIENCE)
        gets_everything = [await rig.page.newer(each, PATIENCE) is everything for each in seen[1:4]]
        assert gets_everything == [True, True, False]

    run(scene)


def test_many_changes_are_one_message() -> None:
    async def scene(rig: ClubPageRig) -> None:
        rig.set("tables", "b1", 0)
        _, seen = await rig.news(None)
        for score in range(100):
            rig.set("tables", "b1", score)
        news, after = await rig.news(seen)
        assert news == {"all": False, "tables": {"b1": 99}}
        assert after[1] == seen[1] + 1

    run(scene)


def test_what_looks_the_same_is_no_news() -> None:
    async def scene(rig: ClubPageRig) -> None:
        rig.set("tables", "b1", 0)
        _, seen = await rig.news(None)
        rig.set("tables", "b1", 0)
        assert await rig.page.newer(seen, 0.05) is None

    run(scene)


def test_browsers_that_have_seen_the_same_get_the_same_bytes() -> None:
    async def scene(rig: ClubPageRig) -> None:
        rig.set("tables", "b1", 0)
        one, other = await asyncio.gather(rig.page.newer(None, PATIENCE), rig.page.newer(None, PATIENCE))
        assert one is not None and other is not None
        assert one[0] is other[0]

    run(scene)


def test_the_end_of_the_server_wakes_everyone() -> None:
    async def scene(rig: ClubPageRig) -> None:
        assert not rig.page.exists
        waiting = asyncio.ensure_future(rig.page.newer(None, PATIENCE))
        await asyncio.sleep(0)
        rig.page.end()
        assert await waiting is None
        rig.set("tables", "b1", 0)  # a message that arrives at the last moment

    run(scene)
