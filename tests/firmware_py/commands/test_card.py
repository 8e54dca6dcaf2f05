"""`muggins card` writes a file, or reports an error if it cannot write to the file named."""

from pathlib import Path

import pytest

from tests.support.command import muggins


@pytest.mark.parametrize(
    ("name", "begins"), [("card.pdf", b"%PDF"), ("card.svg", b"<svg"), ("card.png", b"\x89PNG")]
)
def test_the_card_is_written(tmp_path: Path, name: str, begins: bytes) -> None:
    made = muggins("card", str(tmp_path / name))
    assert (made.status, made.out, made.err) == (0, "", "")
    assert (tmp_path / name).read_bytes().startswith(begins)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("card.txt", "this drawing ends in .pdf, .svg or .png"),
        ("card.dxf", "this drawing ends in .pdf, .svg or .png"),
        ("no/card.svg", "name a file"),
    ],
)
def test_a_file_that_cannot_be_drawn_is_refused(tmp_path: Path, name: str, says: str) -> None:
    made = muggins("card", str(tmp_path / name))
    assert (made.status, made.out) == (2, "")
    assert says in made.err


def test_the_file_is_missing() -> None:
    assert "FILE is missing" in muggins("card").err
