"""Pictures of the display and of the LEDs, as text and as frames, for tests to draw and to compare."""

import random
import shutil
import subprocess
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from firmware_py.config.palette import DEFAULT, Colour, Palette
from firmware_py.config.track_shape import Shape
from firmware_py.render.font import TEXT, Bitmap, Font
from firmware_py.render.leds import LedPainter
from firmware_py.view.view import Track, View
from tests.support.deadline import PATIENCE


def image_of(frame: bytes, width: int = 128) -> Image.Image:
    """Return a picture, in mode `1`, of a frame as `firmware_py.board.ports.Display` takes it."""
    columns = b"".join(frame[x::width] for x in range(width))
    on_its_side = Image.frombytes("1", (8 * len(frame) // width, width), columns, "raw", "1;R")
    return on_its_side.transpose(Image.Transpose.TRANSPOSE)


def frame_of(image: Image.Image) -> bytes:
    """Return the frame of a picture whose height is a multiple of eight."""
    columns = image.transpose(Image.Transpose.TRANSPOSE).tobytes("raw", "1;R")
    return b"".join(columns[page :: image.height // 8] for page in range(image.height // 8))


def image_of_text(text: str, font: Font = TEXT) -> Image.Image:
    """Return a picture of light text that is as large as the text."""
    drawn = Bitmap(font.width(text), 64)
    font.draw(drawn, (0, 0), text)
    return image_of(drawn.frame(), drawn.width).crop((0, 0, drawn.width, font.height))


def pixels(image: Image.Image) -> list[str]:
    """Return the rows of a picture as text, with `#` for a lit pixel and `.` for a dark one."""
    width, height = image.size
    return ["".join("#" if image.getpixel((x, y)) else "." for x in range(width)) for y in range(height)]


def lit(image: Image.Image) -> int:
    return sum(row.count("#") for row in pixels(image))


BLACK = bytes(1024)


def noise(seed: int) -> bytes:
    """Return a frame of random noise in which about half of the pixels are lit."""
    return random.Random(seed).randbytes(1024)


def with_box(frame: bytes, *box: int, fill: int = 1) -> bytes:
    """Return a frame with a filled box added.

    Args:
        box: the left, top, right and bottom coordinates of the box.
        fill: 1 for a lit box, 0 for a dark one.
    """
    changed = image_of(frame)
    ImageDraw.Draw(changed).rectangle(box, fill=fill)
    return frame_of(changed)


def with_dot(frame: bytes, x: int, y: int = 0) -> bytes:
    """Return a frame with this pixel changed."""
    changed = bytearray(frame)
    changed[y // 8 * 128 + x] ^= 1 << y % 8
    return bytes(changed)


def upside_down(frame: bytes) -> bytes:
    return frame_of(image_of(frame).transpose(Image.Transpose.ROTATE_180))


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
_NO_CODE_FOUND = 4  # the exit status of zbarimg(1)


def read_qr_codes(frame: bytes, folder: Path) -> list[str]:
    """Return the texts of the QR codes in a frame, using a temporary file in `folder`."""
    path, image = folder / "seen.png", image_of(frame)
    size = image.width * _QR_SCALE, image.height * _QR_SCALE
    image.convert("L").resize(size, Image.Resampling.NEAREST).save(path)
    command = [QR_PROGRAM, "--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode in (0, _NO_CODE_FOUND), done.stderr
    return done.stdout.splitlines()
