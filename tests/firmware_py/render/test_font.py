"""The fonts: measuring text, drawing it, and breaking it into lines."""

import pytest
from PIL import Image

from firmware_py.render import font as font_module
from firmware_py.render.font import DIGITS, NARROW, TEXT, Font, font_for, wrap, wrap_whole
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


def test_all_digits_of_a_font_have_one_width() -> None:
    assert {TEXT.width(char) for char in "0123456789"} == {6}
    assert {DIGITS.width(char) for char in "023456789"} == {13}
    assert DIGITS.width("1") == 6


def test_every_score_fits_44_px() -> None:
    assert max(DIGITS.width(str(score)) for score in range(1000)) == 43
    assert DIGITS.width("121") == 29


def test_text_takes_at_most_6_px_a_character() -> None:
    total = sum(TEXT.width(sentence) + TEXT.gap for sentence in SENTENCES)
    assert total / sum(len(sentence) for sentence in SENTENCES) <= 6.0
    for sentence in ("fifteen two and a pair", "Crib: all five one suit?", "the 5♥ has been seen"):
        assert TEXT.width(sentence) <= 128


@pytest.mark.parametrize("font", FONTS.values(), ids=FONTS)
def test_every_glyph_is_drawn_as_it_is_written(font: Font) -> None:
    for char in font.glyphs:
        assert pixels(font.mask(char)) == rows(font, char)


@pytest.mark.parametrize("font", FONTS.values(), ids=FONTS)
def test_characters_stand_one_gap_apart(font: Font) -> None:
    one, two = rows(font, "1"), rows(font, "2")
    assert pixels(font.mask("12")) == [a + "." * font.gap + b for a, b in zip(one, two, strict=True)]


@pytest.mark.parametrize("font", FONTS.values(), ids=FONTS)
@pytest.mark.parametrize("text", ["", " ", "1", "121", "0 9", "?-+"])
def test_a_mask_is_as_wide_as_its_text(font: Font, text: str) -> None:
    assert font.mask(text).size == (font.width(text), font.height)
    assert font.mask(text).mode == "1"


def test_draw_returns_the_x_for_more_text() -> None:
    whole, parts = Image.new("1", (128, 64)), Image.new("1", (128, 64))
    end = TEXT.draw(whole, (3, 5), "Crib: 5♥")
    assert end == 3 + TEXT.width("Crib: 5♥") + TEXT.gap
    assert TEXT.draw(parts, (TEXT.draw(parts, (3, 5), "Crib: "), 5), "5♥") == end
    assert whole.tobytes() == parts.tobytes()
    assert whole.getbbox() == (3, 5, end - 1, 13)


def test_no_text_draws_nothing() -> None:
    image = Image.new("1", (128, 64))
    assert TEXT.draw(image, (7, 0), "") == 7
    assert image.getbbox() is None


def test_fill_0_darkens_the_characters_and_leaves_the_rest() -> None:
    image = Image.new("1", (20, 10), 1)
    TEXT.draw(image, (2, 2), "31", fill=0)
    expected = Image.new("1", (20, 10))
    TEXT.draw(expected, (2, 2), "31")
    assert pixels(image) == ["".join("." if dot == "#" else "#" for dot in row) for row in pixels(expected)]


def test_text_is_laid_over_what_is_there() -> None:
    image = Image.new("1", (6, 10), 1)
    TEXT.draw(image, (0, 0), "o")
    assert all("." not in row for row in pixels(image))


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


def test_an_unknown_digit_is_drawn_as_a_question_mark() -> None:
    assert pixels(DIGITS.mask("1\u20ac")) == pixels(DIGITS.mask("1?"))
    assert DIGITS.width("\n") == DIGITS.width("?")


def test_a_line_seen_before_is_not_drawn_again() -> None:
    assert TEXT.mask("fifteen two") is TEXT.mask("fifteen two")
    assert pixels(TEXT.mask("1")) != pixels(DIGITS.mask("1"))


def test_the_masks_kept_are_bounded() -> None:
    for number in range(600):
        TEXT.mask(f"line {number}")
    assert font_module._mask.cache_info().currsize <= 256


def test_a_text_that_fits_is_one_line() -> None:
    assert wrap("Left to play", 128, 2) == ["Left to play"]
    assert wrap("OK yes  GO no", 128, 1) == ["OK yes  GO no"]
    assert wrap("Left", TEXT.width("Left"), 1) == ["Left"]


def test_wrap_breaks_at_spaces_and_fills_the_lines_in_turn() -> None:
    assert wrap(PROSE, 128, 3) == ["You cut the lower", "card and deal first"]
    assert wrap(PROSE, TEXT.width("You cut the"), 9)[0] == "You cut the"
    assert wrap(PROSE, TEXT.width("You cut the") - 1, 9)[0] == "You cut"


def test_wrap_drops_the_spaces_at_a_break_and_at_the_ends() -> None:
    assert wrap("  a   b  ", TEXT.width("a"), 5) == ["a", "b"]
    assert wrap("a  b", TEXT.width("a "), 5) == ["a", "b"]


def test_a_text_that_does_not_fit_ends_in_an_ellipsis() -> None:
    lines = wrap(PROSE, 60, 2)
    assert len(lines) == 2
    assert lines[1].endswith("…")
    assert " ".join(lines)[:-1] == PROSE[: len(" ".join(lines)) - 1]
    assert wrap("Left to play", TEXT.width("Left …"), 1) == ["Left…"]


def test_a_word_wider_than_a_line_is_broken() -> None:
    assert wrap("mmmm is", TEXT.width("mmm"), 5) == ["mmm", "m is"]
    assert wrap("is mmmm", TEXT.width("mmm"), 5) == ["is", "mmm", "m"]


def test_wrap_returns_no_lines_without_text_or_room() -> None:
    assert wrap("", 128, 2) == []
    assert wrap("   ", 128, 2) == []
    assert wrap("Left", 128, 0) == []
    assert wrap("mm", 1, 3) == []
    assert wrap("Left", TEXT.width("…") - 1, 1) == []


@pytest.mark.parametrize("lines", range(1, 5))
@pytest.mark.parametrize("width", range(0, 140, 3))
def test_wrapped_lines_are_within_the_width_and_lose_no_word_silently(width: int, lines: int) -> None:
    for sentence in SENTENCES:
        wrapped = wrap(sentence, width, lines)
        assert len(wrapped) <= lines
        assert all(TEXT.width(line) <= width for line in wrapped)
        assert all(line == line.strip(" ") and line for line in wrapped)
        if wrapped and not wrapped[-1].endswith("…") and width >= 8:
            assert "".join(wrapped).replace(" ", "") == sentence.replace(" ", "")


def test_a_line_that_is_too_long_is_drawn_in_the_narrow_font() -> None:
    line = "Crib: 5 J Q K and a flush"
    assert NARROW.width(line) < TEXT.width(line)
    assert font_for(line, TEXT.width(line)) is TEXT
    assert font_for(line, TEXT.width(line) - 1) is NARROW


@pytest.mark.parametrize("lines", range(1, 5))
def test_wrap_whole_has_the_lines_of_wrap_or_none_if_the_text_would_be_cut(lines: int) -> None:
    for sentence in SENTENCES:
        for width in range(0, 140, 7):
            wrapped = wrap(sentence, width, lines)
            is_whole = "".join(wrapped).replace(" ", "") == sentence.replace(" ", "")
            assert wrap_whole(sentence, width, lines) == (wrapped if is_whole else None)
