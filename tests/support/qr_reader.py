"""Read QR codes with `zbarimg`, a program that shares no code with the library that creates them."""

import shutil
import subprocess
from pathlib import Path

import pytest
from PIL import Image

from tests.support.deadline import PATIENCE

PROGRAM = "zbarimg"
needs_reader = pytest.mark.skipif(
    not shutil.which(PROGRAM), reason="zbarimg, which reads QR codes, is missing: apt install zbar-tools"
)
_SCALE = 4
_NOTHING_FOUND = 4
"""The exit status of `zbarimg` if the picture contains no code (zbarimg(1))."""


def read_qr_codes(image: Image.Image, folder: Path) -> list[str]:
    """Return the texts of the QR codes in a picture, using a temporary file in `folder`."""
    path = folder / "seen.png"
    size = image.width * _SCALE, image.height * _SCALE
    image.convert("L").resize(size, Image.Resampling.NEAREST).save(path)
    command = [PROGRAM, "--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode in (0, _NOTHING_FOUND), done.stderr
    return done.stdout.splitlines()
