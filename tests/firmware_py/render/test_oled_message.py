"""A refusal or a notice on the OLED."""

from __future__ import annotations

from PIL import Image

from firmware_py.render.font import HEIGHT, WIDTH
from firmware_py.render.oled import draw_message

LINES = (32, 43, 54)
PAGE = (15, 27, 39, 51)


def covered(message: str, rows: tuple[int, ...], *, on_page: bool) -> int:
    """Draw a message on an empty picture, and return the y-coordinate of the top of the area that it covers.

    Args:
        message: the message.
        rows: the y-coordinate of the top of each row of text that the message may cover.
        on_page: True if the display shows a page, such as a menu, rather than the game. The message then
            covers only as many rows as it needs, from the bottom; otherwise, it covers all rows.
    """
    image = Image.new("1", (WIDTH, HEIGHT))
    draw_message(image, message, rows, on_page=on_page)
    box = image.getbbox()
    assert box is not None
    assert (box[0], box[2], box[3]) == (0, WIDTH, HEIGHT)
    return box[1]


def test_a_message_covers_all_lines_of_text() -> None:
    assert covered("No", LINES, on_page=False) == 31
    assert covered("A message that takes two lines", LINES, on_page=False) == 31


def test_on_a_page_it_covers_as_many_rows_as_it_has_lines() -> None:
    assert covered("No", PAGE, on_page=True) == 49
    assert covered("A message that takes two lines", PAGE, on_page=True) == 37


def test_a_long_message_takes_the_whole_screen() -> None:
    assert covered("word " * 30, LINES, on_page=False) < 10
    assert covered("word " * 30, PAGE, on_page=True) < 10


def test_it_is_dark_on_light() -> None:
    image = Image.new("1", (WIDTH, HEIGHT))
    draw_message(image, "OK does nothing here", LINES, on_page=False)
    area = image.crop((0, 31, WIDTH, HEIGHT))
    light = sum(area.convert("L").point(lambda value: value > 0).tobytes())
    assert light > 0.7 * area.width * area.height
