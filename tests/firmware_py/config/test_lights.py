"""The settings of the LEDs, the length of their frames, the indicator LEDs and the buzzer."""

from pathlib import Path

import pytest

from firmware_py.config.lights import BUFSIZ, SignalSettings, signals, timed_frame, wanted_bufsiz

from .refusal import refusal
from .test_files import written


def test_a_bit_takes_four_bits_of_spi() -> None:
    assert timed_frame(2, "GRB") - timed_frame(1, "GRB") == 12
    assert timed_frame(2, "GRBW") - timed_frame(1, "GRBW") == 16


def test_the_buffer_is_the_smallest_number_of_pages_that_takes_a_frame() -> None:
    for leds in (1, 242, 341, 363):
        wanted = wanted_bufsiz(leds, "GRB")
        assert wanted % BUFSIZ == 0
        assert wanted - BUFSIZ < timed_frame(leds, "GRB") <= wanted


def test_each_part_may_be_missing() -> None:
    assert signals({}) == SignalSettings((), (), None, None)
    assert signals({"buzzer": 26}) == SignalSettings(buzzer=26)
    assert signals({"turn": [5, 6, 13]}).turn == (5, 6, 13)


def test_pin_0_is_a_pin() -> None:
    assert signals({"game_over": 0}).game_over == 0


def test_all_parts_of_a_file(tmp_path: Path) -> None:
    config = written(
        tmp_path,
        'extends = "usb-numpad"\n[signals]\nturn = [5, 6]\ndealer = [12, 13]\ngame_over = 16\nbuzzer = 26',
    )
    assert config.signals == SignalSettings((5, 6), (12, 13), 16, 26)
    assert written(tmp_path, 'extends = "usb-numpad"').signals is None


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
