"""Reviews are computed one at a time in another process, are reused for a while, and are put into words."""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from engine.cards import Card
from engine.coach.reviewing.review import ToldThrows, review
from firmware_py.reports.review import limit_texts
from firmware_py.serve import reviews as module
from firmware_py.serve.review_process import reviewed, saved_game
from firmware_py.serve.reviews import (
    KEPT,
    WAITING_OF_ONE,
    ReviewFailed,
    Reviews,
    are_valid,
    computed,
    review_view,
)
from tests.support.coach_examples import BEGINS, DEAL, FIRST_DEAL, FIRST_DEALER, timeline
from tests.support.command import muggins
from tests.support.deadline import PATIENCE
from tests.support.journals import AGAIN, WIN, play

JOURNAL = Path("games.txt")


class Computer:
    """A stand-in for the process that computes reviews. It records the requests."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[tuple[int, tuple[str, ...]]] = []
        self.judged_cards: list[bool] = []
        self.go_on: asyncio.Event | None = None
        monkeypatch.setattr(module, "computed", self._computed)

    async def _computed(self, journal: Path, game: int, threw: Sequence[str], *, cards: bool) -> bytes:
        if self.go_on:
            await asyncio.wait_for(self.go_on.wait(), PATIENCE)
        self.asked.append((game, tuple(threw)))
        self.judged_cards.append(cards)
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
        await reviews.get(1, ["1:2,9"], cards=True)
        assert computer.asked == [(1, ()), (1, ("1:2,9",)), (1, ("1:2,9",))]
        assert computer.judged_cards == [False, False, True]
        monkeypatch.setattr(module, "FRESH", 0)
        await reviews.get(2)
        await reviews.get(2)
        assert computer.asked[3:] == [(2, ()), (2, ())]

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
        assert computer.asked[:3] == [(0, ()), (1, ()), (99, ())], "the two networks take turns"
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
def test_only_names_of_throws_reach_the_process(threw: list[str], valid: bool, computer: Computer) -> None:
    assert are_valid(threw) is valid
    if not valid:
        with pytest.raises(ReviewFailed):
            asyncio.run(Reviews(JOURNAL).get(1, threw))
        assert computer.asked == []


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


WON = BEGINS.format(start="100,90", target=121) + DEAL


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """Return the path to a journal with a finished game, and a game whose first deal is not finished."""
    record, path = tmp_path / "match.record", tmp_path / "games.txt"
    record.write_text(WON + "next-game\nstarter 4\nlay 5\n")
    assert muggins("replay", record, "--journal", path).status == 0
    return path


def test_a_game_is_found_in_the_journal_or_in_the_archive(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    play(path, f"OK {WIN} {AGAIN}")
    game = saved_game(path, 1)
    assert game is not None and game.game.winner == 0
    assert saved_game(path, 9) is None
    path.unlink()
    again = saved_game(path, 1)
    assert again is not None and again.game.sides == game.game.sides


def test_a_game_is_reviewed_or_the_reason_is_given(journal: Path) -> None:
    assert reviewed(journal, 1, ())["title"] == "Ann 121, Bob 103"
    assert reviewed(journal, 1, ("1:2,9",))["deals"][0]["splits"][0]["threw"] == "1:2,9"
    assert "nothing to review" in reviewed(journal, 2, ())["why"]
    assert "two of the crib's cards" in reviewed(journal, 1, ("1:K,9",))["why"]
    assert reviewed(journal, 1, ())["dearest"] is None
    printed = muggins("review", "--journal", journal, "--game", 1, "--play", "--json").json["dearest"]
    assert 0 < len(printed) <= 3
    assert asyncio.run(dearest_of(journal)) == reviewed(journal, 1, (), cards=True)["dearest"] == printed
    assert reviewed(journal, 9, ()) == {"why": ""}
    assert reviewed(journal.parent / "none.txt", 1, ()) == {"why": ""}


async def dearest_of(journal: Path) -> list[str]:
    return list(json.loads(await computed(journal, 1, (), cards=True))["dearest"])


NAMED = ToldThrows(1, (Card.parse("2"), Card.parse("9")))


def test_a_deal_is_shown_in_words_and_cards() -> None:
    made = review_view(review(timeline(FIRST_DEAL), threw=[NAMED]))
    assert json.loads(json.dumps(made)) == made
    (deal,) = made["deals"]
    _, bob = deal["players"]
    assert (made["title"], made["names"]) == ("Ann 22, Bob 13", ["Ann", "Bob"])
    assert (deal["number"], deal["title"]) == (1, "Deal 1: Ann deals")
    assert deal["standing"] == f"Ann 0 ({FIRST_DEALER}% to win), Bob 0 ({100 - FIRST_DEALER}% to win)"
    assert deal["starter"] == {"rank": "K", "suit": "", "name": "king"}
    assert bob["keeps"] == "Bob keeps"
    assert [card["rank"] for card in bob["hand"]] == ["5", "5", "6", "7"]
    assert [card["rank"] for card in bob["thrown"]] == ["3", "3"]
    assert (bob["verdict"], bob["better"]) == ("The best throw.", [])
    assert [text.partition(",")[0] for text in bob["counted"]] == ["Hand 12", "Play 1"]
    assert deal["crib"]["text"].startswith("Crib 8, ")
    assert deal["splits"] == [{"text": "Ann 2 9, Bob 3 3", "threw": "1:2,9"}]


def test_each_split_says_how_a_request_settles_it() -> None:
    (deal,) = review_view(review(timeline(FIRST_DEAL)))["deals"]
    assert len(deal["splits"]) == 4
    for split in deal["splits"]:
        number, _, cards = split["threw"].partition(":")
        told = ToldThrows(int(number), tuple(map(Card.parse, cards.split(","))))
        (only,) = review_view(review(timeline(FIRST_DEAL), threw=[told]))["deals"][0]["splits"]
        assert split["text"].partition(" (")[0] == only["text"]


def test_the_curve_has_a_point_for_each_moment_and_a_text_for_each_deal() -> None:
    found = review(timeline(FIRST_DEAL))
    curve = review_view(found)["curve"]
    assert [chance for _, chance in curve["points"]] == [
        pytest.approx(moment.chances[0], abs=1e-4) for moment in found.course
    ]
    assert curve["text"] == f"Before deal 1: Ann {FIRST_DEALER}%"
    assert len(curve["marks"]) == len(found.turning_points)
    for mark, turn in zip(curve["marks"], found.turning_points, strict=True):
        assert mark["side"] == turn.side
        low, high = sorted(moment.chances[0] for moment in turn)
        assert low <= mark["chance"] <= high


def test_what_is_not_known_is_left_out() -> None:
    found = review(timeline(BEGINS.format(start="119,0", target=121) + "starter K\nlay 5\nlay 10\n"))
    made = review_view(found)
    ann = made["deals"][0]["players"][0]
    assert (ann["thrown"], ann["verdict"], ann["counted"]) == ([], "", ["Play 2"])
    assert made["deals"][0]["crib"] == {"text": "Crib", "cards": []}
    assert made["limits"] == limit_texts(found)
