"""The page has a label for each name used in its files, and no unused label."""

import re
from importlib.resources import files

from firmware_py.serve.page_view import page_labels
from firmware_py.words.english import English

PAGE = files("firmware_py.serve") / "page"


def test_the_labels_are_those_that_the_page_uses() -> None:
    used = set(re.findall(r'data-(?:label|name)="(\w+)"', (PAGE / "index.html").read_text(encoding="utf-8")))
    for file in PAGE.iterdir():
        if file.name.endswith(".js"):
            used |= set(re.findall(r"\blabels\.(?!js\b)(\w+)", file.read_text(encoding="utf-8")))
    assert used == set(page_labels(English()))


def test_the_page_says_where_the_codes_are_shown() -> None:
    menu, terminal = (page_labels(English(), from_menu=from_menu) for from_menu in (True, False))
    for label in ("joinHelp", "joinToWatch"):
        assert "menu" in menu[label] and "terminal" not in menu[label]
        assert "terminal" in terminal[label] and "menu" not in terminal[label]


def test_a_translation_reaches_the_page() -> None:
    class German(English):
        PAGE_BOARD = "Brett"

    assert page_labels(German())["board"] == "Brett"
