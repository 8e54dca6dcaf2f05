"""Requests for pressing keys: a code can be exchanged for a token, which allows a browser to press keys."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple

from tornado.web import HTTPError

from firmware_py.input.keys import Key
from firmware_py.serve.page_handler import PageHandler
from firmware_py.serve.pressing_rights import PressingRights, Refused


class Pressing(NamedTuple):
    """The objects needed to handle key presses from the web page.

    Attributes:
        rights: the current code and the tokens, which determine who may press keys.
        press: a function that presses a key on the board. It returns False if the board does not accept keys
            at the moment.
    """

    rights: PressingRights
    press: Callable[[Key], bool]


def key_routes(pressing: Pressing | None) -> list[Any]:
    """Return the routes of the web application for key presses.

    If `pressing` is None, there are no routes.
    """
    if pressing is None:
        return []
    return [(r"/join", _Join, {"pressing": pressing}), (r"/press", _Press, {"pressing": pressing})]


class _KeyRequest(PageHandler):
    """The base class of handlers for requests that our own page sends as JSON objects."""

    def initialize(self, pressing: Pressing) -> None:
        self._rights, self._press = pressing

    def prepare(self) -> None:
        super().prepare()
        if self.request.method == "POST":
            self.require_same_origin()
        self.set_header("Cache-Control", "no-store")

    def _text(self, name: str) -> str:
        """Return the text stored under a name in the JSON object that the request contains.

        Raises:
            HTTPError: the request does not contain a JSON object with this text.
        """
        try:
            found = json.loads(self.request.body)[name]
        except (ValueError, TypeError, KeyError, RecursionError):
            raise HTTPError(400) from None
        if not isinstance(found, str):
            raise HTTPError(400)
        return found


class _Join(_KeyRequest):
    """Handles a request to exchange a code for a token."""

    def post(self) -> None:
        found = self._rights.exchange(self._text("code"))
        if isinstance(found, Refused):
            raise HTTPError(403 if found is Refused.WRONG else 429)
        self.finish({"token": found})


class _Press(_KeyRequest):
    """Handles a request to press a key, which must contain a valid token."""

    def post(self) -> None:
        scheme, _, token = self.request.headers.get("Authorization", "").partition(" ")
        if scheme != "Bearer" or not self._rights.holds(token):
            raise HTTPError(401)
        try:
            key = Key.parse(self._text("key"))
        except ValueError:
            raise HTTPError(400) from None
        if not self._press(key):
            raise HTTPError(503)
        self.set_status(204)
