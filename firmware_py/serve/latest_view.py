"""The latest view of the board, ready to be sent to web browsers.

A separate thread watches the board, because the web server must not block. It reads the game so far from the
journal only when it starts to follow a board, and when the board has been restarted. After that, it finds all
new key presses in the board's view file.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Sequence
from json import dumps
from pathlib import Path

from engine.change_types import Change
from engine.errors import CribbageError
from engine.match.changes_between import changes
from engine.match.history import History
from firmware_py.journal.recovery import read_journal
from firmware_py.speech.aloud import Level
from firmware_py.speech.narrator import Narrator
from firmware_py.system.errors import JournalError, UsageError
from firmware_py.system.web import ViewId
from firmware_py.window.follower import Follower
from firmware_py.window.seen import SeenBoard
from firmware_py.words.english import English

from .page_view import CountedHands, page_view

_MOST_SPOKEN = 30
"""The number of sentences to keep for slow browsers. The page itself keeps fewer."""


class LatestView:
    """The latest view of the board, as shown on the web page.

    A browser that reads slowly does not receive every view. The next view that it receives also contains the
    sentences about the views that were left out. They are those that the voice says when it says everything.
    """

    def __init__(self, words: English) -> None:
        self._words = words
        self._hands = CountedHands()
        self._narrator = Narrator(Level.FULL, words)
        self._spoken: deque[tuple[int, str]] = deque(maxlen=_MOST_SPOKEN)  # with the number of the view
        self._view: SeenBoard | None = None
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

    def show(self, view: SeenBoard, so_far: Sequence[Change] | None = None) -> None:
        """Replace the view with a new one, and wake all callers that are waiting for it.

        Args:
            so_far: everything that has happened in the game up to this view; None if not known.
        """
        if so_far is not None:
            self._hands.catch_up(view, so_far)
        self._hands.hear(view)
        if self._view is not None and view.run != self._view.run:
            self._spoken.clear()
        self._spoken += [(view.sequence, each.text) for each in self._narrator.hear(view).sentences]
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
        """
        if self._view is None or (seen and seen[:2] == self._now() and seen[2:] in ((), (self._withdrawn,))):
            try:
                await asyncio.wait_for(self._changed.wait(), timeout)
            except TimeoutError:
                return None
        return None if self.is_over else self._message(seen)

    def _wake(self) -> None:
        self._messages.clear()
        self._changed.set()
        self._changed = asyncio.Event()

    def _now(self) -> tuple[str, int]:
        assert self._view is not None
        return self._view.run, self._view.sequence

    def _message(self, seen: ViewId | None) -> tuple[bytes, ViewId]:
        assert self._view is not None
        now = self._now()
        after = None if seen is None else self._last_spoken(seen)
        if after not in self._messages:
            new = [] if after is None else [text for number, text in self._spoken if number > after]
            data = f'{{{self._text}, "withdrawn": {self._withdrawn}, "spoken": {dumps(new)}}}'
            message = f"event: view\nid: {now[0]}:{now[1]}\ndata: {data}\n\n"
            # A stream may be about to write when the phones lose their permission, and must not miss it.
            self._messages[after] = message.encode(), (*now, self._withdrawn)
        return self._messages[after]

    def _last_spoken(self, seen: ViewId) -> int | None:
        """Return None for a view that has not been: a browser may claim to have seen anything."""
        assert self._view is not None
        run, sequence = self._now()
        if seen[0] != run:
            return 0
        if seen[1] > sequence:
            return None
        return max((number for number, _ in self._spoken if number <= seen[1]), default=0)


def changes_so_far(view: SeenBoard, journal: Path) -> Sequence[Change] | None:
    """Return all changes in the current game so far, such as cards played and points scored.

    Return None if the journal cannot be read, or if it does not have the same number of key presses and the
    same scores as the view.
    """
    try:
        reading = read_journal(journal)
    except (JournalError, UsageError, CribbageError, OSError):
        return None
    if reading is None or not _matches_view(reading.history, view):
        return None
    history = reading.history
    steps = history.timeline.steps
    return changes(History.of(steps[0].before), history) if steps else []


def _matches_view(history: History, view: SeenBoard) -> bool:
    scores = [side.front for side in history.game.sides]
    return history.applied == view.presses and scores == [side.score for side in view.sides]


_AGAIN = 5.0
"""The time, in seconds, to wait before the next attempt if the board's view file cannot be read."""
_TRIES = 3
"""The maximum number of views for which the journal is read, if it is ahead of the view each time."""


def follow_board(
    follower: Follower,
    journal: Path,
    show: Callable[[SeenBoard, Sequence[Change] | None], object],
) -> None:
    """Call `show` with each new view of the board, until `show` raises an exception.

    A view contains only the latest key presses. Therefore, once at the beginning and once after each restart
    of the board, `show` also receives a list of everything that has happened in the current game, such as
    cards played and points scored. If the journal cannot be read, `show` does not receive this list.
    """
    run, tries = None, 0
    while True:
        try:
            view = follower.changed()
        except UsageError:
            time.sleep(_AGAIN)
            continue
        run, tries = view.run, tries if view.run == run else _TRIES
        so_far = changes_so_far(view, journal) if tries else None
        tries = 0 if so_far is not None else max(0, tries - 1)
        show(view, so_far)
