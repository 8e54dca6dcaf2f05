"""The committed pictures of the guides match the profiles."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from tests.firmware_py.diagram.pictures import FOLDER, pictures

DRAWN = pictures()


def test_each_profile_has_its_pictures_and_there_are_no_others() -> None:
    assert {path.name for path in FOLDER.glob("*.svg")} == set(DRAWN)


@pytest.mark.parametrize("name", DRAWN)
def test_a_picture_shows_what_its_profile_says(name: str) -> None:
    kept = (FOLDER / name).read_text(encoding="utf-8")
    assert kept == DRAWN[name], "python -m tests.firmware_py.diagram.pictures draws it again"
    assert ElementTree.fromstring(kept).tag == "{http://www.w3.org/2000/svg}svg"
