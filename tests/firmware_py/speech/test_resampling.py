from __future__ import annotations

from array import array
from math import pi, sin, sqrt

import pytest

from firmware_py.speech.wav import resampled

NEW = 22050


def tone(frequency: float, rate: int, seconds: float = 0.2) -> array[int]:
    return array(
        "h", [round(10_000 * sin(2 * pi * frequency * n / rate)) for n in range(int(seconds * rate))]
    )


def rms(values: list[float]) -> float:
    return sqrt(sum(value * value for value in values) / len(values))


def test_the_same_rate_changes_nothing() -> None:
    values = array("h", [1, -2, 3])
    assert resampled(values, NEW, NEW) is values


@pytest.mark.parametrize("rate", [8_000, 11_025, 16_000, 24_000, 32_000, 44_100, 44_101, 48_000, 96_000])
def test_a_tone_is_the_same_tone_at_the_new_rate(rate: int) -> None:
    found, expected = resampled(tone(1000, rate), rate, NEW), tone(1000, NEW)
    assert abs(len(found) - len(expected)) <= 1
    inside = slice(500, len(expected) - 500)  # at the ends the filter looks beyond the sound
    error = [a - b for a, b in zip(found[inside], expected[inside], strict=True)]
    assert rms(error) < rms(list(expected[inside])) / 300  # -50 dB


@pytest.mark.parametrize("rate", [32_000, 44_100, 48_000])
def test_a_tone_that_the_new_rate_cannot_hold_is_gone_and_folds_onto_no_other(rate: int) -> None:
    assert rms(list(resampled(tone(13_000, rate), rate, NEW))[500:-500]) < 10_000 / 300


def test_the_loudest_sound_stays_within_16_bits() -> None:
    square = array("h", ([32767] * 20 + [-32768] * 20) * 50)
    found = resampled(square, 44_100, NEW)
    assert max(found) == 32767
    assert min(found) == -32768
