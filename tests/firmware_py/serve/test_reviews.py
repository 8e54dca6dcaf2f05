"""Reviews are computed one at a time in another process, and each is reused for a while."""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from firmware_py.serve import reviews as module
from firmware_py.serve.reviews import KEPT, WAITING_OF_ONE, ReviewFailed, Reviews, are_valid, computed
from tests.support.coach_examples import FIRST_DEAL
from tests.support.command import muggins
from tests.support.deadline import PATIENCE

JOURNAL = Path("games.txt")


class Computer:
    """A stand-in for the process that computes reviews. It records the requests."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[tuple[int, tuple[str, ...]]] = []
        self.go_on: asyncio.Event | None = None
        monkeypatch.setattr(module, "computed", self._computed)

    async def _computed(self, journal: Path, game: int, threw: Sequence[str]) -> bytes:
        if self.go_on:
            await asyncio.wait_for(self.go_on.wait(), PATIENCE)
        self.asked.append((game, tuple(threw)))
        return f"{game} {' '.join(threw)}".encode()


@pytest.fixture
def computer(monkeypatch: pytest.MonkeyPatch) -> Computer:
    return Computer(monkeypatch)


def test_a_review_is_reused_until_it_is_old(computer: Computer, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        reviews = Reviews(JOURNAL)
        assert (
            await asyncio.gather(*(reviews.get(1) for _ in range(WAITING_OF_ONE))) == [b"1 "] * WAITING_OF_ONE
        )
        assert await reviews.get(1, ["1:2,9"]) == b"1 1:2,9"
        assert computer.asked == [(1, ()), (1, ("1:2,9",))]
        monkeypatch.setattr(module, "FRESH", 0)
        await reviews.get(2)
        await reviews.get(2)
        assert computer.asked[2:] == [(2, ()), (2, ())]

    asyncio.run(scene())


def test_only_a_few_reviews_are_kept(computer: Computer) -> None:
    async def scene() -> None:
        reviews = Reviews(JOURNAL)
        for game in range(1, KEPT + 2):
            await reviews.get(game)
        await reviews.get(KEPT + 1)
        await reviews.get(2)
        await reviews.get(1)
        assert computer.asked[KEPT + 1 :] == [(1, ())]

    asyncio.run(scene())


def test_who_asks_for_too_many_is_refused_and_others_are_not(computer: Computer) -> None:
    async def scene() -> None:
        reviews = Reviews(JOURNAL)
        computer.go_on = asyncio.Event()
        waiting = [asyncio.create_task(reviews.get(game, (), "a")) for game in range(WAITING_OF_ONE + 1)]
        await asyncio.sleep(0)
        with pytest.raises(ReviewFailed):
            await reviews.get(99, (), "a")
        other = asyncio.create_task(reviews.get(99, (), "b"))
        await asyncio.sleep(0)
        computer.go_on.set()
        assert await other == b"99 "
        assert computer.asked == [(0, ()), (1, ()), (99, ())], "the two networks take turns"
        await asyncio.gather(*waiting)

    asyncio.run(scene())


def test_who_leaves_waits_no_more_and_the_turn_goes_to_the_next(computer: Computer) -> None:
    async def scene() -> None:
        reviews = Reviews(JOURNAL)
        computer.go_on = asyncio.Event()
        tasks = [asyncio.create_task(reviews.get(game, (), "ab"[game % 2])) for game in range(4)]
        await asyncio.sleep(0)
        for task in tasks[:3]:  # the first is being computed, the others wait
            task.cancel()
        await asyncio.wait(tasks[:3])
        computer.go_on.set()
        assert await tasks[3] == b"3 "
        assert computer.asked == [(3, ())]
        assert await reviews.get(5) == b"5 "

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("threw", "valid"),
    [
        (["3:5H,J"], True),
        (["10:10,10D", "2:A,KS"], True),
        (["3:5H"], False),
        (["3:5H,J,K"], False),
        (["--help"], False),
        (["3:1,J"], False),
        (["1:2,9"] * 61, False),
    ],
)
def test_only_what_names_a_throw_reaches_the_process(
    threw: list[str], valid: bool, computer: Computer
) -> None:
    assert are_valid(threw) is valid
    if not valid:
        with pytest.raises(ReviewFailed):
            asyncio.run(Reviews(JOURNAL).get(1, threw))
        assert computer.asked == []


def test_the_process_computes_the_review(tmp_path: Path) -> None:
    record, path = tmp_path / "game.record", tmp_path / "games.txt"
    record.write_text(FIRST_DEAL)
    assert muggins("replay", record, "--journal", path).status == 0
    assert json.loads(asyncio.run(computed(path, 1, ("1:2,9",))))["title"] == "Ann 22, Bob 13"


def test_a_process_that_fails_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module.sys, "executable", "/nowhere/python")
    with pytest.raises(ReviewFailed):
        asyncio.run(computed(tmp_path / "games.txt", 1, ()))


def test_the_process_is_killed_when_the_server_stops(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program, number = tmp_path / "python", tmp_path / "number"
    program.write_text(f"#!/bin/sh\necho $$ > {number}.new\nmv {number}.new {number}\nexec sleep 1000\n")
    program.chmod(0o755)
    monkeypatch.setattr(module.sys, "executable", str(program))

    async def scene() -> None:
        task = asyncio.create_task(computed(JOURNAL, 1, ()))
        while not number.exists():
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        while Path("/proc", number.read_text().strip()).exists():
            await asyncio.sleep(0.01)

    asyncio.run(asyncio.wait_for(scene(), PATIENCE))
