"""The club's page: its objects, its labels and files, and the changes that each browser is sent."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from firmware_py.club import server
from firmware_py.club.server import LatestPage, PagePart
from firmware_py.system.web import ViewId
from tests.support.deadline import PATIENCE


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


def test_the_end_of_the_server_wakes_everyone() -> None:
    async def scene(rig: ClubPageRig) -> None:
        assert not rig.page.exists
        waiting = asyncio.ensure_future(rig.page.newer(None, PATIENCE))
        await asyncio.sleep(0)
        rig.page.end()
        assert await waiting is None
        rig.set("tables", "b1", 0)  # a message that arrives at the last moment

    run(scene)
