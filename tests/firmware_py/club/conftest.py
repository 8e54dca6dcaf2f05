"""A club night, and its page as a browser sees it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from firmware_py.club import server
from firmware_py.club.evening import LiveEvening
from firmware_py.club.evening_file import Evening, write_evening
from firmware_py.words.english import English
from tests.support.deadline import PATIENCE


class EveningRig:
    """A test rig: a club night in a folder, and its page as a browser sees it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.loop = asyncio.Runner()
        self.seen: Any = None
        self.page: dict[str, dict[str, Any]] = {}
        self._begin()

    def _begin(self) -> None:
        self.complaints: list[str] = []
        self.evening = LiveEvening(self.folder, English(), self.complaints.append, lambda: 1795292103)
        self.do(self.evening.begin)

    def restart(self) -> None:
        self.evening.close()
        self._begin()

    def close(self) -> None:
        self.evening.close()
        self.loop.close()

    def do(self, function: Callable[..., object], *given: object) -> None:
        """Call a function as the server's event loop does."""

        async def called() -> None:
            function(*given)

        self.loop.run(called())

    def hear(self, kind: str, body: Any, board: str = "b1") -> None:
        content = body.encode() if isinstance(body, str) else json.dumps(body).encode()
        self.do(self.evening.hear, board, kind, content)

    def win(self, game: str, *names: str, board: str = "b1", **more: Any) -> None:
        self.hear("game", won(game, *names) | more, board)

    def look_for_draw(self) -> None:
        self.do(self.evening.look_for_draw)

    def write(self, evening: Evening) -> None:
        """Let the director write the evening's file beside the running club."""
        write_evening(self.folder, evening)
        self.look_for_draw()

    def csv(self) -> bytes:
        return b"".join(self.loop.run(self.evening.csv()))

    def has_no_news(self) -> bool:
        return self.loop.run(self.evening.latest.newer(self.seen, 0.05)) is None

    def look(self) -> dict[str, dict[str, Any]]:
        found = self.loop.run(self.evening.latest.newer(self.seen, PATIENCE))
        assert found is not None
        message, self.seen = found
        news = json.loads(message.decode().rpartition("data: ")[2])
        if news.pop("all"):
            self.page = {}
        for kind, parts in news.items():
            known = self.page.setdefault(kind, {}) | parts
            self.page[kind] = {name: part for name, part in known.items() if part is not None}
        return self.page


def won(game: str, *names: str) -> dict[str, Any]:
    return {
        "game": game,
        "names": list(names) or ["Ann", "Bob"],
        "scores": [121, 98],
        "winner": 0,
        "skunk": None,
    }


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[EveningRig]:
    monkeypatch.setattr(server, "GATHER", 0.0)
    with closing(EveningRig(tmp_path / "club")) as rig:
        yield rig
