"""Handle requests from phones to join the game, to press keys, and to take a seat.

The board shows a code on its display. To join, a phone sends this code and receives a token, which it sends
with every later request. Key presses, the page's address and the number of phones that have joined go to the
board's socket, without ever waiting for the board.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from tornado.web import HTTPError

from firmware_py.input.keys import Key
from firmware_py.system.network import own_address
from firmware_py.system.web import PageHandler
from firmware_py.window.datagrams import PhoneAccess, datagram_socket, key_datagram, phone_datagram
from firmware_py.window.folder import KEYS
from firmware_py.window.phone_file import PhoneFile

from .pressing_rights import JoinedPhone, PressingRights, Refused, is_number, is_seat

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
        return self.is_open or self.rights.phones.find(token) is not None


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
    def initialize(self, pressing: Pressing) -> None:
        self._pressing, self._rights = pressing, pressing.rights

    def prepare(self) -> None:
        super().prepare()
        if self.request.method == "POST":
            self.require_same_origin()
        self.set_header("Cache-Control", "no-store")

    def _value(self, name: str, *default: object) -> object:
        try:
            found: dict[str, object] = json.loads(self.request.body)
            return found.get(name, *default) if default else found[name]
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            raise HTTPError(400) from None

    def _text(self, name: str) -> str:
        found = self._value(name)
        if not isinstance(found, str):
            raise HTTPError(400)
        return found

    def _token(self) -> str:
        scheme, _, token = self.request.headers.get("Authorization", "").partition(" ")
        return token if scheme == "Bearer" else ""

    def _phone(self) -> JoinedPhone:
        phone = self._rights.phones.find(self._token())
        if phone is None:
            raise HTTPError(401)
        return phone


class _Join(_KeyRequest):
    """Exchanges a code for a token. A phone that already has a token keeps it."""

    def post(self) -> None:
        found = self._rights.exchange(self._text("code"), self.request.remote_ip or "", self._token())
        if isinstance(found, Refused):
            raise HTTPError(403 if found is Refused.WRONG else 429)
        # Browsers send no other proof with a stream or a download. No script can read this cookie.
        self.set_cookie(COOKIE, found, expires_days=365, httponly=True, samesite="Strict")
        self._pressing.joined()
        self.finish({"token": found})


class _Press(_KeyRequest):
    def post(self) -> None:
        phone = self._phone()
        if not self._rights.may_press_now(phone):
            raise HTTPError(429)
        try:
            key = Key.parse(self._text("key"))
        except ValueError:
            raise HTTPError(400) from None
        assert self._pressing.press is not None
        number = self._value("number", None)
        if not is_number(number):
            raise HTTPError(400)
        assert number is None or isinstance(number, int | float)
        if number is None or number != phone.last:
            if not self._pressing.press(key, phone.seat):
                raise HTTPError(503)
            self._rights.phones.has_pressed(phone, number)
        self.set_status(204)


class _Seat(_KeyRequest):
    def get(self) -> None:
        self.finish({"seat": self._phone().seat})

    def post(self) -> None:
        phone, seat = self._phone(), self._value("seat")
        if not is_seat(seat):
            raise HTTPError(400)
        assert seat is None or isinstance(seat, int)
        self._rights.phones.sit(phone, seat)
        self.set_status(204)


class KeySender:
    """Sends key presses to the board whose socket is in a given folder."""

    def __init__(self, folder: Path) -> None:
        self._path = str(folder / KEYS)
        self._socket = datagram_socket()
        self._socket.setblocking(False)

    def press(self, key: Key, seat: int | None = None) -> bool:
        """Press a key on the board.

        Return False if no board accepts keys at the moment, or if too many keys are waiting.

        Args:
            seat: the seat of the player who presses the key, or None if it is not known.
        """
        return self._send(key_datagram(key, seat=seat))

    def tell(self, access: PhoneAccess) -> bool:
        """Tell the board how phones can reach the page.

        Return False if no board is listening at the moment.
        """
        return self._send(phone_datagram(access))

    def close(self) -> None:
        """Close the socket. No more keys can be sent."""
        self._socket.close()

    def _send(self, datagram: bytes) -> bool:
        try:
            self._socket.sendto(datagram, self._path)
        except OSError:
            return False
        return True


GLANCE = 3.0
"""The time, in seconds, between two checks of this machine's address while the board shows a code."""


class PhoneDialogue:
    """Exchanges information with the board, so that phones can join.

    The board provides the code that a phone must send to get permission to press keys. In return, the board
    is told the web page's address and how many phones have joined. A phone that joins again is counted again.
    """

    def __init__(
        self,
        rights: PressingRights,
        tell: Callable[[PhoneAccess], bool],
        port: int,
        withdrawn: Callable[[int], object] = lambda times: None,
    ) -> None:
        """Initialise the dialogue. At first, it is assumed that the board is not showing a code.

        Args:
            tell: a function that sends a message to the board. It returns False if the board did not receive
                the message.
            withdrawn: a function that tells all pages how many times all phones have lost their permission.
        """
        self._rights, self._tell, self._port, self._withdrawn = rights, tell, port, withdrawn
        self._is_shown = asyncio.Event()
        self._told: PhoneAccess | None = None
        self._file: PhoneFile | None = None

    def follow(self, file: PhoneFile) -> None:
        """Let phones join only with the code that the board has just written to its phone file.

        If the file contains a code, send the board the web page's address and the number of phones that have
        joined.
        """
        if file == self._file:
            return
        self._file, self._told = file, None
        self._rights.follow(file)
        self._withdrawn(file.withdrawn)
        if file.code is None:
            self._is_shown.clear()
        else:
            self._is_shown.set()
            self.tell_if_changed()

    def tell_if_changed(self) -> None:
        """Tell the board the web page's address and the number of phones that have joined.

        Do nothing if the board knows both already, or if it is not showing the code that lets phones join.
        """
        address = own_address()
        if address is None or not self._is_shown.is_set():
            return
        access = PhoneAccess(address, self._port, self._rights.phones.joined)
        if access != self._told and self._tell(access):
            self._told = access

    async def run(self) -> None:
        """Tell the board whenever the web page's address or the number of phones that have joined changes.

        The board is told only while it shows the code that lets phones join. This method runs until its task
        is cancelled.
        """
        while True:
            await self._is_shown.wait()
            self.tell_if_changed()
            if not self._rights.offers_code:
                self._is_shown.clear()
            await asyncio.sleep(GLANCE)
