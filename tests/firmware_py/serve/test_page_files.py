"""The files of the board's page and of a club's: what they load, and the words that they hold."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import NamedTuple

import pytest

from firmware_py.club.page_objects import club_labels
from firmware_py.club.server import SHARED, club_files
from firmware_py.serve.page_view import page_files, page_labels
from firmware_py.system.web import PageFile
from firmware_py.words.english import English


class Other(English):
    LANGUAGE = "x-other"
    PAGE_TITLE = CLUB_TITLE = 'A "title" & <more>'


class ServedPage(NamedTuple):
    """A page: its files, its labels, a file that it offers for download, and the package of its sources."""

    files: Callable[[English], Mapping[str, PageFile]]
    labels: Callable[[English], Mapping[str, str]]
    download: str
    package: str


PAGES = {
    "board": ServedPage(page_files, page_labels, "/games.zip", "firmware_py.serve"),
    "club": ServedPage(club_files, club_labels, "/results.csv", "firmware_py.club"),
}
ALL_FILES = [(name, path) for name, page in PAGES.items() for path in page.files(English())]

of_each_page = pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
of_each_file = pytest.mark.parametrize(("page", "path"), ALL_FILES)


def text(name: str, path: str) -> str:
    return PAGES[name].files(English())[path].content.decode()


@of_each_page
def test_the_labels_are_those_that_the_page_uses(page: ServedPage) -> None:
    folder, boards = (files(package) / "page" for package in (page.package, "firmware_py.serve"))
    sources = [file for file in folder.iterdir() if file.name.endswith(".js")]
    if page is PAGES["club"]:
        sources += [boards / path[1:] for path in SHARED if path.endswith(".js")]
    first = (folder / "index.html").read_text(encoding="utf-8")
    used = set(re.findall(r'data-(?:label|name)="(\w+)"', first))
    for file in sources:
        used |= set(re.findall(r"\blabels\.(?!js\b)(\w+)", file.read_text(encoding="utf-8")))
    assert used == set(page.labels(English()))


@of_each_page
def test_all_files_together_are_small_and_every_file_is_used(page: ServedPage) -> None:
    found = page.files(English())
    assert sum(len(file.content) for file in found.values()) < 100_000
    loaded = b"".join(file.content for file in found.values()).decode()
    assert [path for path in found if path != "/" and path[1:] not in loaded] == []


@of_each_file
def test_a_file_loads_nothing_but_files_of_the_page(page: str, path: str) -> None:
    found = re.findall(r"""(?:href|src)="([^"#]+)"|from '\./([^']+)'|url\(""", text(page, path))
    allowed = {*PAGES[page].files(English()), PAGES[page].download}
    assert {f"/{''.join(names).lstrip('/')}" for names in found} <= allowed
    assert set(re.findall(r"https?://[^'\"]*", text(page, path))) <= {"http://www.w3.org/2000/svg"}


@of_each_file
def test_a_file_has_no_script_and_no_style_inside_another(page: str, path: str) -> None:
    assert not re.search(r"<style|\son\w+=|style=|javascript:|innerHTML", text(page, path))


@of_each_page
def test_the_page_holds_the_labels_and_the_language_and_its_tag_changes_with_them(page: ServedPage) -> None:
    english, other = page.files(English()), page.files(Other())
    shown = other["/"].content.decode()
    labels = re.search(r'data-labels="([^"]*)"', shown)
    assert labels and html.unescape(labels[1]) == json.dumps(page.labels(Other()))
    assert '<html lang="x-other">' in shown
    assert "<title>A &quot;title&quot; &amp; &lt;more&gt;</title>" in shown
    assert "{{" not in shown
    assert {path for path in english if other[path].tag != english[path].tag} == {"/"}


def test_the_page_says_where_the_codes_are_shown() -> None:
    menu, terminal = (page_labels(English(), from_menu=from_menu) for from_menu in (True, False))
    for label in ("joinHelp", "joinToWatch"):
        assert "menu" in menu[label] and "terminal" not in menu[label]
        assert "terminal" in terminal[label] and "menu" not in terminal[label]
