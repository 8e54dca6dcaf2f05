"""Characters beyond ASCII: Latin-1, accented letters, and characters that cannot be drawn."""

import subprocess
import sys
import unicodedata

import pytest

from firmware_py.render.font import TEXT
from tests.support.pictures import pixels

LATIN_1 = [chr(code) for code in range(0xA0, 0x100) if chr(code).isprintable()]


@pytest.mark.parametrize("char", LATIN_1)
def test_every_character_of_latin_1_has_a_picture_of_its_own(char: str) -> None:
    drawn = pixels(TEXT.mask(char))
    assert len(drawn) == TEXT.height
    assert any("#" in row for row in drawn)
    assert all(any(row[edge] == "#" for row in drawn) for edge in (0, -1))
    others = [*TEXT.glyphs, *LATIN_1, "\u20ac"]
    assert [other for other in others if pixels(TEXT.mask(other)) == drawn] == [char]


@pytest.mark.parametrize("char", [char for char in LATIN_1 if len(unicodedata.normalize("NFD", char)) == 2])
def test_a_letter_with_an_accent_is_its_letter_with_something_added(char: str) -> None:
    letter, accent = unicodedata.normalize("NFD", char)
    drawn, plain = pixels(TEXT.mask(char)), list(TEXT.glyphs[letter])
    if unicodedata.combining(accent) == 202:  # below
        assert [row.strip(".") for row in drawn[:8]] == [row.strip(".") for row in plain[:8]]
        assert all("#" in row for row in drawn[8:])
        return
    assert "#" in drawn[0]
    below = {row.strip(".") for row in drawn[2:]}
    assert below <= {row.strip(".") for row in plain}
    if letter.islower():
        assert [row.strip(".") for row in drawn[2:]] == [row.strip(".") for row in plain[2:]]


def test_beyond_latin_1_an_unknown_accent_is_left_out_and_nothing_becomes_a_question_mark() -> None:
    assert pixels(TEXT.mask("\N{LATIN SMALL LETTER E WITH HOOK ABOVE}")) == pixels(TEXT.mask("e"))
    assert pixels(TEXT.mask("\N{LATIN SMALL LETTER H WITH STROKE}")) == pixels(TEXT.mask("h"))
    for polish, latin in ("\N{LATIN SMALL LETTER L WITH STROKE}l", "\N{LATIN CAPITAL LETTER L WITH STROKE}L"):
        assert pixels(TEXT.mask(polish)) != pixels(TEXT.mask(latin))
    # A combining accent that follows its letter is left out.
    assert TEXT.width("Zoe\N{COMBINING ACUTE ACCENT}") <= TEXT.width("Zoe") + TEXT.gap
    for char in ("\N{CYRILLIC CAPITAL LETTER ZHE}", "\N{EURO SIGN}", "\n"):
        assert pixels(TEXT.mask(char)) == pixels(TEXT.mask("\N{CJK UNIFIED IDEOGRAPH-4E2D}"))
        assert pixels(TEXT.mask(char)) != pixels(TEXT.mask("?"))


def test_no_text_of_the_board_itself_loads_the_letters_beyond_ascii() -> None:
    program = (
        "import sys; from firmware_py.render.font import TEXT; TEXT.width('\u25c0 15: 5\u2665 K, \u2026'); "
        "assert not {'unicodedata', 'firmware_py.render.accents'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)
