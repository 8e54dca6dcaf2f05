"""Handle requests from phones to join the game, to press keys, and to take a seat.

To join, a phone sends a code and receives a token. It sends this token with every later request.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple

from tornado.web import HTTPError

from firmware_py.input.keys import Key
from firmware_py.serve.joined_phones import JoinedPhone, is_seat
from firmware_py.serve.page_handler import PageHandler
from firmware_py.serve.pressing_rights import PressingRights, Refused

COOKIE = "muggins-token"
"""The name of the cookie that contains a phone's token. It lets the phone watch, but not press keys."""


class Pressing(NamedTuple):
    """The objects needed to handle key presses from the web page.

    Attributes:
        rights: the code that lets a phone join, and the phones that have joined.
        press: a function that presses a key on the board, given the key and the player's seat (None if not
            known). It returns False if the board is not accepting keys. The attribute is None if no phone may
            press keys.
        joined: a function that is called when a phone has joined.
        is_open: True if everybody on the network may watch, or False if only phones that have joined may.
    """

    rights: PressingRights
    press: Callable[[Key, int | None], bool] | None
    joined: Callable[[], object] = lambda: None
    is_open: bool = True

    @property
    def lets_phones_join(self) -> bool:
        """True if phones can join, either to press keys or to watch a board that is not open to everybody."""
        return self.press is not None or not self.is_open

    def may_watch(self, token: str) -> bool:
        """Return True if a browser that sends this token may watch the board. The token may be empty."""
        return self.is_open or self.rights.find(token) is not None


def key_routes(pressing: Pressing | None) -> list[Any]:
    """Return the routes of the web application for phones that want to join or press keys.

    Return an empty list if phones cannot join.
    """
    if pressing is None or not pressing.lets_phones_join:
        return []
    handlers: dict[str, type[_KeyRequest]] = {"/join": _Join, "/seat": _Seat}
    if pressing.press is not None:
        handlers["/press"] = _Press
    return [(path, handler, {"pressing": pressing}) for path, handler in handlers.items()]


class _KeyRequest(PageHandler):
    """The base class of handlers for requests that the board's own web page sends as JSON objects."""

    def initialize(self, pressing: Pressing) -> None:
        self._pressing, self._rights = pressing, pressing.rights

    def prepare(self) -> None:
        super().prepare()
        if self.request.method == "POST":
            self.require_same_origin()
        self.set_header("Cache-Control", "no-store")

    def _value(self, name: str) -> object:
        """Return the value of a member of the JSON object that the request contains.

        Raises:
            HTTPError: the request does not contain a JSON object, or the object does not have this member.
        """
        try:
            found: object = json.loads(self.request.body)[name]
        except (ValueError, TypeError, KeyError, RecursionError):
            raise HTTPError(400) from None
        return found

    def _text(self, name: str) -> str:
        """Return the value of a member of the JSON object that the request contains. It must be a string.

        Raises:
            HTTPError: the request does not contain a JSON object, or the object has no string with this name.
        """
        found = self._value(name)
        if not isinstance(found, str):
            raise HTTPError(400)
        return found

    def _token(self) -> str:
        """Return the token that the request contains, or an empty string if it does not contain one."""
        scheme, _, token = self.request.headers.get("Authorization", "").partition(" ")
        return token if scheme == "Bearer" else ""

    def _phone(self) -> JoinedPhone:
        """Return the phone that sent the request.

        Raises:
            HTTPError: the request does not contain a valid token.
        """
        phone = self._rights.find(self._token())
        if phone is None:
            raise HTTPError(401)
        return phone


class _Join(_KeyRequest):
    """Handles a request to exchange a code for a token. A phone that already has a token keeps it."""

    def post(self) -> None:
        found = self._rights.exchange(self._text("code"), self.request.remote_ip or "", self._token())
        if isinstance(found, Refused):
            raise HTTPError(403 if found is Refused.WRONG else 429)
        # Browsers send no other proof with a stream or a download. No script can read this cookie.
        self.set_cookie(COOKIE, found, expires_days=365, httponly=True, samesite="Strict")
        self._pressing.joined()
        self.finish({"token": found})


class _Press(_KeyRequest):
    """Handles a request to press a key. The request must contain a valid token."""

    def post(self) -> None:
        phone = self._phone()
        if not self._rights.may_press_now(phone):
            raise HTTPError(429)
        try:
            key = Key.parse(self._text("key"))
        except ValueError:
            raise HTTPError(400) from None
        assert self._pressing.press is not None
        if not self._pressing.press(key, phone.seat):
            raise HTTPError(503)
        self.set_status(204)


class _Seat(_KeyRequest):
    """Handles requests to read or change a phone's seat. Only phones that have joined may send them."""

    def get(self) -> None:
        self.finish({"seat": self._phone().seat})

    def post(self) -> None:
        phone, seat = self._phone(), self._value("seat")
        if not is_seat(seat):
            raise HTTPError(400)
        assert seat is None or isinstance(seat, int)
        self._rights.sit(phone, seat)
        self.set_status(204)
