"""Take pictures of the page in every state, or of a club's, in four sizes, light and dark, to be looked at.

python -m tests.browser.pictures FOLDER [STATE…]
python -m tests.browser.pictures FOLDER --club [TABLES]
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, BrowserContext, Page

from engine.rules import Rules
from firmware_py.board.board import Board
from firmware_py.journal.archive import folder_of
from tests.browser.conftest import Served, chromium, evening, opened, whole_game
from tests.browser.test_club import draw_round, publish_evening
from tests.browser.test_page import LONG
from tests.support import keyed
from tests.support.broker import Broker
from tests.support.servers import ServedClub

SIZES = {"phone": (390, 844), "aside": (844, 390), "tablet": (1024, 768), "television": (1920, 1080)}


class State(NamedTuple):
    """A state of the board for which screenshots are taken, and the part of the web page that they show.

    Attributes:
        board: the board.
        keys: the keys to press on the board.
        place: the part of the page to open, such as `#hands`.
        phone: a function that prepares the opened page for the screenshot, e.g. by joining as a phone. It
            takes the page and a code for joining. None if the page needs no preparation.
        is_open: False if only phones that have joined may watch.
    """

    board: Board
    keys: str = ""
    place: str = ""
    phone: Callable[[Page, str], None] | None = None
    is_open: bool = True


def states() -> Mapping[str, State]:
    long = (*LONG, "Bo")
    return {
        "new": State(keyed.board(names=("Ann", "Bob"))),
        "play": State(keyed.board(start=(88, 59), names=LONG), "OK 2 S 10 C 5 H 5 D 5 S"),
        "show": State(keyed.board(start=(30, 42), names=("Ann", "Bob")), keyed.CRIB),
        "crib": State(keyed.board(start=(30, 42), names=("Ann", "Bob")), f"{keyed.CRIB} 9 9 7 2"),
        "hands": State(keyed.board(start=(30, 42), names=("Ann", "Bob")), f"{keyed.CRIB} 9 9 7 2", "#hands"),
        "night": State(keyed.board(start=(30, 42), names=("Ann", "Bob")), "OK", "#night"),
        "games": State(keyed.board(start=(30, 42), names=("Ann", "Bob")), "OK", "#games"),
        "review": State(keyed.board(start=(30, 42), names=("Ann", "Bob")), "OK", "#review", looked_back),
        "menu": State(keyed.board(start=(30, 42)), "OK 2 10 5 MENU"),
        "question": State(keyed.board(names=("Ann", "Bob")), keyed.FLUSH),
        "three": State(keyed.board(rules=Rules(players=3), start=(30, 12, 61), names=long), "OK 2 10 5"),
        "partners": State(keyed.board(rules=Rules(players=4), names=(*long, "Zoë")), "OK 2 10 5"),
        "short": State(keyed.board(rules=Rules("five-card"), start=(30, 12)), "OK 2 10 5"),
        "won": State(keyed.board(start=(119, 55), names=("Ann", "Bob")), "OK J"),
        "seat": State(keyed.board(names=LONG), "OK 2 10", "", lambda page, code: joined(page, code, 0)),
        "elsewhere": State(keyed.board(names=LONG), "OK 2 10", "", lambda page, code: joined(page, code, 1)),
        "keys in the menu": State(
            keyed.board(names=LONG), "OK 2 10 MENU", "", lambda page, code: joined(page, code, 1)
        ),
        "wrong code": State(
            keyed.board(names=LONG), "OK 2 10", "", lambda page, _: entered(page, "AAAAAAAA")
        ),
        "withdrawn": State(keyed.board(names=LONG), "OK 2 10", "", withdrawn),
        "stopped": State(keyed.board(start=(30, 42)), "OK 2 10 5"),
        "closed": State(keyed.board(names=LONG), "OK 2 10", is_open=False),
    }


def looked_back(page: Page, code: str) -> None:
    """Expand the third and the fourth deal on the page with the review of a game. `code` is not used."""
    page.locator("summary").nth(2).click()
    page.locator("summary").nth(3).click()


def entered(page: Page, code: str) -> None:
    """Enter a code in the form for joining, and wait until the page has accepted or refused the code."""
    page.locator("#code").fill(code)
    page.locator("#join button").click()
    page.locator("#mine:not([hidden]), #key-fault:not(:empty)").first.wait_for()


def joined(page: Page, code: str, seat: int) -> None:
    entered(page, code)
    with page.expect_response("**/seat"):
        page.locator("#seat").select_option(str(seat))


def withdrawn(page: Page, code: str) -> None:
    """Let a phone join with this code, make its token invalid, and press a key on the phone.

    The phone then shows the form for joining again.
    """
    joined(page, code, 0)
    page.evaluate("localStorage.setItem('muggins-token', '0')")
    page.locator("#pad button").first.click()
    page.wait_for_selector("#join")


def main(folder: Path, wanted: list[str]) -> None:
    """Take screenshots of the page in several states of the board, and save them in a folder.

    Args:
        folder: the folder for the screenshots.
        wanted: the names of the states; empty for all states.
    """
    with chromium() as browser, tempfile.TemporaryDirectory() as window:
        config = Path(window) / "closed.toml"
        config.write_text('extends = "bare"\n[page]\nopen = false\n')
        with (
            closing(Served(Path(window))) as opened_to_all,
            closing(Served(Path(window), options=("--config", str(config)))) as for_players,
        ):
            for name, state in states().items():
                served = opened_to_all if state.is_open else for_players
                if not wanted or name in wanted:
                    journal = Path(window, "games.txt")
                    journal.unlink(missing_ok=True)
                    shutil.rmtree(folder_of(journal), ignore_errors=True)
                    (whole_game if name == "review" else evening)(Path(window))
                    served.start_board(state.board)
                    served.press(state.keys)
                    if name == "stopped":
                        served.end_board()
                    photograph(browser, served, folder / name.replace(" ", "-"), state)


def looks(browser: Browser) -> Iterator[tuple[str, str, BrowserContext]]:
    """Yield each of the sizes in `SIZES`, light and dark, and a browser context that looks like this."""
    for size, (width, height) in SIZES.items():
        for scheme in ("light", "dark"):
            chosen: Any = {"viewport": {"width": width, "height": height}, "color_scheme": scheme}
            with closing(browser.new_context(**chosen, reduced_motion="reduce")) as context:
                yield size, scheme, context


def photograph(browser: Browser, served: Served, path: Path, state: State) -> None:
    """Take screenshots of the page in each of the sizes in `SIZES`, both in light mode and in dark mode.

    Args:
        path: the beginning of the path to each image. The name of the size and the mode are appended.
        state: which part of the page to show, and how to prepare it.
    """
    for size, scheme, context in looks(browser):
        if size == "television" and state.phone and not state.place:
            continue  # nobody presses keys there
        where = "#screen" if size == "television" and not state.place else state.place
        if state.is_open:
            page = opened(context.new_page(), served, [], where)
        else:
            page = context.new_page()
            page.goto(served.address + where)
            page.wait_for_selector("body.closed")
        if state.phone:
            state.phone(page, served.code())
        page.wait_for_timeout(200)
        page.screenshot(path=f"{path}-{size}-{scheme}.png", full_page=size != "television")


PLACES = ("tables", "standing", "draw", "results", "screen")


def of_a_club(folder: Path, tables: int) -> None:
    """Take screenshots of each part of the page of a club with `tables` tables, and save them in a folder."""
    with tempfile.TemporaryDirectory() as name:
        own = Path(name)
        with (
            closing(Broker(own)) as broker,
            closing(ServedClub(own / "club", broker)) as club,
            chromium() as browser,
        ):
            publish_evening(broker, own, tables)
            draw_round(own / "club", own)
            club.wait(b'"title": "Round 1"', b'"undone": true')
            for size, scheme, context in looks(browser):
                for place in PLACES:
                    page = context.new_page()
                    page.goto(f"{club.address}#{place}")
                    page.wait_for_selector(".score", state="attached")
                    page.wait_for_timeout(200)
                    page.screenshot(path=folder / f"{place}-{size}-{scheme}.png")


if __name__ == "__main__":
    if sys.argv[2:3] == ["--club"]:
        of_a_club(Path(sys.argv[1]), int((sys.argv[3:] or ["24"])[0]))
    else:
        main(Path(sys.argv[1]), sys.argv[2:])
