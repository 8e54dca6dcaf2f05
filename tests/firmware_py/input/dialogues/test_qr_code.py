"""Strings are encoded as QR codes.

That the codes can be scanned is tested in render/test_oled_phone.py.
"""

from __future__ import annotations

import subprocess
import sys

import pytest

from firmware_py.input import phone
from firmware_py.input.phone import qr_code

URL = "HTTP://192.168.178.123/K7Q2PX9D"


def test_an_address_with_a_code_needs_25_modules() -> None:
    # ISO/IEC 18004, table 7: version 2, which has 25 modules, holds up to 47 alphanumeric characters, and up
    # to 38 with error correction M. Version 1 holds up to 25.
    assert len(qr_code("HTTP://255.255.255.255:65535/K7Q2PX9D")) == 25


def test_it_has_a_finder_pattern_in_three_corners_but_not_in_the_fourth() -> None:
    # ISO/IEC 18004, 6.3.3: three concentric squares of 7, 5 and 3 modules: dark, light and dark.
    finder = tuple(tuple(max(abs(x - 3), abs(y - 3)) != 2 for x in range(7)) for y in range(7))
    found = qr_code(URL)
    assert all(len(row) == len(found) for row in found)
    corners = [
        tuple(row[left : left + 7] for row in found[top : top + 7]) for top in (0, 18) for left in (0, 18)
    ]
    assert [corner == finder for corner in corners] == [True, True, True, False]


def test_the_modules_are_those_of_the_whole_library() -> None:
    import segno

    matrix = segno.make(URL, micro=False).matrix
    assert qr_code(URL) == tuple(tuple(map(bool, row)) for row in matrix)


def test_the_board_is_spared_the_libraries_that_write_pictures() -> None:
    program = (
        "import sys; from firmware_py.input.phone import qr_code; "
        f"assert qr_code({URL!r}) == qr_code({URL!r}); qr_code('ANOTHER'); "
        "print(*sys.modules.keys() & {'segno', 'segno.encoder', 'segno.writers', 'urllib.request', 'ssl'}); "
        "import segno; print(segno.make('LATER').version)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True, timeout=60
    )
    assert done.stdout.split() == ["segno.encoder", "M2"]


def test_without_the_library_there_is_no_qr_code(monkeypatch: pytest.MonkeyPatch) -> None:
    phone._encoder.cache_clear()
    qr_code.cache_clear()
    monkeypatch.setattr(phone, "find_spec", lambda name: None)
    try:
        assert qr_code(URL) == ()
    finally:
        phone._encoder.cache_clear()
        qr_code.cache_clear()
