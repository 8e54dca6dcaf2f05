"""The pictures before and after the game: 128 by 64, mode `1`."""

from __future__ import annotations

from PIL import Image, ImageDraw

from firmware_py.render.font import TEXT, wrap

WIDTH, HEIGHT = 128, 64


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
    said = "The game is kept."
    TEXT.draw(image, ((WIDTH - TEXT.width(said)) // 2, 46), said)
    return image


def fault(why: str) -> Image.Image:
    """Why the board cannot start."""
    image = Image.new("1", (WIDTH, HEIGHT))
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, 0, WIDTH - 1, 11), fill=1)
    TEXT.draw(image, (2, 2), "Cannot start", fill=0)
    name, _, rest = why.partition(": ")
    short = f"{name.rpartition('/')[2]}: {rest}"  # the file's name says enough where there is no room
    for row, line in enumerate(wrap(short, WIDTH - 2, 4)):
        TEXT.draw(image, (1, 15 + 12 * row), line)
    return image


def _titled(title: str) -> Image.Image:
    """A title in letters of double size."""
    image = Image.new("1", (WIDTH, HEIGHT))
    small = TEXT.mask(title)
    large = small.resize((2 * small.width, 2 * small.height), Image.Resampling.NEAREST)
    image.paste(1, ((WIDTH - large.width) // 2, 12), large)
    return image
