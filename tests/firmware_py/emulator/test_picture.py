"""The picture of the simulator in the README matches what the program draws."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from tests.firmware_py.emulator.picture import PICTURE, cells, svg


def test_it_is_what_the_simulator_shows() -> None:
    kept = PICTURE.read_text(encoding="utf-8")
    assert kept == svg(cells()), "python -m tests.firmware_py.emulator.picture draws it again"


def test_picture_loads_nothing_else() -> None:
    """The picture loads no fonts, and the only URL in it is the SVG namespace."""
    kept = PICTURE.read_text(encoding="utf-8")
    assert ElementTree.fromstring(kept).tag == "{http://www.w3.org/2000/svg}svg"
    assert re.findall(r"https?://[^\"]+", kept) == ["http://www.w3.org/2000/svg"]
    assert "@font-face" not in kept and "url(" not in kept


def test_it_is_a_moment_of_the_sample_game() -> None:
    words = " ".join(ElementTree.fromstring(PICTURE.read_text(encoding="utf-8")).itertext())
    for word in ("M", "lays", "Ann", "Bob", "UNDO", "Esc", "121"):
        assert word in words.split()
