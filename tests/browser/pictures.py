"""Take pictures of the page in many states, or of a club's, in four sizes, light and dark, to be looked at.

python -m tests.browser.pictures FOLDER [STATE…]
python -m tests.browser.pictures FOLDER --club [TABLES]
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from itertools import product
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from engine.rules import Rules
from tests.browser.conftest import Served, chromium, evening, new_tab, opened, whole_game
from tests.browser.test_club import draw_round, publish_evening
from tests.browser.test_page import LONG
from tests.support import keyed
from tests.support.broker import Broker
from tests.support.servers import ServedClub

SIZES = {"phone": (390, 844), "aside": (844, 390), "tablet": (1024, 768), "television": (1920, 1080)}
_NAMED: dict[str, Any] = {"start": (30, 42), "names": ("Ann", "Bob")}
_THREE = {"rules": Rules(players=3), "start": (30, 12, 61), "names": (*LONG, "Bo")}
_FOUR = {"rules": Rules(players=4), "names": (*LONG, "Bo", "Zoë")}
_ALONE = {**_FOUR, "rules": Rules(players=4, partners=False), "start": (30, 12, 61, 104)}
STATES: dict[str, tuple[dict[str, Any], str, str]] = {
    "new": ({"names": ("Ann", "Bob")}, "", ""),
    "play": ({"start": (88, 59), "names": LONG}, "OK 2 S 10 C 5 H 5 D 5 S", ""),
    "show": (_NAMED, keyed.CRIB, ""),
    "crib": (_NAMED, f"{keyed.CRIB} 9 9 7 2", ""),
    "hands": (_NAMED, f"{keyed.CRIB} 9 9 7 2", "#hands"),
    "night": (_NAMED, "OK", "#night"),
    "games": (_NAMED, "OK", "#games"),
    "review": (_NAMED, "OK", "#review"),
    "menu": (_NAMED, "OK 2 10 5 MENU", ""),
    "question": (_NAMED, keyed.FLUSH, ""),
    "three": (_THREE, "OK 2 10 5", ""),
    "partners": (_FOUR, "OK 2 10 5", ""),
    "alone": (_ALONE, "OK 2 10 5", ""),
    "short": ({"rules": Rules("five-card")}, "OK 2 10 5", ""),
    "won": ({"start": (119, 55), "names": ("Ann", "Bob")}, "OK J", ""),
    "seat": ({"names": LONG}, "OK 2 10", ""),
    "keys": ({"names": LONG}, "OK 2 10 MENU", ""),
}
"""For each state, the options of its board, the keys to press on it, and the part of the page to open.

In the states `seat` and `keys`, the phone has joined.
"""


def main(folder: Path, wanted: list[str]) -> None:
    """Take screenshots of the page in several states of the board, and save them in a folder.

    Args:
        folder: the folder for the screenshots.
        wanted: the names of the states; empty for all states.
    """
    for name in wanted or STATES:
        options, keys, place = STATES[name]
        with tempfile.TemporaryDirectory() as window, chromium() as browser:
            (whole_game if name == "review" else evening)(Path(window))
            with closing(Served(Path(window), keyed.board(**options))) as served:
                served.press(keys)

                def shown(page: Page, part: str, served: Served = served, name: str = name) -> None:
                    opened(page, served, [], part)
                    if name == "review" and part == "#review":
                        page.locator("summary").nth(2).click()
                    if name in ("seat", "keys") and part != "#screen":
                        page.locator("#code").fill(served.code())
                        page.locator("#join button").click()
                        page.locator("#pad button").first.wait_for()

                photograph(browser, folder / name, place, shown)


def photograph(browser: Browser, path: Path, place: str, shown: Callable[[Page, str], None]) -> None:
    """Take a screenshot of each of the sizes in `SIZES`, light and dark. Their names are added to `path`.

    Args:
        place: the part of the page to open. A television shows the board alone, if this is empty.
        shown: a function that opens a part of the page, and prepares it.
    """
    for (size, (width, height)), scheme in product(SIZES.items(), ("light", "dark")):
        is_large, viewport = size == "television", {"width": width, "height": height}
        with new_tab(browser, viewport=viewport, color_scheme=scheme, reduced_motion="reduce") as page:
            shown(page, "#screen" if is_large and not place else place)
            page.wait_for_timeout(200)
            page.screenshot(path=f"{path}-{size}-{scheme}.png", full_page=not is_large)


def of_a_club(folder: Path, tables: int) -> None:
    """Take screenshots of each part of the page of a club with `tables` tables, and save them in a folder."""
    with tempfile.TemporaryDirectory() as name, closing(Broker(Path(name))) as broker, chromium() as browser:
        own = Path(name)
        with closing(ServedClub(own / "club", broker)) as club:
            publish_evening(broker, own, tables)
            draw_round(own / "club", own)
            club.wait(b'"title": "Round 1"', b'"undone": true')

            def shown(page: Page, part: str) -> None:
                page.goto(club.address + part)
                page.wait_for_selector(".score", state="attached")

            for part in ("tables", "standing", "draw", "results", "screen"):
                photograph(browser, folder / part, f"#{part}", shown)


if __name__ == "__main__":
    if sys.argv[2:3] == ["--club"]:
        of_a_club(Path(sys.argv[1]), int((sys.argv[3:] or ["24"])[0]))
    else:
        main(Path(sys.argv[1]), sys.argv[2:])
