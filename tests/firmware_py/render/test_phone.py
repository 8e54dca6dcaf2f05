"""The picture that lets a phone join: a camera can read the QR code, and people can read the letters."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image, ImageChops

from firmware_py.input.dialogue import PhoneOffer
from firmware_py.input.phone import PhonePicture, phone_picture
from firmware_py.render.font import HEIGHT, NARROW, TEXT, WIDTH, Bitmap
from firmware_py.render.pages import draw_phone
from firmware_py.window.phone_file import LETTERS
from tests.support.pictures import image_of, image_of_text, lit, needs_reader, read_qr_codes

CODE = "K7Q2PX9D"
HOSTS = ("10.0.0.7", "192.168.178.123", "192.168.178.123:8080", "255.255.255.255:65535")


def picture(host: str, code: str = CODE, joined: int = 0) -> PhonePicture:
    made = phone_picture(PhoneOffer(code, host, joined))
    assert made is not None
    return made


def drawn(picture: PhonePicture) -> bytes:
    image = Bitmap(WIDTH, HEIGHT)
    draw_phone(image, picture)
    return image.frame()


@needs_reader
@pytest.mark.parametrize("host", HOSTS)
def test_a_camera_reads_the_address_with_the_code(host: str, tmp_path: Path) -> None:
    assert read_qr_codes(drawn(picture(host)), tmp_path) == [f"HTTP://{host}/{CODE}"]


@needs_reader
def test_a_camera_reads_codes_with_every_letter(tmp_path: Path) -> None:
    for at in range(0, len(LETTERS), 8):
        code = LETTERS[at : at + 8]
        assert read_qr_codes(drawn(picture(HOSTS[1], code)), tmp_path) == [f"HTTP://{HOSTS[1]}/{code}"]


def test_around_the_qr_code_three_modules_are_light_and_no_letters_touch_it() -> None:
    image = image_of(drawn(picture(HOSTS[1])))
    whole, inside = image.crop((0, 1, 62, 63)), image.crop((6, 7, 56, 57))  # 25 modules of two pixels
    assert lit(whole) - lit(inside) == 62 * 62 - 50 * 50
    assert not any(inside.getpixel(corner) for corner in ((0, 0), (49, 0), (0, 49)))
    assert not lit(image.crop((62, 0, 64, HEIGHT)))


@pytest.mark.parametrize("host", [*HOSTS, "[2001:db8:1111:2222:3333:4444:5555:6666]:65535"])
@pytest.mark.parametrize("joined", [0, 16])
def test_every_line_beside_it_is_there_in_full(host: str, joined: int) -> None:
    made = picture(host, joined=joined)
    image = image_of(drawn(made))
    is_scanned = len(made.modules) <= 26
    left = 2 * (len(made.modules) + 6) + 2 if is_scanned else 0
    for line in (made.code, *made.lines):
        assert places(image, line, left), line
    if is_scanned:
        assert not lit(image.crop((left - 2, 0, left, HEIGHT)))
    halves = [(host[:at], host[at:]) for at in range(1, len(host) + 1)]
    assert any(all(places(image, half, left) for half in pair if half) for pair in halves)


def places(image: Image.Image, text: str, left: int) -> list[int]:
    """Return the y-coordinates at which a string appears in a picture, in either font, light or dark.

    Args:
        image: the picture.
        text: the string to find.
        left: the x-coordinate at which light text begins. Dark text begins two pixels further to the right.
    """
    found = []
    for font in (TEXT, NARROW):
        for begins, ink in ((left, 1), (left + 2, 0)):
            light = image_of_text(text, font)
            width, wanted = light.width, light if ink else ImageChops.invert(light)
            found += [
                y
                for y in range(HEIGHT - font.height + 1)
                if begins + width <= WIDTH
                and image.crop((begins, y, begins + width, y + font.height)).tobytes() == wanted.tobytes()
            ]
    return found
