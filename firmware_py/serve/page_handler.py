"""The base class of the request handlers. It protects the board from requests sent by other websites."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

from tornado.iostream import StreamClosedError
from tornado.log import app_log
from tornado.web import HTTPError, RequestHandler

from firmware_py.serve.foreign_requests import is_for_this_machine, is_from_other_site, is_from_own_page
from firmware_py.serve.page_files import PageFile

SLOW = 10.0
"""The maximum time, in seconds, that a browser may take to read a piece of the data sent to it."""
PIECE = 65536
"""The maximum size of a piece of a long response, in bytes."""

_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


class PageHandler(RequestHandler):
    """The base class of all request handlers.

    It sets the response headers and checks the requested host name.
    """

    def set_default_headers(self) -> None:
        """Set the headers that every response has, including error responses."""
        self.clear_header("Server")
        for name, value in _HEADERS.items():
            self.set_header(name, value)

    def prepare(self) -> None:
        """Refuse the request if it was not sent to one of this machine's host names.

        Raises:
            HTTPError: the host name belongs to a different machine.
        """
        if not is_for_this_machine(self.request.host, socket.gethostname()):
            raise HTTPError(421, reason="Misdirected Request")

    def send_file(self, file: PageFile) -> None:
        """Respond with one of the page's files.

        The response tells the browser to check for a newer version each time before it uses its copy.
        """
        self.set_header("Cache-Control", "no-cache")
        self.set_header("Content-Type", file.media_type)
        self.set_header("Etag", file.tag)
        self.finish(file.content)

    async def send_in_pieces(self, content: bytes) -> None:
        """Respond with content that may be long. Drop the browser if it takes too long to read a piece."""
        self.set_header("Content-Length", str(len(content)))
        try:
            for start in range(0, len(content), PIECE):
                self.write(content[start : start + PIECE])
                await self.flush_in_time()
        except StreamClosedError:
            pass  # the browser has left
        except TimeoutError:
            self.drop()

    async def flush_in_time(self) -> None:
        """Send everything that has been written, and wait until the system has taken it.

        Raises:
            StreamClosedError: the browser has disconnected.
            TimeoutError: the browser reads too slowly.
        """
        await asyncio.wait_for(self.flush(), SLOW)

    def drop(self) -> None:
        """Close the connection. Any data that the browser has not read yet is discarded."""
        stream = self.detach()
        stream.close()

    def log_exception(self, *exception: Any) -> None:
        """Log an unexpected error.

        The request is not logged, because its path and headers may contain a secret.
        """
        if not isinstance(exception[1], HTTPError):
            app_log.error("The page's server failed to answer a request", exc_info=exception)

    def write_error(self, status_code: int, **_: Any) -> None:
        """Respond with the error message as plain text."""
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.finish(f"{status_code} {self._reason}\n")

    def require_same_origin(self) -> None:
        """Refuse the request if it was sent by a page of a different website.

        Raises:
            HTTPError: the request was not sent by the board's own web page, or its content type is not JSON.
        """
        headers = self.request.headers
        content_type = headers.get("Content-Type", "")
        if not is_from_own_page(headers.get("Origin"), self.request.host, content_type):
            raise HTTPError(403)

    def refuse_other_sites(self) -> None:
        """Refuse the request if a page of a different website made the browser send it.

        Raises:
            HTTPError: the request was sent by a different website.
        """
        headers = self.request.headers
        if is_from_other_site(headers.get("Origin"), headers.get("Sec-Fetch-Site"), self.request.host):
            raise HTTPError(403)
