"""Everyone who watches receives the latest view, and each key press once."""

import asyncio
import json
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

from firmware_py.serve.latest_view import LatestView
from firmware_py.words.english import English
from tests.support import keyed
from tests.support.deadline import PATIENCE
from tests.support.views import views


def run(what: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(what, PATIENCE))


def data(message: bytes) -> dict[str, Any]:
    """Return the JSON object contained in a server-sent event."""
    lines = dict(line.split(": ", 1) for line in message.decode().splitlines() if line)
    assert lines["event"] == "view"
    found: dict[str, Any] = json.loads(lines["data"])
    assert lines["id"] == f"{found['run']}:{found['sequence']}"
    return found


def test_without_a_board_there_is_nothing_to_send() -> None:
    async def scene() -> None:
        latest = LatestView(English())
        assert not latest.exists
        assert await latest.newer(None, 0.01) is None

    run(scene())


def test_whoever_waits_is_woken_by_the_next_view(tmp_path: Path) -> None:
    async def scene() -> None:
        latest = LatestView(English())
        waiting = [asyncio.create_task(latest.newer(None, PATIENCE)) for _ in range(3)]
        await asyncio.sleep(0)
        for view in views(tmp_path, keyed.board()):
            latest.show(view)
        found = [await each for each in waiting]
        assert all(each is not None and data(each[0])["says"] == "Left cuts for the deal." for each in found)

    run(scene())


def test_a_page_that_missed_views_gets_the_last_one_with_all_presses(tmp_path: Path) -> None:
    async def scene() -> None:
        latest = LatestView(English())
        first, *others = views(tmp_path, keyed.board(), "OK 2 10 5")
        latest.show(first)
        found = await latest.newer(None, 0)
        assert found is not None and data(found[0])["presses"] == []
        for view in others:
            latest.show(view)
        again = await latest.newer(found[1], 0)
        assert again is not None
        assert [press["said"] for press in data(again[0])["presses"]] == [
            [],
            [],
            [],
            ["Left: fifteen for two"],
        ]
        assert await latest.newer(again[1], 0.01) is None

    run(scene())


def test_a_page_that_knew_another_run_gets_all_presses_of_this_one(tmp_path: Path) -> None:
    async def scene() -> None:
        latest = LatestView(English())
        for view in views(tmp_path, keyed.board(), "OK 2"):
            latest.show(view)
        found = await latest.newer(("another", 57), 0)
        assert found is not None and len(data(found[0])["presses"]) == 2

    run(scene())


def test_invented_numbers_take_no_memory(tmp_path: Path) -> None:
    async def scene() -> None:
        latest = LatestView(English())
        for view in views(tmp_path, keyed.board(), "OK 2 10 5"):
            latest.show(view)
        invented = [await latest.newer((view["run"], 10**9 + number), 0) for number in range(3)]
        assert all(each is invented[0] for each in invented)
        assert invented[0] and data(invented[0][0])["presses"] == []
        before_presses = [await latest.newer((view["run"], number), 0) for number in (0, 1)]
        assert before_presses[0] is before_presses[1]

    run(scene())


def test_if_phones_lose_their_rights_every_page_is_told_at_once(tmp_path: Path) -> None:
    async def scene() -> None:
        latest = LatestView(English())
        latest.withdraw(1)
        (view,) = views(tmp_path, keyed.board())
        latest.show(view)
        found = await latest.newer(None, 0)
        assert found and data(found[0])["withdrawn"] == 1
        waiting = asyncio.create_task(latest.newer(found[1], PATIENCE))
        await asyncio.sleep(0)
        latest.withdraw(1)
        await asyncio.sleep(0)
        assert not waiting.done()
        latest.withdraw(2)
        again = await waiting
        assert again and (data(again[0])["withdrawn"], data(again[0])["presses"]) == (2, [])
        latest.withdraw(3)  # while the stream writes, and does not wait
        missed = await latest.newer(again[1], 0)
        assert missed and data(missed[0])["withdrawn"] == 3

    run(scene())
