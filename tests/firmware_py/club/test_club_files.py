"""The files of the club's page are small and complete, and load nothing from other sites."""

import html
import json
import re

import pytest

from firmware_py.club.page_objects import club_labels
from firmware_py.club.server import SHARED, club_files
from firmware_py.words.english import English

FILES = club_files(English())


def text(path: str) -> str:
    return FILES[path].content.decode()


def test_all_files_together_take_less_than_100_kilobytes() -> None:
    assert sum(len(file.content) for file in FILES.values()) < 100_000


@pytest.mark.parametrize("path", FILES)
def test_a_file_loads_nothing_but_files_of_the_page(path: str) -> None:
    found = re.findall(r"""(?:href|src)="([^"#]+)"|from '\./([^']+)'|url\(""", text(path))
    assert {f"/{''.join(names).lstrip('/')}" for names in found} <= {*FILES, "/results.csv"}
    assert set(re.findall(r"https?://[^'\"]*", text(path))) <= {"http://www.w3.org/2000/svg"}


@pytest.mark.parametrize("path", FILES)
def test_a_file_has_no_script_and_no_style_inside_another(path: str) -> None:
    assert not re.search(r"<style|\son\w+=|style=|javascript:|innerHTML", text(path))


def test_every_file_is_used() -> None:
    loaded = "".join(text(path) for path in FILES)
    assert [path for path in FILES if path != "/" and path[1:] not in loaded] == []
    assert set(SHARED) < set(FILES)


def test_the_page_holds_the_labels_and_the_language() -> None:
    labels = re.search(r'data-labels="([^"]*)"', text("/"))
    assert labels and html.unescape(labels[1]) == json.dumps(club_labels(English()))
    assert '<html lang="en">' in text("/")
    assert "{{" not in text("/")
