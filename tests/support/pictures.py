"""Pictures of the display and of the LEDs, as text and as frames, for tests to draw and to compare."""

import random
import shutil
import subprocess
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from firmware_py.config.palette import DEFAULT, Colour, Palette
from firmware_py.config.track_shape import Shape
from firmware_py.render.leds import LedPainter
from firmware_py.view.view import Track, View
from tests.support.deadline import PATIENCE


def pixels(image: Image.Image) -> list[str]:
    """Return the rows of a picture as text, with `#` for a lit pixel and `.` for a dark one."""
    width, height = image.size
    return ["".join("#" if image.getpixel((x, y)) else "." for x in range(width)) for y in range(height)]


def lit(image: Image.Image) -> int:
    return sum(row.count("#") for row in pixels(image))


BLACK = Image.new("1", (128, 64))


def noise(seed: int) -> Image.Image:
    """Return a picture of random noise in which about half of the pixels are lit."""
    return Image.frombytes("1", (128, 64), random.Random(seed).randbytes(1024))


def with_box(image: Image.Image, *box: int, fill: int = 1) -> Image.Image:
    """Return a copy of a picture with a filled box added.

    Args:
        box: the left, top, right and bottom coordinates of the box.
        fill: 1 for a lit box, 0 for a dark one.
    """
    changed = image.copy()
    ImageDraw.Draw(changed).rectangle(box, fill=fill)
    return changed


def draw_leds(
    view: View, since_won: float | None = None, shape: Shape | None = None, palette: Palette = DEFAULT
) -> bytes:
    """Return the frame that a new `LedPainter` draws for a view."""
    return LedPainter(shape, palette).paint(view, since_won)


def pegs(*sides: tuple[int, int], target: int = 121, winner: int | None = None) -> View:
    """Return a view of a game with skunks that contains nothing but pegs.

    Args:
        sides: for each side, the holes of its front peg and its back peg.
        target: the score that ends the game.
        winner: the side that has won; None if nobody has won yet.
    """
    tracks = tuple(Track(f"side {side}", front, back) for side, (front, back) in enumerate(sides))
    return View(tracks, target, None, None, None, (), (), "", (), None, None, winner, skunk_line=target - 30)


def colours(frame: bytes) -> list[Colour]:
    """Return the colour of each LED in a frame."""
    return list(zip(frame[::3], frame[1::3], frame[2::3], strict=True))


# QR codes, read by a program that shares no code with the library that draws them
QR_PROGRAM = "zbarimg"
needs_reader = pytest.mark.skipif(
    not shutil.which(QR_PROGRAM), reason="zbarimg, which reads QR codes, is missing: apt install zbar-tools"
)
_QR_SCALE = 4
_NO_CODE_FOUND = 4
"""The exit status of `zbarimg` if the picture contains no code (zbarimg(1))."""


def read_qr_codes(image: Image.Image, folder: Path) -> list[str]:
    """Return the texts of the QR codes in a picture, using a temporary file in `folder`."""
    path = folder / "seen.png"
    size = image.width * _QR_SCALE, image.height * _QR_SCALE
    image.convert("L").resize(size, Image.Resampling.NEAREST).save(path)
    command = [QR_PROGRAM, "--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode in (0, _NO_CODE_FOUND), done.stderr
    return done.stdout.splitlines()
