"""The pictures before and after the game: 128 by 64, mode `1`."""

from __future__ import annotations

from PIL import Image, ImageDraw

from firmware_py.render.font import TEXT, draw_line, lines_of, wrap
from firmware_py.render.screen_size import HEIGHT, WIDTH


def splash() -> Image.Image:
    """While the board starts: its name over a piece of a cribbage board."""
    image = _titled("Muggins")
    pen = ImageDraw.Draw(image)
    for row, (front, back) in enumerate(((17, 11), (20, 14))):
        y = 44 + 8 * row
        for hole in range(25):
            x = 4 + 5 * hole
            if hole in (front, back):
                pen.rectangle((x - 1, y - 1, x + 1, y + 1), fill=1)
            else:
                pen.point((x, y), fill=1)
    return image


def goodbye() -> Image.Image:
    """While the board ends."""
    image = _titled("Goodbye")
    said = "The game is saved."
    TEXT.draw(image, ((WIDTH - TEXT.width(said)) // 2, 46), said)
    return image


def switching_off() -> Image.Image:
    """While the machine shuts down, and after that, until it has no power any more.

    The words hold for every model. At the end the green light goes out for good: on most it blinks ten times
    before, on a Pi 5 it turns red. Where no light can be seen a minute is long enough, unless something else
    that runs on the machine takes its time to end.
    """
    image = _barred("Switching off")
    said = "Pull the plug when the green light stays out, or after a minute."
    for row, line in enumerate(wrap(said, WIDTH - 2, 4)):
        TEXT.draw(image, (1, 15 + 12 * row), line)
    return image


def fault(why: str) -> Image.Image:
    """Why the board cannot start, in four lines, or five close together where the message is long."""
    image = _barred("Cannot start")
    name, _, rest = why.partition(": ")
    short = f"{name.rpartition('/')[2]}: {rest}"  # the file's name says enough where there is no room
    lines = lines_of(short, WIDTH - 2, 5)
    first, pitch = (13, 10) if len(lines) == 5 else (15, 12)
    for row, line in enumerate(lines):
        draw_line(image, (1, first + pitch * row), line, WIDTH - 2)
    return image


def _barred(title: str) -> Image.Image:
    """A title dark on light, as pages have it."""
    image = Image.new("1", (WIDTH, HEIGHT))
    ImageDraw.Draw(image).rectangle((0, 0, WIDTH - 1, 11), fill=1)
    TEXT.draw(image, (2, 2), title, fill=0)
    return image


def _titled(title: str) -> Image.Image:
    """A title in letters of double size."""
    image = Image.new("1", (WIDTH, HEIGHT))
    small = TEXT.mask(title)
    large = small.resize((2 * small.width, 2 * small.height), Image.Resampling.NEAREST)
    image.paste(1, ((WIDTH - large.width) // 2, 12), large)
    return image
