"""Take screenshots of a club's page in four sizes, in light and dark mode, for a person to check.

python -m tests.browser.club_pictures FOLDER [TABLES]
"""

from __future__ import annotations

import os
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from tests.browser.conftest import CHROMIUM
from tests.browser.pictures import SIZES
from tests.browser.test_club import draw_round, publish_evening
from tests.support.broker import Broker
from tests.support.served_club import ServedClub

PLACES = ("tables", "standing", "draw", "results", "screen")


def main(folder: Path, tables: int) -> None:
    """Take screenshots of each part of the page of a club with `tables` tables, and save them in a folder."""
    with tempfile.TemporaryDirectory() as name:
        own = Path(name)
        with (
            closing(Broker(own)) as broker,
            closing(ServedClub(own / "club", broker)) as club,
            sync_playwright() as playwright,
        ):
            publish_evening(broker, own, tables)
            draw_round(own / "club", own)
            club.wait(b'"title": "Round 1"', b'"undone": true')
            options = ["--no-sandbox"] if os.geteuid() == 0 else []
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=options)
            for size, (width, height) in SIZES.items():
                for scheme in ("light", "dark"):
                    looks: Any = {"viewport": {"width": width, "height": height}, "color_scheme": scheme}
                    with closing(browser.new_context(**looks, reduced_motion="reduce")) as context:
                        for place in PLACES:
                            page = context.new_page()
                            page.goto(f"{club.address}#{place}")
                            page.wait_for_selector(".score", state="attached")
                            page.wait_for_timeout(200)
                            page.screenshot(path=folder / f"{place}-{size}-{scheme}.png")
            browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int((sys.argv[2:] or ["24"])[0]))
