"""Everyone who watches receives the latest view, and each key press once.

A server that starts in the middle of a game reads the earlier key presses from the journal, if it can.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from engine.change_types import Change
from firmware_py.outputs.view_json import ViewFile
from firmware_py.serve import latest_view
from firmware_py.serve.latest_view import LatestView, changes_so_far, follow_board
from firmware_py.serve.page_view import CountedHands
from firmware_py.window.follower import Follower
from firmware_py.window.seen import SeenBoard
from firmware_py.words.english import English
from tests.support import keyed
from tests.support.command import muggins
from tests.support.deadline import PATIENCE
from tests.support.views import last_view, views


def run(what: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(what, PATIENCE))


def data(message: bytes) -> dict[str, Any]:
    """Return the JSON object contained in a server-sent event."""
    lines = dict(line.split(": ", 1) for line in message.decode().splitlines() if line)
    assert lines["event"] == "view"
    found: dict[str, Any] = json.loads(lines["data"])
    assert lines["id"] == f"{found['run']}:{found['sequence']}"
    return found


def test_a_page_that_missed_views_gets_the_last_one_with_all_presses(tmp_path: Path) -> None:
    async def scene() -> None:
        latest = LatestView(English())
        first, *others = views(tmp_path, keyed.board(), "OK 2 10 5 MUGGINS")
        latest.show(first)
        found = await latest.newer(None, 0)
        assert found is not None and data(found[0])["presses"] == []
        for view in others:
            latest.show(view)
        again = await latest.newer(found[1], 0)
        assert again is not None
        said = [(press["said"], press["refused"]) for press in data(again[0])["presses"]]
        assert said == [*[([], None)] * 3, (["Left: fifteen for two"], None), ([], "Muggins is off")]
        assert await latest.newer(again[1], 0.01) is None

    run(scene())


def test_invented_numbers_take_no_memory(tmp_path: Path) -> None:
    async def scene() -> None:
        latest = LatestView(English())
        for view in views(tmp_path, keyed.board(), "OK 2 10 5"):
            latest.show(view)
        invented = [await latest.newer((view.run, 10**9 + number), 0) for number in range(3)]
        assert all(each is invented[0] for each in invented)
        assert invented[0] and data(invented[0][0])["presses"] == []
        before_presses = [await latest.newer((view.run, number), 0) for number in (0, 1)]
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

    run(scene())


class Enough(Exception):
    """Raised to stop following the board."""


def test_the_first_view_comes_with_the_game_so_far_and_the_next_alone(tmp_path: Path) -> None:
    journal, board, file = tmp_path / "games.txt", keyed.board("OK 2 10"), ViewFile(tmp_path, 0o750)
    muggins("replay", "-", "--journal", journal, stdin="OK 2 10")
    file.write(board)
    seen: list[int | None] = []

    def show(view: SeenBoard, so_far: Sequence[Change] | None) -> None:
        seen.append(None if so_far is None else len(so_far))
        if len(seen) == 2:
            raise Enough
        keyed.press(board, "5")
        file.write(board)

    with closing(Follower(tmp_path)) as follower, pytest.raises(Enough):
        follow_board(follower, journal, show)
    assert seen[0] and seen[1] is None


def test_a_journal_that_never_fits_is_soon_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[object] = []
    monkeypatch.setattr(latest_view, "changes_so_far", lambda view, journal: read.append(view))
    board, file = keyed.board(), ViewFile(tmp_path, 0o750)
    file.write(board)
    shown: list[SeenBoard] = []

    def show(view: SeenBoard, _: object) -> None:
        shown.append(view)
        if len(shown) == 10:
            raise Enough
        file.write(board)

    with closing(Follower(tmp_path)) as follower, pytest.raises(Enough):
        follow_board(follower, tmp_path / "games.txt", show)
    assert len(read) == 3


KEYS = f"{keyed.CRIB} 9 9 7 2"


def journal(folder: Path, words: str) -> Path:
    path = folder / "games.txt"
    assert muggins("replay", "-", "--journal", path, stdin=words).status == 0
    return path


@pytest.mark.parametrize("words", ["OK", "OK 2 10 5 UNDO", KEYS, f"{KEYS} UNDO UNDO REDO"])
def test_the_journal_gives_the_hands_that_the_window_gives(tmp_path: Path, words: str) -> None:
    found = changes_so_far(last_view(tmp_path, keyed.board(), words), journal(tmp_path, words))
    from_window, from_journal = CountedHands(), CountedHands()
    for view in views(tmp_path, keyed.board(), words):
        from_window.hear(view)
    assert found is not None
    from_journal.catch_up(view, found)
    assert from_journal.of_this_game() == from_window.of_this_game()


def test_presses_after_the_catch_up_are_heard_once(tmp_path: Path) -> None:
    hands = CountedHands()
    before, now = list(views(tmp_path, keyed.board(), KEYS))[-2:]
    so_far = changes_so_far(before, journal(tmp_path, KEYS.rpartition(" ")[0]))
    assert so_far is not None
    hands.catch_up(before, so_far)
    hands.hear(before)
    assert len(hands.of_this_game()) == 2
    hands.hear(now)
    assert len(hands.of_this_game()) == 3


def test_a_journal_that_stands_elsewhere_is_left(tmp_path: Path) -> None:
    view = last_view(tmp_path, keyed.board(), "OK 2 10")
    assert changes_so_far(view, journal(tmp_path, "OK 2 10 5")) is None
    assert changes_so_far(view, tmp_path / "none.txt") is None
    (tmp_path / "damaged.txt").write_bytes(b"no journal")
    assert changes_so_far(view, tmp_path / "damaged.txt") is None
