"""One-time codes have eight characters, without look-alikes such as O and 0, and fit in a small QR code."""

from __future__ import annotations

from collections import Counter

import pytest

from firmware_py.window.phone_file import LETTERS, is_code, new_code


def test_a_code_has_eight_characters_that_nobody_confuses() -> None:
    # 500 codes of 8 characters miss one of the 32 characters with a probability of 32 * (31/32)^4000 = 2e-54.
    codes = {new_code() for _ in range(500)}
    assert len(codes) == 500
    assert all(len(code) == 8 for code in codes)
    assert set("".join(codes)) == set("ABCDEFGHJKLMNPQRSTUVWXYZ23456789")


def test_every_letter_is_equally_likely() -> None:
    # With 31 degrees of freedom, chi-squared is above 100 with a probability of less than 1e-8.
    letters = Counter("".join(new_code() for _ in range(4000)))
    assert sum((found - 1000) ** 2 / 1000 for found in letters.values()) < 100


def test_a_qr_code_needs_only_its_alphanumeric_mode() -> None:
    # ISO/IEC 18004, table 5: digits, capitals, space and $%*+-./:
    assert set(LETTERS) <= set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")


def test_it_recognises_a_code() -> None:
    assert is_code("K7Q2PX9D")
    assert is_code(new_code())


@pytest.mark.parametrize(
    "text", ["", "K7Q2PX9", "K7Q2PX9DD", "k7q2px9d", "K7Q2PX90", "K7Q2PX9I", None, 12345678, ["K"] * 8]
)
def test_it_recognises_no_other_value(text: object) -> None:
    assert not is_code(text)
