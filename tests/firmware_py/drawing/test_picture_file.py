"""The suffix of the file name determines the file format."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_py.drawing.formats import dxf, save, svg
from firmware_py.drawing.pdf import pdf
from firmware_py.drawing.png import png
from firmware_py.drawing.shapes import Circle, Drawing, Primitive
from firmware_py.system.errors import UsageError

RED, BLUE, GREEN = (255, 0, 0), (0, 0, 255), (0, 128, 0)


def sketch(*shapes: Primitive, title: str = "A title") -> Drawing:
    return Drawing(title, 40, 30, shapes)


def test_the_suffix_says_which_file_it_is(tmp_path: Path) -> None:
    drawn = sketch(Circle(5, 5, 2))
    for name in ("a.svg", "b.SVG", "c.png", "d.pdf", "e.dxf"):
        save(tmp_path / name, drawn)
    assert (
        (tmp_path / "a.svg").read_text(encoding="utf-8")
        == (tmp_path / "b.SVG").read_text(encoding="utf-8")
        == svg(drawn)
    )
    assert (tmp_path / "c.png").read_bytes() == png(drawn)
    assert (tmp_path / "d.pdf").read_bytes() == pdf([drawn])
    assert (tmp_path / "e.dxf").read_text(encoding="utf-8") == dxf(drawn)


def test_only_a_pdf_has_several_pages(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"a\.svg: this drawing has 2 pages: end the file's name in \.pdf"):
        save(tmp_path / "a.svg", sketch(), sketch())
    save(tmp_path / "a.pdf", sketch(), sketch())
    assert (tmp_path / "a.pdf").read_bytes() == pdf([sketch(), sketch()])


@pytest.mark.parametrize("name", ["a.jpg", "a", "a.svgz"])
def test_another_suffix_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match=rf"{name}: this drawing ends in \.svg, \.png, \.pdf or \.dxf"):
        save(tmp_path / name, sketch())
    assert not (tmp_path / name).exists()


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"a\.svg: no such file or directory: ") as caught:
        save(tmp_path / "none" / "a.svg", sketch())
    assert "\n" not in str(caught.value)
    (tmp_path / "b.svg").mkdir()
    with pytest.raises(UsageError, match=r"b\.svg: is a directory: "):
        save(tmp_path / "b.svg", sketch())
