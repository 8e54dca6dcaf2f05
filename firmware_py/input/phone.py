"""The dialogue that lets phones join the game: a page of text, and a picture with a QR code to scan.

The text is also sent to other programs, such as the web server, so everybody on the network can read it.
Therefore the code is only in the picture, which is shown only on the board's own screens.
"""

from __future__ import annotations

import sys
from functools import lru_cache
from importlib.util import find_spec
from types import ModuleType
from typing import Any, NamedTuple

from engine.match.history import History
from firmware_py.words.in_use import words

from .dialogue import CLOSED, LEAVE, Dialogue, PhoneOffer, PhoneRequests, Reply, Scene
from .keys import Key
from .page import Hint, Page, Row, Rows, hint_rows, leaves, question_page, sentence
from .settings import Equipment
from .typed import refused


class Phone(Dialogue):
    """The dialogue that lets phones join. It does not affect the game.

    It only counts the players' requests; the codes are created by `firmware_py.board.phones`.

    Attributes:
        codes: the number of codes that the players have asked for in this dialogue.
        withdrawals: the number of times that the players have used this dialogue to withdraw every phone's
            permission to press keys.
        is_asking: True if the dialogue asks whether to do this.
    """

    codes: int = 1
    withdrawals: int = 0
    is_asking: bool = False
    prompt = "phone"

    @property
    def phone_requests(self) -> PhoneRequests:
        """The requests that the players have made in this dialogue."""
        return PhoneRequests(self.codes, self.withdrawals, self.is_asking)

    def press(self, key: Key, history: History, equipment: Equipment) -> Reply:
        if self.is_asking:
            if key in LEAVE:
                return Reply(Phone(self.codes, self.withdrawals))
            if key is Key.OK:
                return Reply(Phone(self.codes, self.withdrawals + 1))
            raise refused(key, words().OK_YES_GO_NO)
        if key in (Key.GO, Key.MENU):
            return CLOSED
        if key is Key.OK:
            return Reply(Phone(self.codes + 1, self.withdrawals))
        if key is Key.UNDO:
            return Reply(Phone(self.codes, self.withdrawals, is_asking=True))
        raise refused(key, words().PHONE_KEYS)

    def page(self, scene: Scene) -> Page:
        """Return the page that shows the dialogue. The code to scan is only in the picture."""
        if self.is_asking:
            return question_page(words().PUT_ALL_OUT, words().PUT_ALL_OUT_ROWS)
        offer = scene.phones or PhoneOffer()
        new_code, all_out, go_leaves = (
            Hint(Key.OK, words().NEW_CODE),
            Hint(Key.UNDO, words().ALL_OUT),
            leaves(Key.GO),
        )
        rows = (*map(Row, _rows(offer)), *hint_rows((new_code, all_out)))
        hints = (new_code, all_out, go_leaves)
        return Page(words().PHONE, go_leaves.text, rows, hints, aloud=_aloud(offer))


Modules = tuple[tuple[bool, ...], ...]
"""A QR code without its quiet zone: rows of modules from top to bottom, True for a dark module."""


@lru_cache(maxsize=1)
def qr_code(text: str) -> Modules:
    """Return the smallest QR code for a string, with as much error correction as its size allows.

    If segno is not installed, return an empty tuple.
    """
    encoder = _encoder()
    if encoder is None:
        return ()
    matrix = encoder.encode(text, micro=False).matrix
    return tuple(tuple(map(bool, row)) for row in matrix)


@lru_cache(maxsize=1)
def _encoder() -> Any:
    found = find_spec("segno")
    if found is None or found.submodule_search_locations is None:
        return None
    if "segno" in sys.modules:
        from segno import encoder

        return encoder
    # Importing the package segno would also import modules for HTTP and TLS, which takes half a second and
    # 1.8 MB of memory on a small Pi. So an empty module takes its place during the import.
    package = ModuleType("segno")
    package.__path__ = list(found.submodule_search_locations)
    sys.modules["segno"] = package
    try:
        from segno import encoder
    finally:
        del sys.modules["segno"]
    return encoder


class PhonePicture(NamedTuple):
    """A picture that lets a phone join: a QR code to scan, or an address and a code to type.

    Attributes:
        modules: the rows of the QR code, which contains the web page's address and `code`. True stands for a
            dark module. Empty if the QR code cannot be drawn.
        host: the address at which phones can open the web page.
        code: the code that can be typed on the web page instead.
        lines: the text shown with the QR code: how many phones have joined, and what the keys do.
    """

    modules: Modules
    host: str
    code: str
    lines: tuple[str, ...]


def phone_picture(offer: PhoneOffer) -> PhonePicture | None:
    """Return the picture that lets phones join, with a QR code to scan and a code to type.

    Return None if the code for joining or the web page's address is not known.
    """
    if offer.code is None or offer.host is None:
        return None
    joined = words().phones_in(offer.joined)
    lines = (joined, Hint(Key.UNDO, words().ALL_OUT).text, leaves(Key.GO).text)
    # A QR code of capitals is smaller; web addresses may be written in capitals (RFC 3986, 6.2.2.1).
    return PhonePicture(qr_code(f"HTTP://{offer.host.upper()}/{offer.code}"), offer.host, offer.code, lines)


def _rows(offer: PhoneOffer) -> tuple[str, ...]:
    if offer.host is None:
        return _waiting(offer)
    code = words().CODE_ON_SCREEN_ROWS if offer.code else (words().NO_CODE,)
    return offer.host, *code, _joined(offer)


def _aloud(offer: PhoneOffer) -> Rows:
    if offer.host is None:
        return (sentence(_waiting(offer)),)
    code = (words().NO_CODE,) if offer.code is None else ()  # the voice says the code itself
    return tuple(map(Row, (words().address_aloud(offer.host), *code, _joined(offer))))


def _waiting(offer: PhoneOffer) -> tuple[str, ...]:
    if not offer.is_late:
        return words().WAITING_FOR_SERVE_ROWS
    return words().START_SERVICE_ROWS if offer.is_service else words().START_SERVE_ROWS


def _joined(offer: PhoneOffer) -> str:
    return words().PHONES_ARE_OUT if offer.is_withdrawn else words().phones_joined(offer.joined)
