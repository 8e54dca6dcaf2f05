"""The latest view of the board, for all who watch: each waits for the next one, and none is waited for."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from json import dumps
from typing import Any

from firmware_py.serve.counted_hands import CountedHands
from firmware_py.serve.page_view import page_view, presses_since
from firmware_py.words.english import English

Seen = tuple[str, int]
"""The run of a board and the sequence of a view: what a page has seen."""


class LatestView:
    """Keeps the latest view of the board as the page shows it.

    A page that reads slowly misses views, but no press: each view carries the presses since the view that
    the page has seen, as far back as the board's window goes.
    """

    def __init__(self, words: English) -> None:
        """Begin without a board."""
        self._words = words
        self._hands = CountedHands()
        self._view: Mapping[str, Any] | None = None
        self._text = ""
        self._changed = asyncio.Event()
        self.is_over = False
        self._messages: dict[int | None, tuple[bytes, Seen]] = {}

    def end(self) -> None:
        """Let everyone who waits go, because the server ends."""
        self.is_over = True
        self._changed.set()

    @property
    def exists(self) -> bool:
        """True once a board has shown anything."""
        return self._view is not None

    def show(self, view: Mapping[str, Any], so_far: Sequence[Mapping[str, Any]] | None = None) -> None:
        """Take in what the board's window holds now, and wake everyone who waits.

        Args:
            view: the object in the window.
            so_far: all changes of the game up to this view, where they are known from elsewhere.
        """
        if so_far is not None:
            self._hands.catch_up(view, so_far)
        self._hands.hear(view)
        self._view = view
        self._text = dumps(page_view(view, self._hands.of_this_game(), self._words))[1:-1]
        self._messages.clear()
        self._changed.set()
        self._changed = asyncio.Event()

    async def newer(self, seen: Seen | None, timeout: float) -> tuple[bytes, Seen] | None:
        """Wait until there is a view that a page has not seen. Return it as an event, and what was seen then.

        Return None if `timeout` seconds pass first, or if the server ends.

        Args:
            seen: what the page has seen; None for nothing.
        """
        if self._view is None or seen == self._now():
            try:
                await asyncio.wait_for(self._changed.wait(), timeout)
            except TimeoutError:
                return None
        return None if self.is_over else self._message(seen)

    def _now(self) -> Seen:
        assert self._view is not None
        return self._view["run"], self._view["sequence"]

    def _message(self, seen: Seen | None) -> tuple[bytes, Seen]:
        """Return the view as an event. Pages that have seen the same get the same bytes."""
        assert self._view is not None
        now = self._now()
        after = None if seen is None else seen[1] if seen[0] == now[0] else 0
        if after not in self._messages:
            new = [] if after is None else presses_since(self._view, after)
            data = f'{{{self._text}, "presses": {dumps(new)}}}'
            self._messages[after] = f"event: view\nid: {now[0]}:{now[1]}\ndata: {data}\n\n".encode(), now
        return self._messages[after]
