"""The LEDs of a board: settings that cannot be combined."""

from pathlib import Path

import pytest

from tests.firmware_py.config.refusal import refusal

WRONG = [
    ('extends = "bare"\n[lights]\norder = "GRBW"', "lights.order = 'GRBW': apa102 LEDs have three"),
    (
        'extends = "bare"\n[lights]\nchip = "ws2812"\nhz = 800000',
        "lights.hz = 800000: ws2812 needs",
    ),
    (
        'extends = "bare"\n[lights.shape]\nwidth = 32',
        "lights.shape.width does not belong to kind = 'strips', which takes tracks",
    ),
    ('extends = "bare"\n[lights.shape]\nholes = 120', "lights.shape: holes is 120"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), WRONG)
def test_the_error_names_file_key_and_value_and_says_what_would_be_right(
    tmp_path: Path, text: str, message: str
) -> None:
    assert refusal(tmp_path, text).startswith(message)
