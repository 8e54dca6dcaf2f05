from __future__ import annotations

import struct
from array import array
from math import log10, pi, sin, sqrt

import pytest

from firmware_py.speech import clips, wav


def tone(seconds: float, loudness: float, rate: int = clips.RATE, constant: int = 0) -> list[int]:
    """Return the samples of a tone of 500 Hz.

    Args:
        seconds: the duration.
        loudness: the root mean square of the tone's samples, which are 16-bit numbers.
        rate: the number of samples per second.
        constant: a constant that is added to each sample.
    """
    peak = loudness * sqrt(2)
    return [round(peak * sin(2 * pi * 500 * n / rate)) + constant for n in range(round(seconds * rate))]


def noise(seconds: float, loudness: int) -> list[int]:
    """Return samples that resemble room noise, all of which are between `-loudness` and `loudness`.

    The pseudo-random sequence has a period of 2^31 samples.
    """
    state, values = 1, []
    for _ in range(round(seconds * clips.RATE)):
        state = (1103515245 * state + 12345) % 2**31
        values.append((state >> 16) % (2 * loudness + 1) - loudness)
    return values


def recording(values: list[int], rate: int = clips.RATE) -> bytes:
    return wav.written(struct.pack(f"<{len(values)}h", *values), rate)


def samples(pcm: bytes) -> array[int]:
    return array("h", struct.unpack(f"<{len(pcm) // 2}h", pcm))


def decibels(values: array[int]) -> float:
    return 20 * log10(sqrt(sum(value * value for value in values) / len(values)) / 32768)


@pytest.mark.parametrize("loudness", [100, 1000, 15_000])
def test_a_faint_sound_and_a_loud_one_become_clips_of_one_loudness(loudness: int) -> None:
    found = samples(clips.from_wav(recording(tone(0.5, loudness))))
    assert decibels(found) == pytest.approx(-20, abs=0.3)


def test_one_great_peak_is_not_distorted_but_makes_the_clip_quieter() -> None:
    values = tone(0.5, 300)
    values[5000] = 30_000
    found = samples(clips.from_wav(recording(values)))
    assert 29_000 < max(found) <= 10 ** (-1 / 20) * 32768
    assert decibels(found) < -25


@pytest.mark.parametrize("room", [0, 3, 40])
def test_silence_at_the_ends_goes_also_that_of_a_room(room: int) -> None:
    quiet = noise(1.0, room)
    values = quiet + [a + b for a, b in zip(tone(0.5, 3000), quiet, strict=False)] + quiet
    assert 0.5 <= len(clips.from_wav(recording(values))) / 2 / clips.RATE <= 0.56


def test_a_constant_that_a_microphone_adds_is_no_sound() -> None:
    values = [2000] * clips.RATE + tone(0.5, 3000, constant=2000) + [2000] * clips.RATE
    found = clips.from_wav(recording(values))
    assert len(found) / 2 / clips.RATE <= 0.56
    assert abs(sum(samples(found)) / len(found)) < 100


def test_silence_between_words_stays() -> None:
    values = tone(0.3, 3000) + [0] * (clips.RATE // 2) + tone(0.3, 3000)
    assert len(clips.from_wav(recording(values))) / 2 / clips.RATE == pytest.approx(1.1, abs=0.05)


def test_a_clip_begins_and_ends_at_nothing_so_that_it_does_not_click() -> None:
    found = samples(clips.from_wav(recording(tone(0.5, 3000))))
    assert abs(found[0]) <= 1
    assert abs(found[-1]) <= 1


@pytest.mark.parametrize("values", [[0] * 9000, noise(1, 10), [1], [1500] * 9000])
def test_nobody_spoke(values: list[int]) -> None:
    with pytest.raises(wav.UnusableSound, match="nothing but silence"):
        clips.from_wav(recording(values))


@pytest.mark.parametrize("rate", [8000, 22_050, 44_100, 192_000])
def test_however_short_a_sound_is_it_is_a_clip_or_our_error(rate: int) -> None:
    for length in (*range(1, 30), 79, 80, 81, 500, 2000):
        for values in ([20_000, -20_000] * length, [32_767] * length, [0] * length + [9000]):
            try:
                made = clips.from_wav(recording(values, rate))
            except wav.UnusableSound:
                continue
            assert 0 < len(made) <= 2 * clips.RATE


@pytest.mark.parametrize("rate", [8000, 44_100, 48_000])
def test_whatever_the_rate_a_clip_has_one(rate: int) -> None:
    found = clips.from_wav(recording(tone(0.5, 3000, rate), rate))
    assert len(found) / 2 / clips.RATE == pytest.approx(0.5, abs=0.05)


def test_a_file_with_a_clip_is_known_again_and_its_sound_is_left_alone() -> None:
    pcm = clips.from_wav(recording(tone(0.5, 3000)))
    assert clips.ready(clips.to_wav(pcm)) == pcm


def test_a_file_of_another_hand_or_a_damaged_one_is_not_taken_for_a_clip() -> None:
    made = clips.to_wav(clips.from_wav(recording(tone(0.5, 3000))))
    assert clips.ready(recording(tone(0.5, 3000))) is None
    assert clips.ready(made[:-2]) is None
    assert clips.ready(made[:60]) is None
    assert clips.ready(made + b"\0\0") is None
    assert clips.ready(b"") is None


def test_silence_lasts_as_long_as_asked() -> None:
    assert clips.silence(0.1) == bytes(2 * 2205)
