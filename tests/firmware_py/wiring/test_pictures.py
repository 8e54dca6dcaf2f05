"""The pictures in hardware/pictures are up to date: drawing them again gives the same pictures."""

from __future__ import annotations

from functools import cache
from xml.etree import ElementTree

import pypdfium2
import pytest
from PIL import Image, ImageChops

from .pictures import FOLDER, pictures, prints

KEPT = sorted(path.name for path in (*FOLDER.glob("*.svg"), *FOLDER.glob("*.dxf")))
PRINTS = sorted(path.name for path in FOLDER.glob("*.pdf"))
# Drawn when the first test needs them, and not whenever the tests are collected.
drawn_now, printed_now = cache(pictures), cache(prints)


def test_each_profile_has_its_pictures_and_there_are_no_others() -> None:
    assert set(KEPT) == set(drawn_now())
    assert set(PRINTS) == set(printed_now())


@pytest.mark.parametrize("name", KEPT)
def test_a_picture_shows_what_its_profile_says(name: str) -> None:
    kept = (FOLDER / name).read_text(encoding="utf-8")
    assert kept == drawn_now()[name], "python -m tests.firmware_py.wiring.pictures draws it again"
    if name.endswith(".svg"):
        assert ElementTree.fromstring(kept).tag == "{http://www.w3.org/2000/svg}svg"


def page(data: bytes) -> Image.Image:
    (only,) = pypdfium2.PdfDocument(data)
    image: Image.Image = only.render(scale=2).to_pil().convert("L")
    return image


@pytest.mark.parametrize("name", PRINTS)
def test_a_drilling_template_to_print_is_up_to_date(name: str) -> None:
    # The pages are compared as pictures, because each version of reportlab writes different bytes.
    kept, drawn = page((FOLDER / name).read_bytes()), page(printed_now()[name])
    assert kept.size == drawn.size == ((1684, 1191) if "a4" in name else (1584, 1224))
    differs = ImageChops.difference(kept, drawn).getextrema()
    assert differs == (0, 0), "python -m tests.firmware_py.wiring.pictures draws it again"
