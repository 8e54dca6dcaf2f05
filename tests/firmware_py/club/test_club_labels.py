"""The page has a label for each name used in its files, and no unused label."""

import re
from importlib.resources import files

from firmware_py.club.page_objects import club_labels
from firmware_py.club.server import SHARED
from firmware_py.words.english import English

PAGE = files("firmware_py.club") / "page"
BOARDS_PAGE = files("firmware_py.serve") / "page"


def test_the_labels_are_those_that_the_page_uses() -> None:
    used = set(re.findall(r'data-(?:label|name)="(\w+)"', (PAGE / "index.html").read_text(encoding="utf-8")))
    scripts = [file for file in PAGE.iterdir() if file.name.endswith(".js")]
    scripts += [BOARDS_PAGE / path[1:] for path in SHARED if path.endswith(".js")]
    for file in scripts:
        used |= set(re.findall(r"\blabels\.(?!js\b)(\w+)", file.read_text(encoding="utf-8")))
    assert used == set(club_labels(English()))


def test_a_translation_reaches_the_page() -> None:
    class German(English):
        CLUB_TABLES = "Tische"

    assert club_labels(German())["tables"] == "Tische"
