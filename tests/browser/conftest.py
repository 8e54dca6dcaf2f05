"""A browser, a board whose page it can open, and an evening of finished games in its journal."""

from __future__ import annotations

import os
import shutil
import socket
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect, sync_playwright

from firmware_py.board.board import Board
from firmware_py.emulator import script
from firmware_py.input.keys import Key, Press
from firmware_py.outputs.view_json import ViewFile
from firmware_py.system.network import own_address
from firmware_py.window.folder import KEYS, boot_time
from firmware_py.window.phone_file import PhoneFile, new_code, write_phone_file
from tests.support import keyed
from tests.support.command import ENVIRONMENT, MUGGINS, muggins
from tests.support.deadline import PATIENCE
from tests.support.machine import free_port
from tests.support.processes import Program

expect.set_options(timeout=PATIENCE * 1000)
CHROMIUM = shutil.which("chromium")
PHONE: Any = {"width": 390, "height": 844}
SCHEMES = ["light", pytest.param("dark", marks=pytest.mark.night)]  # they differ only in colours


@contextmanager
def chromium() -> Iterator[Browser]:
    options = ["--no-sandbox"] if os.geteuid() == 0 else []
    with (
        sync_playwright() as playwright,
        closing(playwright.chromium.launch(executable_path=CHROMIUM, args=options)) as browser,
    ):
        yield browser


# The browser is closed after each module, because Playwright's event loop would disturb other tests.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("chromium is not installed")
    with chromium() as found:
        yield found


@contextmanager
def new_tab(browser: Browser, **options: Any) -> Iterator[Page]:
    """Yield a new tab of the browser, in a context with these options."""
    with closing(browser.new_context(**options)) as context:
        yield context.new_page()


class Served(Program):
    """A test rig: the web page of a board, served by `muggins serve` in a separate process."""

    def __init__(self, folder: Path, board: Board | None = None, options: Sequence[str] = ()) -> None:
        """Start a server for a board's web page on a free port.

        Args:
            folder: the folder that contains the board's view file.
            board: the board that writes the view file; None if the board runs in another process.
            options: more options for `muggins serve`.
        """
        self.folder = folder
        self.port = free_port()
        self.address = f"http://localhost:{self.port}/"
        if board is not None:
            self.start_board(board)
        folders = dict.fromkeys(("RUNTIME_DIRECTORY", "STATE_DIRECTORY"), os.fspath(folder))
        command = [*MUGGINS, "serve", "--port", self.port, *options]
        super().__init__(command, env=ENVIRONMENT | folders)

    def start(self) -> None:
        """Start the server, and wait until its page can be opened."""
        super().start()
        self.out.line()

    def start_board(self, board: Board) -> None:
        """Make the page show this board from now on, as if the board had been restarted."""
        self._board, self._file = board, ViewFile(self.folder, 0o750)
        self._file.write(board)

    def press(self, words: str) -> None:
        """Press keys on the board.

        Args:
            words: the names of the keys, separated by spaces.
        """
        for word in words.split():
            key = Key.parse(word)
            self._file.write(self._board, [(Press(key), self._board.press(key))])

    def end_board(self) -> None:
        self._file.end()

    def code(self, withdrawn: int = 0) -> str:
        """Create a code that lets a phone join, wait until the server knows it, and return it.

        Args:
            withdrawn: how many times the players have withdrawn the right of all phones to press keys. The
                server is told this number together with the code.
        """
        found, path = new_code(), self.folder / KEYS
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as board:
            board.bind(str(path))
            board.settimeout(PATIENCE)
            write_phone_file(self.folder, PhoneFile(found, boot_time(), withdrawn))
            if own_address() is not None:
                board.recv(1024)
        path.unlink()
        return found


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """Yield the web page of a board on which no key has been pressed yet."""
    with closing(Served(tmp_path, keyed.board())) as found:
        yield found


@pytest.fixture
def page(browser: Browser, served: Served) -> Iterator[Page]:
    """Yield the board's page, opened on a phone. The test fails if the browser reports any error."""
    with new_tab(browser, viewport=PHONE) as page:
        complaints: list[str] = []
        yield opened(page, served, complaints)
        assert complaints == []


def opened(page: Page, served: Any, complaints: list[str], place: str = "", shown: str = ".score") -> Page:
    """Open a web page in the browser tab `page`, wait until it shows a board, and return the tab.

    Args:
        page: the browser tab.
        served: the server of the page: a `Served` or a `ServedClub`.
        complaints: a list to which all errors and console messages are added, except for messages about lost
            connections.
        place: the part of the page to open, such as `#hands`.
        shown: the selector of an element that is there once the page is complete.
    """
    page.set_default_timeout(PATIENCE * 1000)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda said: None if "ERR_" in said.text else complaints.append(said.text))
    page.goto(served.address + place)
    page.wait_for_selector(shown, state="attached")
    return page


def join(page: Page, code: str) -> None:
    page.get_by_label("Code").fill(code)
    page.get_by_role("button", name="Join").click()


def check_accessible(page: Page) -> None:
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def check_nothing_is_cut_off(page: Page) -> None:
    """Check that the page is no wider than its window, also with text of twice the size."""
    for font in ("100%", "200%"):
        page.evaluate("size => { document.documentElement.style.fontSize = size }", font)
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= page.viewport_size["width"], (page.url, font)


def tabbed(page: Page, times: int) -> list[str | None]:
    """Press Tab, and return the text or the ID of each element reached, all of which must be outlined."""
    reached = []
    for _ in range(times):
        page.keyboard.press("Tab")
        focused = page.locator(":focus")
        reached.append(focused.inner_text() or focused.get_attribute("id"))
        assert focused.evaluate("element => getComputedStyle(element).outlineStyle") == "solid"
    return reached


def evening(folder: Path) -> None:
    """Write a journal in which Ann and Bob have finished four games."""
    games = [
        "muggins 1 players=2 start=0,0 names=Ann,Bob",
        *("deals 0", "peg 0 121", "next-game"),
        *("starter 3", "peg 1 95", "peg 0 121", "next-game"),
        *("starter 3", "peg 0 70", "peg 1 121", "next-game"),
        *("starter 3", "peg 0 119", "peg 1 121", "next-game"),
    ]
    _replay(folder, "\n".join(games) + "\n")


def whole_game(folder: Path, names: tuple[str, str] = ("Ann", "Bob")) -> None:
    """Write a journal with a finished game of eight deals between two players with these names."""
    sample = Path(script.__file__).with_name("sample_game.record").read_text()
    _replay(folder, sample.replace("names=Ann,Bob", f"names={','.join(names)}"))


def _replay(folder: Path, text: str) -> None:
    path = folder / "played.txt"
    path.write_text(text)
    made = muggins("replay", path, "--journal", folder / "games.txt")
    assert made.status == 0, made
