"""The dialogue that connects phones to the board, as a page of text and as a picture with a code to scan.

The text is also sent to other programs, such as the web server, so everybody on the network can read it.
Therefore the code is only in the picture, which is shown only on the board's own screens.
"""

from __future__ import annotations

from typing import NamedTuple

from firmware_py.input.keys import Key
from firmware_py.view.hints import Hint, leaves, yes_no
from firmware_py.view.page import Page, Row, Rows, hint_rows, sentence
from firmware_py.view.phone_offer import PhoneOffer
from firmware_py.view.qr_code import Modules, qr_code
from firmware_py.words.in_use import words


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


def phone_page(offer: PhoneOffer) -> Page:
    """Return the text of the dialogue that lets phones join.

    The code for joining is shown only in the picture (`phone_picture`).
    """
    new_code, all_out, go_leaves = (
        Hint(Key.OK, words().NEW_CODE),
        Hint(Key.UNDO, words().ALL_OUT),
        leaves(Key.GO),
    )
    rows = (*map(Row, _rows(offer)), *hint_rows((new_code, all_out)))
    hints = (new_code, all_out, go_leaves)
    return Page(words().PHONE, go_leaves.text, rows, hints, aloud=_aloud(offer))


def put_out_page() -> Page:
    """Return the page that asks whether to put all phones out."""
    hints = yes_no()
    rows = (*map(Row, words().PUT_ALL_OUT_ROWS), Row(), *hint_rows(hints))
    return Page(words().PUT_ALL_OUT, "", rows, hints, (sentence(words().PUT_ALL_OUT_ROWS),))


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
