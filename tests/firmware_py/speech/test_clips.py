"""WAV files of all formats become clips of one loudness, without silence at the ends, and are cached."""

from __future__ import annotations

import io
import os
import struct
import time
import wave
from array import array
from math import log10, pi, sin, sqrt
from pathlib import Path

import pytest

from firmware_py.speech import clips, wav
from firmware_py.speech.clips import ClipCache, cache_folder
from firmware_py.speech.wav import resampled


def tone(
    seconds: float, loudness: float, rate: int = clips.RATE, constant: int = 0, frequency: int = 500
) -> list[int]:
    """Return the samples of a tone.

    Args:
        seconds: the duration.
        loudness: the root mean square of the tone's samples, which are 16-bit numbers.
        rate: the number of samples per second.
        constant: a constant that is added to each sample.
        frequency: the frequency in hertz.
    """
    peak = loudness * sqrt(2)
    turn = 2 * pi * frequency / rate
    return [round(peak * sin(turn * n)) + constant for n in range(round(seconds * rate))]


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


def test_only_a_whole_file_with_a_clip_is_known_again_and_its_sound_is_left_alone() -> None:
    pcm = clips.from_wav(recording(tone(0.5, 3000)))
    made = clips.to_wav(pcm)
    assert clips.ready(made) == pcm
    for other in (recording(tone(0.5, 3000)), made[:-2], made[:60], made + b"\0\0", b""):
        assert clips.ready(other) is None


CLIP = b"\1\0" * 1000


def test_a_clip_is_found_again_by_its_key_also_by_another_program(tmp_path: Path) -> None:
    ClipCache(tmp_path / "new" / "folder").keep(CLIP, b"espeak-ng", b"Ann")
    again = ClipCache(tmp_path / "new" / "folder")
    assert again.get(b"espeak-ng", b"Ann") == CLIP
    assert again.get(b"espeak-ng", b"Bob") is None
    assert again.get(b"espeak-ngAnn") is None
    assert again.get(b"espeak-n", b"gAnn") is None


@pytest.mark.parametrize("damaged", [b"", b"RIFF", b"\0" * 2000])
def test_a_damaged_file_is_as_good_as_none_and_is_replaced(tmp_path: Path, damaged: bytes) -> None:
    cache = ClipCache(tmp_path)
    cache.keep(CLIP, b"Ann")
    (file,) = tmp_path.iterdir()
    file.write_bytes(damaged)
    assert cache.get(b"Ann") is None
    cache.keep(CLIP, b"Ann")
    assert cache.get(b"Ann") == CLIP


def test_without_a_folder_or_where_none_can_be_made_nothing_is_kept(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for folder in (None, tmp_path / "file", tmp_path / "file" / "below"):
        cache = ClipCache(folder)
        cache.keep(CLIP, b"Ann")
        assert cache.get(b"Ann") is None


def test_the_oldest_go_when_there_is_too_much(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clips, "MOST", 20_500)
    monkeypatch.setattr(clips, "_LEFT", 10_500)
    cache = ClipCache(tmp_path)
    for number in range(12):
        cache.keep(CLIP, b"%d" % number)
        for file in tmp_path.iterdir():
            os.utime(file, (0, file.stat().st_mtime - 10))
    assert sum(file.stat().st_size for file in tmp_path.iterdir()) <= 20_500
    assert cache.get(b"0") is None
    cache.keep(CLIP, b"again")
    assert cache.get(b"again") == CLIP
    assert sum(file.stat().st_size for file in tmp_path.iterdir()) <= 20_500


def test_a_clip_that_is_used_stays(tmp_path: Path) -> None:
    cache = ClipCache(tmp_path)
    cache.keep(CLIP, b"Ann")
    (file,) = tmp_path.iterdir()
    os.utime(file, (0, 0))
    cache.get(b"Ann")
    assert file.stat().st_mtime > time.time() - 3600


def test_the_folder_is_that_of_the_service_or_of_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CACHE_DIRECTORY", "/var/cache/muggins:/var/cache/other")
    assert cache_folder() == Path("/var/cache/muggins")
    monkeypatch.delenv("CACHE_DIRECTORY")
    monkeypatch.setenv("XDG_CACHE_HOME", "/home/ann/kept")
    assert cache_folder() == Path("/home/ann/kept/muggins/speech")
    monkeypatch.setenv("XDG_CACHE_HOME", "not/absolute")
    monkeypatch.setenv("HOME", "/home/ann")
    assert cache_folder() == Path("/home/ann/.cache/muggins/speech")


def wav_file(content: bytes, *, channels: int = 1, rate: int = 8000, width: int = 2) -> bytes:
    """Return a WAV file written by Python's own `wave` module.

    Args:
        content: the bytes of the samples.
        channels: the number of channels.
        rate: the number of samples per second.
        width: the number of bytes per sample.
    """
    file = io.BytesIO()
    with wave.open(file, "wb") as writer:
        writer.setnchannels(channels)
        writer.setsampwidth(width)
        writer.setframerate(rate)
        writer.writeframes(content)
    return file.getvalue()


def headed(form: bytes, content: bytes, *, length: int | None = None) -> bytes:
    """Return a WAV file with the format chunk `form` and the samples `content`.

    `length` is the length stated in the header, which may be wrong. None stands for the correct length.
    """
    body = b"WAVEfmt " + struct.pack("<I", len(form)) + form + b"data"
    return b"RIFF" + struct.pack("<I", 0) + body + struct.pack("<I", length or len(content)) + content


PCM_16 = struct.pack("<HHIIHH", 1, 1, 8000, 16000, 2, 16)


def floats(*values: float) -> bytes:
    return headed(struct.pack("<HHIIHH", 3, 1, 8000, 32000, 4, 32), struct.pack(f"<{len(values)}f", *values))


def wide(width: int) -> bytes:
    values = [(1000 << 8 * (width - 2)) + 5, -(1000 << 8 * (width - 2)), (1 << 8 * width - 1) - 1]
    content = b"".join(value.to_bytes(width, "little", signed=True) for value in values)
    return wav_file(content, width=width)


TWO_SAMPLES = struct.pack("<2h", 1, 2)
PLAIN = wav_file(TWO_SAMPLES)
# WAVEFORMATEXTENSIBLE: 22 more bytes, the format in the first two of the GUID at their end.
GUID = struct.pack("<H", 1) + bytes.fromhex("000000001000800000aa00389b71")
EXTENSIBLE = struct.pack("<HHIIHH", 0xFFFE, 1, 8000, 24000, 3, 24) + struct.pack("<HHI", 22, 24, 4) + GUID


@pytest.mark.parametrize(
    ("data", "values"),
    [
        (wav_file(struct.pack("<4h", 0, 32767, -32768, 100)), [0, 32767, -32768, 100]),
        (wav_file(bytes([0, 128, 255]), width=1), [-32768, 0, 32512]),  # 8 bits have no sign
        *((wide(width), [1000, -1000, 32767]) for width in (3, 4)),
        (floats(0.0, 0.5, -1.0, 7.0, -7.0, float("nan")), [0, 16383, -32767, 32767, -32767, -32767]),
        (wav_file(struct.pack("<4h", 100, 300, 32767, 32767), channels=2), [200, 32767]),  # they are mixed
        (headed(EXTENSIBLE, b"\0\x10\x20"), [0x2010]),
        # A program that did not know the length is believed to the end of the data.
        *((headed(PCM_16, TWO_SAMPLES + b"\x07", length=each), [1, 2]) for each in (0x7FFFF000, 0xFFFFFFFF)),
        (PLAIN[:12] + b"LIST" + struct.pack("<I", 3) + b"abc\0" + PLAIN[12:], [1, 2]),  # another chunk
    ],
)
def test_every_form_of_samples_is_read(data: bytes, values: list[int]) -> None:
    assert list(wav.read(data).values) == values


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"", "an empty file"),
        (b"ID3\x04", "MP3, not WAV"),
        (b"\xff\xfb\x90\x64", "MP3, not WAV"),
        (b"\0\0\0\x1cftypM4A ", "M4A or 3GP, not WAV"),
        (b"OggS\0", "Ogg, not WAV"),
        (b"hello, world", "something other than WAV"),
        (b"RIFF\0\0\0\0AVI LIST", "something other than WAV"),
        (wav_file(b""), "a WAV file without sound"),
        (wav_file(b"\0\0")[:20], "a WAV file whose beginning is damaged"),
        (b"RIFF\0\0\0\0WAVEdata\x02\0\0\0\0\0", "a WAV file whose beginning is damaged"),
        (b"RIFF\0\0\0\0WAVE", "a WAV file without sound"),
        (wav_file(bytes(8), channels=4), "sound of 4 channels"),
        (wav_file(bytes(8), rate=4000), "sound of 4000 Hz"),
        (wav_file(bytes(2 * 8000 * 31)), "longer than 30 seconds"),
        (headed(struct.pack("<HHIIHH", 2, 1, 8000, 4000, 256, 4), bytes(256)), "a compressed WAV file"),
        (headed(struct.pack("<HHIIHH", 3, 1, 8000, 64000, 8, 64), bytes(64)), "samples of 64 bits"),
    ],
)
def test_what_cannot_be_read_is_named(data: bytes, what: str) -> None:
    with pytest.raises(wav.UnusableSound) as refused:
        wav.read(data)
    assert str(refused.value) == what


def test_whatever_a_file_is_cut_down_to_the_answer_is_sound_or_our_error() -> None:
    data = wav_file(struct.pack("<3h", 1, 2, 3), channels=1)
    for end in range(len(data)):
        try:
            found = wav.read(data[:end])
        except wav.UnusableSound:
            continue
        assert list(found.values) == [1, 2, 3][: len(found.values)]


@pytest.mark.parametrize("software", [b"", b"muggins\0", b"odd"])
def test_a_file_written_is_read_by_python(software: bytes) -> None:
    pcm = struct.pack("<3h", 5, -6, 7)
    with wave.open(io.BytesIO(wav.written(pcm, 22050, software))) as reader:
        assert (reader.getnchannels(), reader.getsampwidth(), reader.getframerate()) == (1, 2, 22050)
        assert reader.readframes(9) == pcm


NEW = 22050


def tone_of_resampling(frequency: int, rate: int) -> array[int]:
    return array("h", tone(0.2, 10_000 / sqrt(2), rate, frequency=frequency))


def rms(values: list[float]) -> float:
    return sqrt(sum(value * value for value in values) / len(values))


@pytest.mark.parametrize("rate", [8_000, 11_025, 16_000, 24_000, 32_000, 44_100, 44_101, 48_000, 96_000])
def test_a_tone_is_the_same_tone_at_the_new_rate(rate: int) -> None:
    found, expected = resampled(tone_of_resampling(1000, rate), rate, NEW), tone_of_resampling(1000, NEW)
    assert abs(len(found) - len(expected)) <= 1
    inside = slice(500, len(expected) - 500)  # at the ends the filter looks beyond the sound
    error = [a - b for a, b in zip(found[inside], expected[inside], strict=True)]
    assert rms(error) < rms(list(expected[inside])) / 300  # -50 dB


@pytest.mark.parametrize("rate", [32_000, 44_100, 48_000])
def test_a_tone_that_the_new_rate_cannot_hold_is_gone_and_folds_onto_no_other(rate: int) -> None:
    assert rms(list(resampled(tone_of_resampling(13_000, rate), rate, NEW))[500:-500]) < 10_000 / 300


def test_the_loudest_sound_stays_within_16_bits() -> None:
    square = array("h", ([32767] * 20 + [-32768] * 20) * 50)
    found = resampled(square, 44_100, NEW)
    assert max(found) == 32767
    assert min(found) == -32768
