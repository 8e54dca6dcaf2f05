"""The games are read only once in a while, regardless of the number of requests."""

import asyncio
import json
from pathlib import Path

import pytest

from firmware_py.serve import games as module
from firmware_py.serve.games import Games
from firmware_py.system.errors import JournalError
from firmware_py.words.english import English
from tests.support.command import muggins


def test_many_who_ask_at_once_share_one_reading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[Path] = []
    monkeypatch.setattr(module, "saved_games", lambda journal: read.append(journal) or [])

    async def scene() -> None:
        games = Games(tmp_path, English())
        answers = await asyncio.gather(*(games.listed() for _ in range(20)))
        assert len(set(answers)) == 1

    asyncio.run(scene())
    assert len(read) == 1


def test_after_a_while_they_are_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "FRESH", 0)
    path = tmp_path / "games.txt"

    async def scene() -> None:
        games = Games(path, English())
        assert json.loads(await games.listed())["games"] == []
        with pytest.raises(JournalError):
            await games.zipped()
        muggins("replay", "-", "--start", "119,0", "--journal", path, stdin="OK J OK")
        assert len(json.loads(await games.listed())["games"]) == 1
        assert await games.zipped()

    asyncio.run(scene())
