"""The glyphs have the right sizes, and no two look the same."""

import pytest

from firmware_py.render.font import DIGITS, TEXT, Font

FONTS = {"TEXT": TEXT, "DIGITS": DIGITS}
GLYPHS = [(name, char) for name, font in FONTS.items() for char in font.glyphs]
ASCII = [chr(code) for code in range(32, 127)]


def rows(font: Font, char: str) -> list[str]:
    return list(font.glyphs[char])


@pytest.mark.parametrize(("name", "char"), GLYPHS)
def test_a_glyph_is_a_rectangle_as_high_as_its_font(name: str, char: str) -> None:
    font = FONTS[name]
    assert len(rows(font, char)) == font.height
    assert len({len(row) for row in rows(font, char)}) == 1
    assert set("".join(rows(font, char))) <= {"#", "."}


@pytest.mark.parametrize(("name", "char"), [pair for pair in GLYPHS if pair[1] != " "])
def test_a_glyph_has_no_dark_edge_column_unless_it_is_a_digit(name: str, char: str) -> None:
    columns = ["".join(column) for column in zip(*rows(FONTS[name], char), strict=True)]
    assert "#" in "".join(columns)
    if char not in "0123456789?":
        assert "#" in columns[0]
        assert "#" in columns[-1]


@pytest.mark.parametrize("font", FONTS.values(), ids=FONTS)
def test_no_two_glyphs_look_the_same(font: Font) -> None:
    seen: dict[str, str] = {}
    for char in font.glyphs:
        columns = ["".join(column) for column in zip(*rows(font, char), strict=True)]
        drawn = " ".join(columns).strip(". ")  # ignoring dark columns at the edges
        assert seen.setdefault(drawn, char) == char


def test_text_has_all_of_ascii_and_the_signs() -> None:
    assert set(TEXT.glyphs) == {*ASCII, *"♠♥♦♣…▶◀✓", "\u2013"}


def test_text_stands_on_its_lines() -> None:
    for char in "ABCDEFGHIJKLMNOPRSTUVWXYZ0123456789bdfhkl":
        assert "#" in rows(TEXT, char)[0], char
        assert "#" in rows(TEXT, char)[7], char
        assert "#" not in "".join(rows(TEXT, char)[8:]), char
    for char in "acemnorsuvwxz":
        assert "#" not in "".join(rows(TEXT, char)[:2] + rows(TEXT, char)[8:]), char
        assert "#" in rows(TEXT, char)[2], char
        assert "#" in rows(TEXT, char)[7], char
    for char in "gjpqy":
        assert "#" in rows(TEXT, char)[9], char
    for char in "♠♥♦♣":
        assert "#" in rows(TEXT, char)[0]
        assert "#" in rows(TEXT, char)[7]
        assert "#" not in "".join(rows(TEXT, char)[8:])
        assert 7 <= TEXT.width(char) <= 9
