"""A page on the OLED."""

from __future__ import annotations

import pytest
from PIL import Image

from firmware_py.input.page import Page, Row
from firmware_py.render.font import HEIGHT, NARROW, TEXT, WIDTH
from firmware_py.render.pages import draw_page, rows_of
from tests.support.pictures import pixels


def drawn(page: Page) -> Image.Image:
    image = Image.new("1", (WIDTH, HEIGHT))
    draw_page(image, page, None)
    return image


def test_the_title_is_dark_on_a_light_bar() -> None:
    bar = drawn(Page("Menu", "", ())).crop((0, 0, WIDTH, 12))
    expected = Image.new("1", (WIDTH, 12), 1)
    TEXT.draw(expected, (2, 2), "Menu", fill=0)
    assert pixels(bar) == pixels(expected)


def test_a_row_has_a_text_at_each_edge() -> None:
    row = drawn(Page("", "", (Row("fifteen", "2"),))).crop((0, 15, WIDTH, 25))
    expected = Image.new("1", (WIDTH, 10))
    TEXT.draw(expected, (0, 0), "fifteen")
    TEXT.draw(expected, (WIDTH - 1 - TEXT.width("2"), 0), "2")
    assert pixels(row) == pixels(expected)


def test_a_row_that_is_too_wide_is_drawn_narrow_and_then_cut_short() -> None:
    left, right = "fifteen 10♥ 5♥ 10♠", "UNDO leaves"
    assert TEXT.width(left) + TEXT.width(right) > WIDTH
    row = drawn(Page("", "", (Row(left, right),))).crop((0, 15, WIDTH, 25))
    end = Image.new("1", (NARROW.width(right), 10))
    NARROW.draw(end, (0, 0), right)
    assert pixels(row.crop((WIDTH - 1 - end.width, 0, WIDTH - 1, 10))) == pixels(end)


@pytest.mark.parametrize(("rows", "tops"), [(0, 4), (1, 4), (4, 4), (5, 5)])
def test_five_rows_stand_closer_together(rows: int, tops: int) -> None:
    y = rows_of(Page("", "", (Row(),) * rows))
    assert len(y) == tops
    assert y[-1] + TEXT.height <= HEIGHT
