"""The stream of server-sent events that keeps a web page up to date."""

from __future__ import annotations

from typing import Protocol

from tornado.iostream import StreamClosedError

from firmware_py.serve.connections import Connections
from firmware_py.serve.page_handler import PageHandler

BEAT = 2.0
"""The time, in seconds, after which an event is sent on a stream even if the view has not changed."""

ViewId = tuple[str, int]
"""The ID of a view. It consists of the ID of the program's run and the view's sequence number."""


class Latest(Protocol):
    """The interface of the object that supplies event streams with the latest view.

    A view is the content of the web page at one moment. A stream to a slow browser skips some views.
    """

    @property
    def exists(self) -> bool:
        """True if there is a view that can be sent to a browser."""

    @property
    def is_over(self) -> bool:
        """True if the server is about to stop."""

    async def newer(self, seen: ViewId | None, timeout: float) -> tuple[bytes, ViewId] | None:
        """Wait for a view that a browser has not received yet.

        Return the view as a server-sent event, together with the view's ID. Return None if there is no new
        view in time, or if the server stops.

        Args:
            seen: the ID of the last view that the browser received; None if it has not received any.
            timeout: the maximum time to wait, in seconds.
        """


class EventStream(PageHandler):
    """Handles requests for a stream of views. A view is the content of a web page at one moment.

    The stream consists of server-sent events: first the latest view, and then each new view. A browser that
    reads slowly may miss some views.
    """

    def initialize(self, latest: Latest, connections: Connections) -> None:
        """Prepare to send views to a browser.

        Args:
            latest: the object that supplies the views.
            connections: the object that counts the open connections and limits the number of event streams.
        """
        self._latest, self._connections = latest, connections

    def prepare(self) -> None:
        """Refuse requests for a different host name, and those that a different website has caused.

        Raises:
            HTTPError: the request is refused.
        """
        super().prepare()
        self.refuse_other_sites()

    async def get(self) -> None:
        """Send views until the browser disconnects or reads too slowly, or until the server stops."""
        self.set_header("Content-Type", "text/event-stream")
        self.set_header("Cache-Control", "no-store")
        if not self.may_follow():
            self.finish(_event("join"))
            return
        connection = self.request.connection.stream  # type: ignore[union-attr]
        if not self._connections.begin_stream(connection, self.request.remote_ip or "", self.joined_phone()):
            self.finish(_event("full"))
            return
        try:
            await self._send(self._seen())
        except StreamClosedError:
            pass  # the browser has left
        except TimeoutError:
            self.drop()
        finally:
            self._connections.end_stream(connection)

    def may_follow(self) -> bool:
        """Return True if the browser that sent the request may receive this stream.

        Subclasses can override this method. By default, every browser may receive it.
        """
        return True

    def joined_phone(self) -> str | None:
        """Return a name for the phone that sent the request, or None if it has not joined.

        The phones' names are all different. Subclasses can override this method. By default, no phone can
        join.
        """
        return None

    def _seen(self) -> ViewId | None:
        """Return the ID of the last view that the browser received before it reconnected.

        Return None if the request does not contain this ID.
        """
        run, _, sequence = self.get_query_argument("seen", "").partition(":")
        return (run, int(sequence)) if sequence.isdecimal() and len(sequence) < 16 else None

    async def _send(self, seen: ViewId | None) -> None:
        """Send views until the server stops, or until the browser loses its permission to see them.

        Args:
            seen: the ID of the last view that the browser received; None if it is not known.

        Raises:
            StreamClosedError: the browser has disconnected.
            TimeoutError: the browser reads too slowly.
        """
        message = self._nothing_new()
        while not self._latest.is_over:
            self.write(message)
            await self.flush_in_time()
            newer = await self._latest.newer(seen, BEAT)
            if not self.may_follow():
                self.write(_event("join"))
                await self.flush_in_time()
                return
            message, seen = newer or (self._nothing_new(), seen)

    def _nothing_new(self) -> bytes:
        """Return the event to send if there is no new view.

        This is `waiting` until there has been a view, and `beat` afterwards.
        """
        return _event("beat" if self._latest.exists else "waiting")


def _event(name: str) -> bytes:
    """Return a server-sent event with the given name.

    The name is also sent as the event's data, because browsers ignore events without data.
    """
    return f"event: {name}\ndata: {name}\n\n".encode()
