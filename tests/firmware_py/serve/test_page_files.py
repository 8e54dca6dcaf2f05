"""The page's files are small and complete, and load nothing from other sites."""

import html
import json
import re
from collections.abc import Mapping

import pytest

from firmware_py.serve.page_view import page_files, page_labels
from firmware_py.system.web import PageFile
from firmware_py.words.english import English

FILES = page_files(English())


def text(path: str, among: Mapping[str, PageFile] = FILES) -> str:
    return among[path].content.decode()


def test_all_files_together_take_less_than_100_kilobytes() -> None:
    assert sum(len(file.content) for file in FILES.values()) < 100_000


@pytest.mark.parametrize("path", FILES)
def test_a_file_loads_nothing_but_files_of_the_page(path: str) -> None:
    found = re.findall(r"""(?:href|src)="([^"#]+)"|from '\./([^']+)'|url\(""", text(path))
    assert {f"/{''.join(names).lstrip('/')}" for names in found} <= {*FILES, "/games.zip"}
    assert set(re.findall(r"https?://[^'\"]*", text(path))) <= {"http://www.w3.org/2000/svg"}


@pytest.mark.parametrize("path", FILES)
def test_a_file_has_no_script_and_no_style_inside_another(path: str) -> None:
    assert not re.search(r"<style|\son\w+=|style=|javascript:|innerHTML", text(path))


def test_the_page_holds_the_labels_and_the_language() -> None:
    class Other(English):
        LANGUAGE = "x-other"
        PAGE_TITLE = 'A "title" & <more>'

    page = text("/", page_files(Other()))
    labels = re.search(r'data-labels="([^"]*)"', page)
    assert labels and html.unescape(labels[1]) == json.dumps(page_labels(Other()))
    assert '<html lang="x-other">' in page
    assert "<title>A &quot;title&quot; &amp; &lt;more&gt;</title>" in page
    assert "{{" not in page


def test_a_tag_changes_with_the_content() -> None:
    class Other(English):
        PAGE_TITLE = "Other"

    other = page_files(Other())
    assert {path for path in FILES if other[path].tag != FILES[path].tag} == {"/"}
