"""The images shown before and after the game, such as the start-up image and the goodbye message."""

from __future__ import annotations

from PIL import Image

from firmware_py.render.box import draw_box
from firmware_py.render.font import TEXT, draw_line, lines_of, wrap
from firmware_py.render.screen_size import HEIGHT, WIDTH
from firmware_py.words.in_use import words


def splash() -> Image.Image:
    """Return the image that is shown when the board starts: the name Muggins above a cribbage board."""
    image = _titled("Muggins")
    for row, (front, back) in enumerate(((17, 11), (20, 14))):
        y = 44 + 8 * row
        for hole in range(25):
            x = 4 + 5 * hole
            if hole in (front, back):
                draw_box(image, x - 1, y - 1, x + 1, y + 1)
            else:
                draw_box(image, x, y, x, y)
    return image


def goodbye() -> Image.Image:
    """Return the image that is shown when the board stops. It says that the game has been saved."""
    image = _titled(words().GOODBYE)
    said = words().GAME_IS_SAVED
    TEXT.draw(image, ((WIDTH - TEXT.width(said)) // 2, 46), said)
    return image


def switching_off() -> Image.Image:
    """Return the image that is shown while the machine shuts down.

    Its text tells players when it is safe to cut the power.
    """
    image = _barred(words().SWITCHING_OFF)
    for row, line in enumerate(wrap(words().PULL_THE_PLUG, WIDTH - 2, 4)):
        TEXT.draw(image, (1, 15 + 12 * row), line)
    return image


def fault(why: str) -> Image.Image:
    """Return an image that says why the board cannot start, in up to five lines."""
    image = _barred(words().CANNOT_START)
    name, _, rest = why.partition(": ")
    short = f"{name.rpartition('/')[2]}: {rest}"  # there is no room for the whole path
    lines = lines_of(short, WIDTH - 2, 5)
    first, pitch = (13, 10) if len(lines) == 5 else (15, 12)
    for row, line in enumerate(lines):
        draw_line(image, (1, first + pitch * row), line, WIDTH - 2)
    return image


def _barred(title: str) -> Image.Image:
    image = Image.new("1", (WIDTH, HEIGHT))
    draw_box(image, 0, 0, WIDTH - 1, 11)
    TEXT.draw(image, (2, 2), title, fill=0)
    return image


def _titled(title: str) -> Image.Image:
    image = Image.new("1", (WIDTH, HEIGHT))
    small = TEXT.mask(title)
    large = small.resize((2 * small.width, 2 * small.height), Image.Resampling.NEAREST)
    image.paste(1, ((WIDTH - large.width) // 2, 12), large)
    return image
