"""The club's web application, which serves a page, a stream of updates to it, and the results as CSV.

Changes are collected for a moment and then sent together, so that many boards do not flood browsers with
messages. All browsers that show the same version of the page receive the same message.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Awaitable, Callable, Mapping, Sequence
from importlib.resources import files
from json import dumps
from typing import Any

from tornado.web import Application

from firmware_py.system.web import (
    Connections,
    EventStream,
    FileHandler,
    PageFile,
    PageHandler,
    ViewId,
    files_in,
)
from firmware_py.words.english import English

from .page_objects import club_labels
from .pen import Pen, PenHandler

SHARED = ("/colours.css", "/icon.svg", "/labels.js", "/stream.js")
"""The files that the club's page shares with a board's page."""


def club_files(words: English) -> Mapping[str, PageFile]:
    """Return the files of the club's page, keyed by URL path. The path `/` is the page itself."""
    texts = {
        "LANGUAGE": words.LANGUAGE,
        "TITLE": words.CLUB_TITLE,
        "NEEDS_SCRIPT": words.PAGE_NEEDS_SCRIPT,
        "LABELS": json.dumps(club_labels(words)),
    }
    shared = files_in(files("firmware_py.serve") / "page", {})
    return {**{path: shared[path] for path in SHARED}, **files_in(files("firmware_py.club") / "page", texts)}


GATHER = 0.2
"""The time, in seconds, for which changes are collected before they are sent together."""

REMEMBERED = 60
"""The number of latest views since which a browser receives only the changes. Others receive everything.

Otherwise a browser that asks for the changes since every view so far would fill the memory with messages.
"""

PagePart = tuple[str, str]
"""The kind of a part of the page, such as `tables`, and its name, unique among parts of that kind."""
Object = Mapping[str, Any]


class LatestPage:
    """The current content of the club's web page, divided into parts.

    Each change produces a new version of the page, called a view. The views are numbered. A browser receives
    only the parts that have changed since the last view that it received.

    Attributes:
        is_over: True if the server is about to stop.
    """

    def __init__(self, part: Callable[[PagePart], Any]) -> None:
        """Create an empty page.

        Args:
            part: a function that takes the kind and name of a part of the page. It returns the content
                as a value that JSON can represent, or None if the part no longer exists.
        """
        self._part = part
        self._run = os.urandom(8).hex()
        self._sequence = 0
        self._changed_in: dict[PagePart, int] = {}
        self._waiting: dict[PagePart, None] = {}
        self._shown: dict[PagePart, str | None] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._news = asyncio.Event()
        self._messages: dict[int | None, tuple[bytes, ViewId]] = {}
        self.is_over = False

    @property
    def exists(self) -> bool:
        """True once the page has received its first content."""
        return bool(self._sequence)

    def end(self) -> None:
        """Wake all callers of `newer`, because the server is about to stop."""
        self.is_over = True
        if self._timer:
            self._timer.cancel()
        self._news.set()

    def changed(self, part: PagePart) -> None:
        """Record that a part of the page has changed. The page is updated a moment later."""
        self._waiting[part] = None
        if self._timer is None and not self.is_over:
            self._timer = asyncio.get_running_loop().call_later(GATHER, self._show)

    def _show(self) -> None:
        """Wake the callers of `newer` only if the content of a part has changed."""
        self._timer = None
        waiting, self._waiting = self._waiting, {}
        made = {part: self._part(part) for part in waiting}
        texts = {part: None if value is None else dumps(value) for part, value in made.items()}
        new = {part: text for part, text in texts.items() if self._shown.get(part) != text}
        if not new:
            return
        self._sequence += 1
        self._shown |= new
        self._changed_in |= dict.fromkeys(new, self._sequence)
        self._messages.clear()
        self._news.set()
        self._news = asyncio.Event()

    async def newer(self, seen: ViewId | None, timeout: float) -> tuple[bytes, ViewId] | None:
        """Wait until the page has changed since a browser last saw it."""
        if not self.exists or seen == (self._run, self._sequence):
            try:
                await asyncio.wait_for(self._news.wait(), timeout)
            except TimeoutError:
                return None
        return None if self.is_over else self._message(seen)

    def _message(self, seen: ViewId | None) -> tuple[bytes, ViewId]:
        is_known = seen is not None and seen[0] == self._run and 0 <= self._sequence - seen[1] < REMEMBERED
        after = seen[1] if seen and is_known else None
        if after not in self._messages:
            kinds: dict[str, list[str]] = {}
            for (kind, name), changed_in in self._changed_in.items():
                text = self._shown[kind, name]
                if (after is None and text is not None) or (after is not None and changed_in > after):
                    kinds.setdefault(kind, []).append(f"{dumps(name)}: {'null' if text is None else text}")
            parts = [f'"{kind}": {{{", ".join(texts)}}}' for kind, texts in kinds.items()]
            data = f'{{"all": {dumps(after is None)}, {", ".join(parts)}}}' if parts else '{"all": true}'
            now = self._run, self._sequence
            text = f"event: view\nid: {now[0]}:{now[1]}\ndata: {data}\n\n"
            self._messages[after] = text.encode(), now
        return self._messages[after]


Pieces = Callable[[], Awaitable[Sequence[bytes]]]


def club_application(
    files: Mapping[str, PageFile],
    latest: LatestPage,
    csv: Pieces,
    connections: Connections,
    pen: Pen | None = None,
) -> Application:
    """Return the club's web application.

    Args:
        csv: a function that returns the results as CSV, in pieces.
        pen: the director's pen, which is all that accepts any input; None to accept none.
    """
    return Application(
        [
            (r"/views", EventStream, {"latest": latest, "connections": connections}),
            (r"/results\.csv", _Results, {"csv": csv}),
            *([(r"/pen", PenHandler, {"pen": pen})] if pen else []),
            (r".*", FileHandler, {"files": files}),
        ],
        log_function=lambda handler: None,
    )


class _Results(PageHandler):
    """Sends the results piece by piece. A browser that stops reading is dropped."""

    def initialize(self, csv: Pieces) -> None:
        self._csv = csv

    async def get(self) -> None:
        self.set_header("Cache-Control", "no-store")
        self.set_header("Content-Type", "text/csv; charset=utf-8")
        self.set_header("Content-Disposition", 'attachment; filename="muggins-results.csv"')
        await self.send_in_pieces(*await self._csv())
