"""The page for connecting phones, and the picture with the code that a phone scans.

Other programs may show the page, but never see the code.
"""

import json
import subprocess
import sys

import pytest

from engine.game import Game
from engine.match.history import History
from firmware_py.board.board import Board
from firmware_py.input import phone
from firmware_py.input.dialogue import PhoneOffer, Scene
from firmware_py.input.keys import Key
from firmware_py.input.page import Page
from firmware_py.input.phone import Phone, phone_picture, qr_code
from firmware_py.input.settings import Equipment
from firmware_py.outputs.view_json import view_object
from firmware_py.render.font import NARROW, WIDTH
from tests.support.dialogues import check_accepted_keys, match_at, press
from tests.support.views import show_phones, texts_of

CODE, HOST = "K7Q2PX9D", "192.168.178.123"
OFFER, LATE = PhoneOffer(CODE, HOST), PhoneOffer(CODE, is_late=True)
NONE = "No code is valid now."
ENABLE = ("sudo systemctl enable", "--now muggins-serve")


def phone_page(offer: PhoneOffer) -> Page:
    return Phone().page(Scene(History.of(Game.new()), phones=offer))


def lines(offer: PhoneOffer) -> list[str]:
    """Return the text in the left column of the page for phones. The last row, with the keys, is left out."""
    return [row.left for row in phone_page(offer).rows[:-1]]


@pytest.mark.parametrize(
    ("offer", "rows"),
    [
        (PhoneOffer(CODE), ["Waiting for", "muggins serve…"]),
        (LATE, ["The page is not running.", "In a terminal, type:", "muggins serve"]),
        (LATE._replace(is_service=True), ["The page is not running.", "On the Pi, type:", *ENABLE]),
        (OFFER, [HOST, "The code is on", "the board's screen.", "No phone has joined."]),
        (OFFER._replace(joined=1), [HOST, "The code is on", "the board's screen.", "1 phone has joined."]),
        (PhoneOffer(None, HOST, 2), [HOST, NONE, "2 phones have joined."]),
        (PhoneOffer(None, HOST, is_withdrawn=True), [HOST, NONE, "All phones are out."]),
    ],
)
def test_the_page_says_what_there_is_to_do(offer: PhoneOffer, rows: list[str]) -> None:
    page = phone_page(offer)
    assert (page.title, page.corner, lines(offer)) == ("Phone", "GO leaves", rows)
    assert page.rows[-1] == ("OK new code", "UNDO all out")
    assert [hint.text for hint in page.hints] == ["OK new code", "UNDO all out", "GO leaves"]
    assert all(NARROW.width(left) + 3 + NARROW.width(right) < WIDTH for left, right in page.rows)
    assert len(page.rows) <= 5


@pytest.mark.parametrize(
    ("offer", "said"),
    [
        (PhoneOffer(CODE), ["Waiting for muggins serve…"]),
        (
            PhoneOffer(None, "10.0.0.7:80", 1),
            [
                "The page is at: one zero dot zero dot zero dot seven colon eight zero",
                NONE,
                "1 phone has joined.",
            ],
        ),
    ],
)
def test_the_voice_says_the_address_digit_by_digit(offer: PhoneOffer, said: list[str]) -> None:
    assert [row.left for row in phone_page(offer).aloud] == said


def test_the_picture_has_the_address_with_the_code_in_capitals_as_a_qr_code() -> None:
    picture = phone_picture(PhoneOffer(CODE, HOST, 2))
    lines = ("2 joined", "UNDO all out", "GO leaves")
    assert picture == (qr_code(f"HTTP://{HOST}/{CODE}"), HOST, CODE, lines)
    other = phone_picture(PhoneOffer(CODE, "[fd00::1]:8080"))
    assert other and other.modules == qr_code(f"HTTP://[FD00::1]:8080/{CODE}")
    for offer in (PhoneOffer(), PhoneOffer(CODE), PhoneOffer(None, HOST)):
        assert phone_picture(offer) is None


def test_other_programs_never_see_the_code() -> None:
    board = Board(History.of(Game.new()), equipment=Equipment(phones=True))
    for word in ("MENU", "K"):
        board.press(Key.parse(word))
    assert board.prompt == "phone"
    for offer in (PhoneOffer(CODE), OFFER, OFFER._replace(joined=1), OFFER._replace(is_withdrawn=True)):
        show_phones(board, offer)
        assert (board.view.phone is not None) == (offer.host is not None)
        assert board.view.page is not None and not any(CODE in text for text in texts_of(board.view.page))
        seen = view_object(board)
        assert CODE not in json.dumps(seen)
        assert seen["join_at"] == offer.host


def test_a_question_hides_the_code() -> None:
    board = Board(History.of(Game.new()), equipment=Equipment(phones=True))
    show_phones(board, OFFER)
    for word in ("MENU", "K", "UNDO"):
        board.press(Key.parse(word))
    page = board.view.page
    assert board.view.phone is None and page
    assert (page.title, [hint.text for hint in page.hints]) == ("Put all phones out?", ["OK yes", "GO no"])
    assert all(NARROW.width(left) < WIDTH for left, _ in page.rows)
    board.press(Key.GO)
    assert board.view.phone is not None


def test_an_offer_is_not_shown_outside_the_dialogue() -> None:
    board = Board(History.of(Game.new()), equipment=Equipment(phones=True))
    show_phones(board, OFFER)
    assert (board.view.page, board.view.phone, board.view.number) == (None, None, 1)


def test_all_phones_are_put_out_only_after_a_question() -> None:
    question = press(Phone(), "OK UNDO", match_at())[0]
    assert isinstance(question, Phone) and question.withdrawals == 0
    check_accepted_keys(question, match_at(), Key.OK, Key.GO, Key.UNDO, Key.MENU)
    assert press(question, "OK", match_at()) == (Phone(codes=2, withdrawals=1), [])
    for word in ("GO", "UNDO", "MENU"):
        assert press(question, word, match_at()) == (Phone(codes=2), [])


# -- the QR code; that it can be scanned is tested in tests/firmware_py/render

URL = f"HTTP://{HOST}/{CODE}"


def test_the_modules_are_those_of_the_whole_library() -> None:
    import segno

    matrix = segno.make(URL, micro=False).matrix
    assert qr_code(URL) == tuple(tuple(map(bool, row)) for row in matrix)


def test_the_board_is_spared_the_libraries_that_write_pictures() -> None:
    program = (
        "import sys; from firmware_py.input.phone import qr_code; "
        f"assert qr_code({URL!r}) == qr_code({URL!r}); qr_code('ANOTHER'); "
        "print(*sys.modules.keys() & {'segno', 'segno.encoder', 'segno.writers', 'urllib.request', 'ssl'}); "
        "import segno; print(segno.make('LATER').version)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True, timeout=60
    )
    assert done.stdout.split() == ["segno.encoder", "M2"]


def test_without_the_library_there_is_no_qr_code(monkeypatch: pytest.MonkeyPatch) -> None:
    phone._encoder.cache_clear()
    qr_code.cache_clear()
    monkeypatch.setattr(phone, "find_spec", lambda name: None)
    try:
        assert qr_code(URL) == ()
    finally:
        phone._encoder.cache_clear()
        qr_code.cache_clear()
