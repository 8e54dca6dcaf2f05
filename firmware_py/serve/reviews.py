"""Reviews of saved games for browsers, computed one at a time in separate processes.

Requests wait in a queue for each network, and the networks take turns. So somebody who asks for many reviews
waits for them alone.
"""

from __future__ import annotations

import asyncio
import os
import re
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE
from collections import deque
from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import Any

import firmware_py
from engine.cards import Card
from engine.coach.reviewing.course import Stage
from engine.coach.reviewing.crib_split import Split
from engine.coach.reviewing.review import DealReview, PlayerReview, Review
from engine.indices import Seat
from firmware_py.reports.review import (
    dearest_texts,
    limit_texts,
    percent,
    positions,
    review_names,
    standing_text,
    threw_option,
    turning_point_text,
)
from firmware_py.words.in_use import cards_in_row, name_in_use, words

FRESH = 60.0
"""The time, in seconds, for which a review is reused. After UNDO, a game may end differently."""
KEPT = 8
"""The maximum number of reviews that are kept for reuse."""
WAITING = 64
"""The maximum number of requests that wait for a review."""
WAITING_OF_ONE = 8
"""The maximum number of requests from a single network that wait for a review."""
_LONGEST = 120.0
"""The maximum time, in seconds, that computing a review may take; twice that with each card of the play."""
CARDS = "--play"
"""The argument with which the process judges each card of the play."""
_THREW = re.compile(r"\d{1,3}:(?:10|[A2-9JQK])[SHDC]?,(?:10|[A2-9JQK])[SHDC]?")
_MOST_TOLD = 60


class ReviewFailed(Exception):
    """Raised when a review cannot be computed, or when too many requests are waiting for one."""


class Reviews:
    """Computes reviews of games for browsers, and caches the latest ones for a while."""

    def __init__(self, journal: Path) -> None:
        self._journal = journal
        self._kept: dict[tuple[int, tuple[str, ...], bool], tuple[float, bytes]] = {}
        self._is_busy = False
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    async def get(
        self, game: int, threw: Sequence[str] = (), network: str = "", *, cards: bool = False
    ) -> bytes:
        """Return the review of a game as JSON, as computed by `review_process`.

        If this is cancelled, the computation ends, or the request leaves the queue.

        Args:
            game: the number of the game, starting at 1.
            threw: a string for each deal in which the user has said which cards the dealer threw to the crib.
                For example, `3:5H,J` stands for the five of hearts and a jack in deal 3.
            cards: True to judge each card of the play.

        Raises:
            ReviewFailed: too many requests are waiting, `threw` is malformed, or the computation failed.
        """
        if not are_valid(threw):
            raise ReviewFailed
        await self._wait_for_turn(network)
        try:
            return await self._found(game, tuple(threw), cards)
        finally:
            self._give_turn_away()

    async def _wait_for_turn(self, network: str) -> None:
        if not self._is_busy:
            self._is_busy = True
            return
        own = len(self._waiting.get(network, ()))
        if own >= WAITING_OF_ONE or sum(map(len, self._waiting.values())) >= WAITING:
            raise ReviewFailed
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(network, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # the turn had come already
                self._give_turn_away()
            elif turn in self._waiting.get(network, ()):
                self._waiting[network].remove(turn)
                if not self._waiting[network]:
                    del self._waiting[network]
            raise

    def _give_turn_away(self) -> None:
        """Let the network that has waited longest have the next review. Its other requests wait again."""
        while self._waiting:
            network = next(iter(self._waiting))
            queue = self._waiting.pop(network)
            turn = queue.popleft()
            if queue:
                self._waiting[network] = queue
            if not turn.cancelled():
                turn.set_result(None)
                return
        self._is_busy = False

    async def _found(self, game: int, threw: tuple[str, ...], cards: bool) -> bytes:
        now = time.monotonic()
        self._kept = {key: found for key, found in self._kept.items() if found[0] > now}
        key = game, threw, cards
        if key not in self._kept:
            made = await computed(self._journal, game, threw, cards=cards)
            for oldest in list(self._kept)[: max(0, len(self._kept) - KEPT + 1)]:
                del self._kept[oldest]
            self._kept[key] = time.monotonic() + FRESH, made
        return self._kept[key][1]


def are_valid(threw: Sequence[str]) -> bool:
    """Return True if all strings in `threw` have the right form and there are not too many of them."""
    return len(threw) <= _MOST_TOLD and all(_THREW.fullmatch(each) for each in threw)


async def computed(journal: Path, game: int, threw: Sequence[str], *, cards: bool = False) -> bytes:
    """Compute the review of a game in a new process, and return it as JSON.

    The process is killed if it takes too long, or if the server stops.

    Args:
        threw: what the user has said of the crib, as in `Reviews.get`.
        cards: True to judge each card of the play.

    Raises:
        ReviewFailed: the process failed, or took too long.
    """
    package = Path(firmware_py.__file__).parents[1]
    command = [sys.executable, "-P", "-m", "firmware_py.serve.review_process"]
    try:
        process = await asyncio.create_subprocess_exec(
            *(*command, os.fspath(journal), str(game), name_in_use(), *([CARDS] if cards else []), *threw),
            env={**os.environ, "PYTHONPATH": os.fspath(package)},
            stdin=DEVNULL,
            stdout=PIPE,
            start_new_session=True,  # Ctrl-C in the server's terminal is for the server alone
        )
    except OSError as error:
        raise ReviewFailed from error
    try:
        made, _ = await asyncio.wait_for(process.communicate(), _LONGEST * (1 + cards))
    except TimeoutError as error:
        raise ReviewFailed from error
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.communicate()  # until the process has ended and its pipe is closed
    if process.returncode:
        raise ReviewFailed
    return made


Object = dict[str, Any]


def review_view(review: Review, *, cards: bool = False) -> Object:
    """Return a review as a JSON object for the web page.

    Its member `dearest` is null unless each card of the play was judged.
    """
    names = review_names(review)
    return {
        "title": standing_text(review),
        "names": list(names),
        "totals": _totals(review),
        "curve": _curve(review, names),
        "turns": [
            {"side": point.side, "text": turning_point_text(review, point)} for point in review.turning_points
        ],
        "dearest": dearest_texts(review) if cards else None,
        "deals": [_deal(review, deal, names) for deal in review.deals],
        "limits": limit_texts(review),
    }


def _totals(review: Review) -> list[list[str]]:
    """Each row consists of a title and a figure for each player."""
    both = [review.totals(Seat(seat)) for seat in (0, 1)]
    rows = [
        [title, *(_signed(each) if index else f"{each:.1f}" for each in figures)]
        for index, (title, *figures) in enumerate(zip(words().REVIEW_TOTALS, *both, strict=True))
    ]
    throws = [player.throw for deal in review.deals for player in deal.players]
    if any(throw and throw.win_cost is not None for throw in throws):
        rows.append([words().REVIEW_WIN_LOST, *(f"{review.win_lost(Seat(seat)):.1%}" for seat in (0, 1))])
    return rows


def _signed(figure: float) -> str:
    rounded = round(figure, 1) + 0.0
    sign = "\N{MINUS SIGN}" if rounded < 0 else "+"
    return f"{sign}{abs(rounded):.1f}"


def _curve(review: Review, names: Sequence[str]) -> Object:
    course, places = review.course, positions(review.course)
    pairs = list(pairwise(course))
    marks = []
    for turn in review.turning_points:
        index = pairs.index((turn.before, turn.after))
        chance = (turn.before.chances[0] + turn.after.chances[0]) / 2
        marks.append({"at": (places[index] + places[index + 1]) / 2, "chance": chance, "side": turn.side})
    return {
        "points": [
            [round(at, 3), round(moment.chances[0], 4)] for at, moment in zip(places, course, strict=True)
        ],
        "marks": marks,
        "text": ". ".join(
            words().page_review_moment(moment.deal, names[0], percent(moment.chances[0]))
            for moment in course
            if moment.stage is Stage.DEAL
        ),
    }


def _deal(review: Review, deal: DealReview, names: Sequence[str]) -> Object:
    return {
        "number": deal.number,
        "title": words().page_review_deal(deal.number, names[deal.dealer]),
        "standing": standing_text(review, deal),
        "starter": _card(deal.starter),
        "players": [_player(name, player) for name, player in zip(names, deal.players, strict=True)],
        "crib": {
            "text": words().page_review_crib(deal.crib_points, deal.crib_mean),
            "cards": _cards(deal.crib),
        },
        "splits": [_split(split, deal, names) for split in deal.splits],
    }


def _player(name: str, player: PlayerReview) -> Object:
    throw = player.throw
    counted = [
        *([words().page_review_hand(player.points, player.mean)] if player.points is not None else []),
        *([words().page_review_play(player.pegged, player.pegging)] if player.pegged is not None else []),
    ]
    return {
        "keeps": words().page_review_keeps(name),
        "hand": _cards(player.hand),
        "thrown": _cards(throw.thrown) if throw else [],
        "verdict": words().page_review_throw(throw.rank, throw.cost, throw.win_cost) if throw else "",
        "better": _cards(throw.best) if throw and throw.rank > 1 else [],
        "counted": counted,
    }


def _split(split: Split, deal: DealReview, names: Sequence[str]) -> Object:
    """If the user chooses this way, the browser sends the member `threw` back to the server."""
    thrown = (split.dealers, split.pones) if deal.dealer == 0 else (split.pones, split.dealers)
    texts = [cards_in_row(sorted(cards)) for cards in thrown]
    certain = None if split.chance == 1 else percent(split.chance)
    return {
        "text": words().page_review_split(list(zip(names, texts, strict=True)), certain),
        "threw": threw_option(deal, split),
    }


def _cards(cards: Iterable[Card]) -> list[Object]:
    return [_card(card) for card in sorted(cards)]


def _card(card: Card) -> Object:
    suit = "" if card.suit is None else card.suit.symbol
    return {"rank": card.rank.symbol, "suit": suit, "name": words().card_in_words(card)}
