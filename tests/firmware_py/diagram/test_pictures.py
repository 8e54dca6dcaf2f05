"""The pictures of the guides are those of the profiles."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from tests.firmware_py.diagram.pictures import FOLDER, pictures

DRAWN = pictures()


def test_there_is_one_for_each_profile_and_no_other() -> None:
    assert {path.name for path in FOLDER.glob("*.svg")} == set(DRAWN)


@pytest.mark.parametrize("name", DRAWN)
def test_it_is_what_the_profile_says(name: str) -> None:
    kept = (FOLDER / name).read_text(encoding="utf-8")
    assert kept == DRAWN[name], "python -m tests.firmware_py.diagram.pictures draws it again"
    assert ElementTree.fromstring(kept).tag == "{http://www.w3.org/2000/svg}svg"
