"""The latest view of the board, ready to be sent to web browsers."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from json import dumps
from typing import Any

from firmware_py.serve.counted_hands import CountedHands
from firmware_py.serve.event_stream import ViewId
from firmware_py.serve.page_view import page_view, presses_since
from firmware_py.words.english import English


class LatestView:
    """The latest view of the board, as shown on the web page.

    A browser that reads slowly does not receive every view. The next view that it receives also contains the
    key presses from the views that were left out.
    """

    def __init__(self, words: English) -> None:
        """Create an object that holds no view until a board sends one.

        Args:
            words: the message catalogue of the page.
        """
        self._words = words
        self._hands = CountedHands()
        self._view: Mapping[str, Any] | None = None
        self._text = ""
        self._withdrawn = 0
        self._changed = asyncio.Event()
        self.is_over = False
        self._messages: dict[int | None, tuple[bytes, ViewId]] = {}

    def end(self) -> None:
        """Make all pending calls to `newer` return None, because the server is about to stop."""
        self.is_over = True
        self._changed.set()

    @property
    def exists(self) -> bool:
        """True if a board has sent at least one view."""
        return self._view is not None

    def show(self, view: Mapping[str, Any], so_far: Sequence[Mapping[str, Any]] | None = None) -> None:
        """Replace the view with a new one, and wake all callers that are waiting for it.

        Args:
            view: the JSON object from the board's view file.
            so_far: everything that has happened in the game up to this view, as JSON objects; None if not
                known.
        """
        if so_far is not None:
            self._hands.catch_up(view, so_far)
        self._hands.hear(view)
        self._view = view
        self._text = dumps(page_view(view, self._hands.of_this_game(), self._words))[1:-1]
        self._wake()

    def withdraw(self, withdrawn: int) -> None:
        """Let all pages find out at once whether their phone may still press keys.

        Args:
            withdrawn: how many times all phones have lost their permission to press keys.
        """
        if withdrawn == self._withdrawn:
            return
        self._withdrawn = withdrawn
        if self._view is not None:
            self._wake()

    async def newer(self, seen: ViewId | None, timeout: float) -> tuple[bytes, ViewId] | None:
        """Wait for a view newer than `seen`, and return it as a server-sent event, together with its ID.

        The view is sent again if all phones lose their permission to press keys.

        Return None after `timeout` seconds without a new view, or if the server stops.
        """
        if self._view is None or seen == self._now():
            try:
                await asyncio.wait_for(self._changed.wait(), timeout)
            except TimeoutError:
                return None
        return None if self.is_over else self._message(seen)

    def _wake(self) -> None:
        self._messages.clear()
        self._changed.set()
        self._changed = asyncio.Event()

    def _now(self) -> ViewId:
        assert self._view is not None
        return self._view["run"], self._view["sequence"]

    def _message(self, seen: ViewId | None) -> tuple[bytes, ViewId]:
        """Return the current view as a server-sent event, with the key presses since an earlier view.

        Also return the current view's ID, i.e. the ID of the board's run and the view's sequence number.

        Args:
            seen: the ID of the earlier view; None to leave out the key presses.
        """
        assert self._view is not None
        now = self._now()
        after = None if seen is None else self._last_press(seen)
        if after not in self._messages:
            new = [] if after is None else presses_since(self._view, after)
            data = f'{{{self._text}, "withdrawn": {self._withdrawn}, "presses": {dumps(new)}}}'
            self._messages[after] = f"event: view\nid: {now[0]}:{now[1]}\ndata: {data}\n\n".encode(), now
        return self._messages[after]

    def _last_press(self, seen: ViewId) -> int | None:
        """Return the sequence number of the last recent press in the view `seen`, or 0 if there is none.

        A browser may claim to have seen anything. Return None for a view that there has not been yet.
        """
        assert self._view is not None
        run, sequence = self._now()
        if seen[0] != run:
            return 0
        if seen[1] > sequence:
            return None
        numbers = [press["sequence"] for press in self._view["recent"]]
        return max((number for number in numbers if number <= seen[1]), default=0)
