"""The club's web application, which serves a web page, a stream of updates to it, and the results as CSV."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence

from tornado.iostream import StreamClosedError
from tornado.web import Application, HTTPError

from firmware_py.club.latest_page import LatestPage
from firmware_py.serve.connections import Connections
from firmware_py.serve.event_stream import SLOW, EventStream
from firmware_py.serve.page_files import PageFile
from firmware_py.serve.page_handler import PageHandler

Pieces = Callable[[], Awaitable[Sequence[bytes]]]


def club_application(
    files: Mapping[str, PageFile], latest: LatestPage, csv: Pieces, connections: Connections
) -> Application:
    """Return the club's web application, which does not accept any input.

    Args:
        files: the page's files, keyed by URL path.
        latest: the current content of the page.
        csv: a function that returns the results as CSV, in pieces.
        connections: the open connections.
    """
    return Application(
        [
            (r"/views", EventStream, {"latest": latest, "connections": connections}),
            (r"/results\.csv", _Results, {"csv": csv}),
            (r".*", _File, {"files": files}),
        ],
        log_function=lambda handler: None,
    )


class _File(PageHandler):
    def initialize(self, files: Mapping[str, PageFile]) -> None:
        self._files = files

    def get(self) -> None:
        file = self._files.get(self.request.path)
        if file is None:
            raise HTTPError(404)
        self.send_file(file)

    head = get


class _Results(PageHandler):
    """Sends the results piece by piece. A browser that stops reading is dropped."""

    def initialize(self, csv: Pieces) -> None:
        self._csv = csv

    async def get(self) -> None:
        pieces = await self._csv()
        self.set_header("Cache-Control", "no-store")
        self.set_header("Content-Type", "text/csv; charset=utf-8")
        self.set_header("Content-Disposition", 'attachment; filename="muggins-results.csv"')
        self.set_header("Content-Length", str(sum(map(len, pieces))))
        try:
            for piece in pieces:
                self.write(piece)
                await asyncio.wait_for(self.flush(), SLOW)
        except StreamClosedError:
            pass  # the browser has left
        except TimeoutError:
            self.detach().close()
