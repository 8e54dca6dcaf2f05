"""The fonts: every glyph, measuring and drawing text, breaking it into lines; and boxes."""

import subprocess
import sys
import unicodedata
from collections.abc import Mapping
from itertools import product

import pytest
from PIL import Image, ImageDraw

from firmware_py.render import glyphs
from firmware_py.render.font import DIGITS, LARGE, TALL, TEXT, Bitmap, Font, wrap, wrap_whole
from firmware_py.render.glyphs import Glyph
from tests.support.pictures import frame_of, image_of_text, pixels

FONTS = {"TEXT": (TEXT, glyphs.TEXT), "DIGITS": (DIGITS, glyphs.DIGITS)}
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


def drawn(text: str, font: Font = TEXT) -> list[str]:
    return pixels(image_of_text(text, font))


@pytest.mark.parametrize(("font", "written"), FONTS.values(), ids=FONTS)
def test_every_glyph_is_drawn_as_it_is_written(font: Font, written: Mapping[str, Glyph]) -> None:
    for char, rows in written.items():
        assert drawn(char, font) == list(rows)


@pytest.mark.parametrize(("font", "across"), [(LARGE, 2), (TALL, 1)])
def test_larger_text_is_text_with_larger_pixels(font: Font, across: int) -> None:
    small = image_of_text("Zoë 29")
    assert drawn("Zoë 29", font) == pixels(small.resize((across * small.width, 2 * small.height)))


@pytest.mark.parametrize("x", [-500, -40, -3, 0, 15, 29, 30, 500])
@pytest.mark.parametrize("y", [-500, -10, -4, 0, 8, 15, 16, 500])
@pytest.mark.parametrize("fill", [0, 1])
def test_draw_clips_at_every_edge(x: int, y: int, fill: int) -> None:
    image, expected = Bitmap(30, 16), Image.new("1", (30, 16), 1 - fill)
    image.box(0, 0, 29, 15, 1 - fill)
    assert TEXT.draw(image, (x, y), "Quay ♣", fill) == x + TEXT.width("Quay ♣") + 1
    expected.paste(fill, (x, y), image_of_text("Quay ♣"))
    assert image.frame() == frame_of(expected)


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
    seen = {char: tuple(drawn(char)) for char in (*glyphs.TEXT, *LATIN_1, "\u20ac")}
    assert len(set(seen.values())) == len(seen)
    for char in LATIN_1:
        assert len(seen[char]) == TEXT.height, char
        assert all(any(row[edge] == "#" for row in seen[char]) for edge in (0, -1)), char


@pytest.mark.parametrize("char", [char for char in LATIN_1 if len(unicodedata.normalize("NFD", char)) == 2])
def test_a_letter_with_an_accent_is_its_letter_with_something_added(char: str) -> None:
    letter, accent = unicodedata.normalize("NFD", char)
    seen, plain = drawn(char), glyphs.TEXT[letter]
    if unicodedata.combining(accent) == 202:  # below
        assert [row.strip(".") for row in seen[:8]] == [row.strip(".") for row in plain[:8]]
        assert all("#" in row for row in seen[8:])
        return
    assert "#" in seen[0]
    below = {row.strip(".") for row in seen[2:]}
    assert below <= {row.strip(".") for row in plain}
    if letter.islower():
        assert [row.strip(".") for row in seen[2:]] == [row.strip(".") for row in plain[2:]]


def test_beyond_latin_1_an_unknown_accent_is_left_out_and_nothing_becomes_a_question_mark() -> None:
    assert drawn("\N{LATIN SMALL LETTER E WITH HOOK ABOVE}") == drawn("e")
    assert drawn("\N{LATIN SMALL LETTER H WITH STROKE}") == drawn("h")
    for polish, latin in ("\N{LATIN SMALL LETTER L WITH STROKE}l", "\N{LATIN CAPITAL LETTER L WITH STROKE}L"):
        assert drawn(polish) != drawn(latin)
    # A combining accent that follows its letter is left out.
    assert TEXT.width("Zoe\N{COMBINING ACUTE ACCENT}") <= TEXT.width("Zoe") + TEXT.gap
    for char in ("\N{CYRILLIC CAPITAL LETTER ZHE}", "\N{EURO SIGN}", "\n"):
        assert drawn(char) == drawn("\N{CJK UNIFIED IDEOGRAPH-4E2D}")
        assert drawn(char) != drawn("?")


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
        ours, theirs = Bitmap(16, 8), Image.new("1", (16, 8), 1 - ink)
        ours.box(0, 0, 15, 7, 1 - ink)
        ours.box(left, top, right, bottom, ink)
        ImageDraw.Draw(theirs).rectangle((left, top, right, bottom), fill=ink)
        assert ours.frame() == frame_of(theirs)
