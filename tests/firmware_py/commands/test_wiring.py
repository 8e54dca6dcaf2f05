"""`muggins wiring`: the table of pins, and the pictures."""

from pathlib import Path

import pypdfium2
import pytest

from tests.support.command import check_error, muggins


def test_the_table_names_each_pin_of_a_profile() -> None:
    made = muggins("wiring", "keypad-20")
    assert made.status == 0
    assert "button A   GPIO4 ( 7) ( 8) GPIO14  button 7" in made.out


def test_a_picture_is_written_to_a_file(tmp_path: Path) -> None:
    for options in ([], ["--drilling"], ["--enclosure"]):
        out = tmp_path / "picture.svg"
        assert muggins("wiring", "keypad-20", *options, "--out", str(out)).status == 0
        assert out.read_text(encoding="utf-8").startswith(("<?xml", "<svg"))


def test_a_drilling_template_needs_a_file() -> None:
    check_error(muggins("wiring", "keypad-20", "--drilling"), "--out drilling.pdf")


def test_an_enclosure_needs_a_file_too() -> None:
    check_error(muggins("wiring", "keypad-20", "--enclosure"), "--out enclosure.dxf")


def test_a_drilling_template_is_laid_on_the_paper_asked_for(tmp_path: Path) -> None:
    sizes = {}
    for paper in ("a4", "letter"):
        out = tmp_path / f"{paper}.pdf"
        command = ("wiring", "keypad-20", "--drilling", "--out", str(out), "--paper", paper)
        assert muggins(*command).status == 0
        (page,) = pypdfium2.PdfDocument(out)
        sizes[paper] = tuple(round(length) for length in page.get_size())
    assert sizes == {"a4": (842, 595), "letter": (792, 612)}


@pytest.mark.parametrize(
    "options",
    [
        ["--drilling", "--out", "drilling.svg"],
        ["--drilling", "--out", "drilling.png"],
        ["--out", "board.pdf"],
    ],
)
def test_paper_is_refused_for_all_but_a_template_as_pdf(options: list[str], tmp_path: Path) -> None:
    *others, out = options
    made = muggins("wiring", "keypad-20", *others, str(tmp_path / out), "--paper", "letter")
    check_error(made, "--paper is for a drilling template as PDF", "--drilling --out drilling.pdf")
    assert not list(tmp_path.iterdir())


def test_the_error_lists_the_profiles() -> None:
    check_error(muggins("wiring", "keypad-21"), "there is no such profile", "keypad-20", ".toml")
