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
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import firmware_py
from firmware_py.words.in_use import name_in_use

FRESH = 60.0
"""The time, in seconds, for which a review is reused. After UNDO, a game may end differently."""
KEPT = 8
"""The maximum number of reviews that are kept for reuse."""
WAITING = 64
"""The maximum number of requests that wait for a review."""
WAITING_OF_ONE = 8
"""The maximum number of requests from a single network that wait for a review."""
_LONGEST = 120.0
"""The maximum time, in seconds, that computing a review may take."""
_THREW = re.compile(r"\d{1,3}:(?:10|[A2-9JQK])[SHDC]?,(?:10|[A2-9JQK])[SHDC]?")
_MOST_TOLD = 60


class ReviewFailed(Exception):
    """Raised when a review cannot be computed, or when too many requests are waiting for one."""


class Reviews:
    """Computes reviews of games for browsers, and caches the latest ones for a while."""

    def __init__(self, journal: Path) -> None:
        """Prepare to compute reviews. Nothing is read until the first request.

        `journal` is the path to the board's journal.
        """
        self._journal = journal
        self._kept: dict[tuple[int, tuple[str, ...]], tuple[float, bytes]] = {}
        self._is_busy = False
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    async def get(self, game: int, threw: Sequence[str] = (), network: str = "") -> bytes:
        """Return the review of a game as JSON, as computed by `review_process`.

        If this is cancelled, the computation ends, or the request leaves the queue.

        Args:
            game: the number of the game, starting at 1.
            threw: a string for each deal in which the user has said which cards the dealer threw to the crib.
                For example, `3:5H,J` stands for the five of hearts and a jack in deal 3.
            network: the name of the network from which the review is requested.

        Raises:
            ReviewFailed: too many requests are waiting, `threw` is malformed, or the computation failed.
        """
        if not are_valid(threw):
            raise ReviewFailed
        await self._wait_for_turn(network)
        try:
            return await self._found(game, tuple(threw))
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

    async def _found(self, game: int, threw: tuple[str, ...]) -> bytes:
        now = time.monotonic()
        self._kept = {key: found for key, found in self._kept.items() if found[0] > now}
        key = game, threw
        if key not in self._kept:
            made = await computed(self._journal, game, threw)
            for oldest in list(self._kept)[: max(0, len(self._kept) - KEPT + 1)]:
                del self._kept[oldest]
            self._kept[key] = time.monotonic() + FRESH, made
        return self._kept[key][1]


def are_valid(threw: Sequence[str]) -> bool:
    """Return True if all strings in `threw` have the right form and there are not too many of them.

    Each string says which cards the dealer threw in one deal. For example, `3:5H,J` stands for the five of
    hearts and a jack in deal 3.
    """
    return len(threw) <= _MOST_TOLD and all(_THREW.fullmatch(each) for each in threw)


async def computed(journal: Path, game: int, threw: Sequence[str]) -> bytes:
    """Compute the review of a game in a new process, and return it as JSON.

    The process is killed if it takes too long, or if the server stops.

    Args:
        journal: the path to the board's journal.
        game: the number of the game, starting at 1.
        threw: a string for each deal in which the user has said which cards the dealer threw to the crib.
            For example, `3:5H,J` stands for the five of hearts and a jack in deal 3.

    Raises:
        ReviewFailed: the process failed, or took too long.
    """
    package = Path(firmware_py.__file__).parents[1]
    command = [sys.executable, "-P", "-m", "firmware_py.serve.review_process"]
    try:
        process = await asyncio.create_subprocess_exec(
            *(*command, os.fspath(journal), str(game), name_in_use(), *threw),
            env={**os.environ, "PYTHONPATH": os.fspath(package)},
            stdin=DEVNULL,
            stdout=PIPE,
            start_new_session=True,  # Ctrl-C in the server's terminal is for the server alone
        )
    except OSError as error:
        raise ReviewFailed from error
    try:
        made, _ = await asyncio.wait_for(process.communicate(), _LONGEST)
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
