"""The fonts: every glyph, measuring and drawing text, breaking it into lines; and boxes."""

import subprocess
import sys
import unicodedata
from itertools import product

import pytest
from PIL import Image, ImageDraw

from firmware_py.render.font import DIGITS, TEXT, Font, draw_box, wrap, wrap_whole
from tests.support.pictures import pixels

FONTS = {"TEXT": TEXT, "DIGITS": DIGITS}
SENTENCES = (
    "fifteen two and a pair is four",
    "Left to play",
    "Crib: all five one suit?",
    "the 5♥ has been seen",
    "OK yes  GO no",
    "You cut the lower card and deal first",
    "Count your hand, then press OK to peg the points",
    "It is your turn to lead a card",
)
PROSE = "You cut the lower card and deal first"


def rows(font: Font, char: str) -> list[str]:
    return list(font.glyphs[char])


@pytest.mark.parametrize("font", FONTS.values(), ids=FONTS)
def test_every_glyph_is_drawn_as_it_is_written(font: Font) -> None:
    for char in font.glyphs:
        assert pixels(font.mask(char)) == rows(font, char)


@pytest.mark.parametrize("x", [-500, -40, -3, 0, 15, 29, 30, 500])
@pytest.mark.parametrize("y", [-500, -10, -4, 0, 8, 11, 12, 500])
def test_draw_clips_at_every_edge(x: int, y: int) -> None:
    image = Image.new("1", (30, 12))
    assert TEXT.draw(image, (x, y), "Quay ♣") == x + TEXT.width("Quay ♣") + 1
    expected = Image.new("1", (30, 12))
    mask = TEXT.mask("Quay ♣")
    for row in range(mask.height):
        for column in range(mask.width):
            if mask.getpixel((column, row)) and 0 <= x + column < 30 and 0 <= y + row < 12:
                expected.putpixel((x + column, y + row), 1)
    assert image.tobytes() == expected.tobytes()


def test_wrap_breaks_at_spaces_and_fills_the_lines_in_turn() -> None:
    assert wrap(PROSE, 128, 3) == ["You cut the lower", "card and deal first"]
    assert wrap(PROSE, TEXT.width("You cut the"), 9)[0] == "You cut the"
    assert wrap(PROSE, TEXT.width("You cut the") - 1, 9)[0] == "You cut"


def test_a_text_that_does_not_fit_ends_in_an_ellipsis() -> None:
    lines = wrap(PROSE, 60, 2)
    assert len(lines) == 2
    assert lines[1].endswith("…")
    assert " ".join(lines)[:-1] == PROSE[: len(" ".join(lines)) - 1]
    assert wrap("Left to play", TEXT.width("Left …"), 1) == ["Left…"]


def test_a_word_wider_than_a_line_is_broken() -> None:
    assert wrap("mmmm is", TEXT.width("mmm"), 5) == ["mmm", "m is"]
    assert wrap("is mmmm", TEXT.width("mmm"), 5) == ["is", "mmm", "m"]


def test_wrapped_lines_are_within_the_width_and_lose_no_word_silently() -> None:
    for sentence, width, lines in product(SENTENCES, range(0, 140, 3), range(1, 5)):
        wrapped = wrap(sentence, width, lines)
        assert len(wrapped) <= lines
        assert all(TEXT.width(line) <= width for line in wrapped)
        assert all(line == line.strip(" ") and line for line in wrapped)
        if wrapped and not wrapped[-1].endswith("…") and width >= 8:
            assert "".join(wrapped).replace(" ", "") == sentence.replace(" ", "")


@pytest.mark.parametrize("lines", range(1, 5))
def test_wrap_whole_has_the_lines_of_wrap_or_none_if_the_text_would_be_cut(lines: int) -> None:
    for sentence in SENTENCES:
        for width in range(0, 140, 7):
            wrapped = wrap(sentence, width, lines)
            is_whole = "".join(wrapped).replace(" ", "") == sentence.replace(" ", "")
            assert wrap_whole(sentence, width, lines) == (wrapped if is_whole else None)


LATIN_1 = [chr(code) for code in range(0xA0, 0x100) if chr(code).isprintable()]


def test_every_character_of_latin_1_has_a_picture_of_its_own() -> None:
    drawn = {char: tuple(pixels(TEXT.mask(char))) for char in (*TEXT.glyphs, *LATIN_1, "\u20ac")}
    assert len(set(drawn.values())) == len(drawn)
    for char in LATIN_1:
        assert len(drawn[char]) == TEXT.height, char
        assert all(any(row[edge] == "#" for row in drawn[char]) for edge in (0, -1)), char


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


EDGES = (-3, 0, 5, 7, 20)


@pytest.mark.parametrize("ink", [0, 1])
def test_a_box_is_that_of_pillow(ink: int) -> None:
    for left, top, right, bottom in product(EDGES, repeat=4):
        if left > right or top > bottom:
            continue
        ours, theirs = (Image.new("1", (16, 12), 1 - ink) for _ in range(2))
        draw_box(ours, left, top, right, bottom, ink)
        ImageDraw.Draw(theirs).rectangle((left, top, right, bottom), fill=ink)
        assert ours.tobytes() == theirs.tobytes()
