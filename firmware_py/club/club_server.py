"""The club's web application, which serves a web page, a stream of updates to it, and the results as CSV."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tornado.web import Application, HTTPError

from firmware_py.club.latest_page import LatestPage
from firmware_py.serve.connections import Connections
from firmware_py.serve.event_stream import EventStream
from firmware_py.serve.page_files import PageFile
from firmware_py.serve.page_handler import PageHandler

_BYTE_ORDER_MARK = "\ufeff"
"""The first character of the CSV file, which makes every spreadsheet read the file as UTF-8."""


def club_application(
    files: Mapping[str, PageFile], latest: LatestPage, csv: Callable[[], str], connections: Connections
) -> Application:
    """Return the club's web application, which does not accept any input.

    Args:
        files: the page's files, keyed by URL path.
        latest: the current content of the page.
        csv: a function that returns the results as CSV.
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
    def initialize(self, csv: Callable[[], str]) -> None:
        self._csv = csv

    def get(self) -> None:
        self.set_header("Cache-Control", "no-store")
        self.set_header("Content-Type", "text/csv; charset=utf-8")
        self.set_header("Content-Disposition", 'attachment; filename="muggins-results.csv"')
        self.finish(_BYTE_ORDER_MARK + self._csv())
