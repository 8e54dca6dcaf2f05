"""A board that phones can join, its web page's server, and phones that press its keys."""

from __future__ import annotations

import signal
from collections.abc import Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, expect

from firmware_py.commands.serve import page_url
from firmware_py.serve.own_address import own_address
from firmware_py.window.phone_file import read_phone_file
from tests.browser.conftest import PHONE, Served, opened
from tests.support.board_process import BoardProcess
from tests.support.deadline import PATIENCE, until

SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
"""The names of the suit keys for a screen reader."""


class PhoneTable:
    """A board without a display and the server of its web page, each in a separate process.

    Attributes:
        board: the board.
        served: the web page and its server.
        complaints: the errors that browsers have reported so far.
    """

    def __init__(self, folder: Path, browser: Browser) -> None:
        self.folder, self._browser = folder, browser
        self.complaints: list[str] = []
        self.board = BoardProcess(folder)
        self.served = Served(folder / "window")
        self._contexts: list[BrowserContext] = []

    def code(self) -> str:
        """Open the phone dialogue in the board's menu, and return the code that lets a phone join."""
        self.board.press("MENU K")
        if own_address() is not None:
            shown = page_url(self.served.port).removeprefix("http://")
            until(lambda: shown in str(self.board.view()["page"]), "the address of the page on the board")
        found = read_phone_file(self.folder / "window")
        assert found is not None and found.code is not None
        return found.code

    def leave_menu(self) -> None:
        """Wait until the board has closed the phone dialogue, because a phone has joined."""
        if own_address() is None:  # the board is not told of phones
            self.board.press("GO")
        until(lambda: self.board.view()["page"] is None, "the end of the phone dialogue")

    def phone(self, **options: Any) -> Page:
        """Return the page on a phone that has just joined by scanning a code.

        Args:
            options: options for `Browser.new_context`.
        """
        context = self._browser.new_context(**{"viewport": PHONE, **options})
        self._contexts.append(context)
        code = self.code()
        page = context.new_page()
        with page.expect_response(
            "**/seat", timeout=PATIENCE * 1000
        ):  # the page asks which seat this phone has
            opened(page, self.served, self.complaints, code)
        page.wait_for_selector("#pad button")
        self.leave_menu()
        return page

    def watcher(self, place: str = "", **options: Any) -> Page:
        """Open the web page as a browser that has not joined and can only watch, and return the page.

        Args:
            place: the part of the page to open, such as `#hands`.
            options: options for `Browser.new_context`.
        """
        context = self._browser.new_context(**options)
        self._contexts.append(context)
        return opened(context.new_page(), self.served, self.complaints, place)

    def forgive(self, status: int) -> None:
        """Remove the errors with this HTTP status from `complaints`. The test has caused them on purpose."""
        self.complaints[:] = [each for each in self.complaints if f"status of {status}" not in each]

    def restart_board(self) -> None:
        self.board.kill()
        self.board = BoardProcess(self.folder)

    def restart_server(self) -> None:
        self.served.close()
        self.served.start_server()

    def close(self) -> None:
        with ExitStack() as opened:
            opened.callback(self.board.close, signal.SIGTERM)
            opened.enter_context(closing(self.served))
            for context in self._contexts:
                opened.callback(context.close)


def take_seat(page: Page, name: str) -> None:
    """Choose the seat of the player with this name on a phone, and wait until the server has assigned it."""
    with page.expect_response("**/seat") as answer:
        page.get_by_label("Your seat:").select_option(name)
    assert answer.value.ok


def key(page: Page, word: str) -> None:
    """Press a key on a phone's keypad, as soon as the keypad offers this key."""
    page.get_by_role("button", name=SUITS.get(word, word), exact=True).click()


def play(table: PhoneTable, phones: Sequence[Page], words: Sequence[str]) -> None:
    """Press keys on phones, each one on the phone of the player whose turn it is.

    Args:
        table: the board.
        phones: the phone of each seat.
        words: the keys.
    """
    seat = 0
    for word in words:
        view = table.board.view()
        if word not in SUITS:  # a suit key is pressed by the player who pressed the rank
            seat = view["to_act"] or 0
        key(phones[seat], word)
        pressed = view["presses"] + 1
        until(lambda wanted=pressed: table.board.view()["presses"] == wanted, f"{word} from seat {seat}")
        last = table.board.view()["recent"][-1]
        assert (last["key"], last["seat"], last["refused"]) == (word, seat, None)


def shows(page: Page, table: PhoneTable) -> None:
    """Wait until a page shows the current scores and prompt of the board."""
    view = table.board.view()
    expect(page.locator("#state")).to_be_hidden()
    expect(page.locator(".score")).to_have_text([str(side["score"]) for side in view["sides"]])
    expect(page.locator("#says")).to_have_text(" ".join(view["says"].split()))
