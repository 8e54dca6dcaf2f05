"""Read WAV files as single-channel samples, write WAV files, and convert sound to another sample rate.

The format is defined in "Multimedia Programming Interface and Data Specifications 1.0" by IBM and Microsoft.
Python's `wave` is not used, because before version 3.12 it rejects the extensible format, which is common for
24-bit samples. The sample rate is converted with a windowed-sinc low-pass filter.
"""

from __future__ import annotations

import struct
import sys
from array import array
from collections.abc import Iterator
from enum import Enum
from math import ceil, cos, gcd, pi, sin
from operator import add, mul
from typing import NamedTuple

LOWEST_RATE = 8_000
HIGHEST_RATE = 192_000
LONGEST = 30
"""The maximum length of the sound in a file, in seconds."""
_WITHOUT_SOUND = "a WAV file without sound"
_DAMAGED = "a WAV file whose beginning is damaged"

_PCM, _FLOAT, _EXTENSIBLE = 1, 3, 0xFFFE
_BEGINNINGS = (
    (0, b"ID3", "MP3"),
    (0, b"\xff\xfb", "MP3"),
    (0, b"\xff\xf3", "MP3"),
    (0, b"OggS", "Ogg"),
    (0, b"fLaC", "FLAC"),
    (0, b"#!AMR", "AMR"),
    (0, b"caff", "CAF"),
    (0, b"FORM", "AIFF"),
    (0, b"\x1aE\xdf\xa3", "WebM"),
    (4, b"ftyp", "M4A or 3GP"),
)
"""The bytes with which files of other formats begin: the offset, the bytes, and the name of the format."""


class Remedy(Enum):
    """Advice for a user whose sound file cannot be used."""

    CONVERT = "convert the file"
    RECORD_AGAIN = "record it again"
    RECORD_CLOSER = "record it again, closer to the microphone"
    RECORD_ALONE = "record this phrase alone"


class UnusableSound(Exception):
    """Raised when data is not usable sound. The message says what the data contains instead.

    Attributes:
        remedy: the instruction that tells the user how to make the file usable.
    """

    def __init__(self, what: str, remedy: Remedy = Remedy.CONVERT) -> None:
        super().__init__(what)
        self.remedy = remedy


class Samples(NamedTuple):
    """Single-channel (mono) sound.

    Attributes:
        values: the samples, from -32768 to 32767.
    """

    rate: int
    values: array[int]


class _Format(NamedTuple):
    tag: int
    channels: int
    rate: int
    bits: int


def read(data: bytes) -> Samples:
    """Return the sound in a WAV file. Two channels are mixed into one.

    Samples can be 8, 16, 24 or 32-bit integers, or 32-bit floats. If the length in the file is
    too large, because a program wrote the file to a pipe, the sound ends where the data ends.

    Raises:
        UnusableSound: the data has a different format, contains no sound, or contains more than 30 seconds of
            sound.
    """
    if data[:4] != b"RIFF" or data[8:12] != b"WAVE":
        raise _not_wav(data)
    form: _Format | None = None
    for name, content in _chunks(data):
        if name == b"fmt ":
            form = _format_in(content)
        elif name == b"data":
            if form is None:
                raise UnusableSound(_DAMAGED, Remedy.RECORD_AGAIN)
            return _samples(form, content)
    raise UnusableSound(_WITHOUT_SOUND, Remedy.RECORD_AGAIN)


def written(pcm: bytes, rate: int, software: bytes = b"") -> bytes:
    """Return the contents of a WAV file for 16-bit sound with a single channel.

    Args:
        pcm: the samples, as signed 16-bit little-endian integers.
        software: the name of the program that created the sound, for the file's metadata. If it is empty,
            no name is stored.
    """
    note = b"" if not software else b"INFOISFT" + struct.pack("<I", len(software)) + software
    chunks = struct.pack("<4sIHHIIHH", b"fmt ", 16, _PCM, 1, rate, 2 * rate, 2, 16)
    for name, content in ((b"LIST", note), (b"data", pcm)):
        if content or name == b"data":
            chunks += struct.pack("<4sI", name, len(content)) + content + b"\0" * (len(content) % 2)
    return struct.pack("<4sI4s", b"RIFF", 4 + len(chunks), b"WAVE") + chunks


def _not_wav(data: bytes) -> UnusableSound:
    if not data:
        return UnusableSound("an empty file", Remedy.RECORD_AGAIN)
    for offset, beginning, name in _BEGINNINGS:
        if data.startswith(beginning, offset):
            return UnusableSound(f"{name}, not WAV")
    return UnusableSound("something other than WAV")


def _chunks(data: bytes) -> Iterator[tuple[bytes, memoryview]]:
    at = 12
    while at + 8 <= len(data):
        name, length = struct.unpack_from("<4sI", data, at)
        yield name, memoryview(data)[at + 8 : at + 8 + length]
        at += 8 + length + length % 2


def _format_in(content: memoryview) -> _Format:
    try:
        tag, channels, rate, _, _, bits = struct.unpack_from("<HHIIHH", content)
        if tag == _EXTENSIBLE:
            tag = struct.unpack_from("<H", content, 24)[0]
    except struct.error:
        raise UnusableSound(_DAMAGED, Remedy.RECORD_AGAIN) from None
    return _Format(tag, channels, rate, bits)


def _samples(form: _Format, content: memoryview) -> Samples:
    if (form.tag, form.bits) not in ((_PCM, 8), (_PCM, 16), (_PCM, 24), (_PCM, 32), (_FLOAT, 32)):
        is_compressed = form.tag not in (_PCM, _FLOAT)
        raise UnusableSound("a compressed WAV file" if is_compressed else f"samples of {form.bits} bits")
    if form.channels not in (1, 2):
        raise UnusableSound(f"sound of {form.channels} channels")
    if not LOWEST_RATE <= form.rate <= HIGHEST_RATE:
        raise UnusableSound(f"sound of {form.rate} Hz")
    frame = form.channels * form.bits // 8
    whole = content[: len(content) // frame * frame]
    if not whole:
        raise UnusableSound(_WITHOUT_SOUND, Remedy.RECORD_AGAIN)
    if len(whole) > LONGEST * form.rate * frame:
        raise UnusableSound(f"longer than {LONGEST} seconds", Remedy.RECORD_ALONE)
    values = _floats(whole) if form.tag == _FLOAT else _integers(whole, form.bits)
    if form.channels == 2:
        values = array("h", [both // 2 for both in map(add, values[::2], values[1::2])])
    return Samples(form.rate, values)


def _integers(content: memoryview, bits: int) -> array[int]:
    if bits == 8:  # the only width that is unsigned
        return array("h", [(value - 128) * 256 for value in content])
    width = bits // 8
    kept = bytearray(len(content) // width * 2)  # the two high bytes of each sample
    kept[::2] = content[width - 2 :: width]
    kept[1::2] = content[width - 1 :: width]
    return _native(array("h", bytes(kept)))


def _floats(content: memoryview) -> array[int]:
    values = _native(array("f", bytes(content)))
    # NaN becomes the lowest sample, because comparisons with NaN are always false.
    return array("h", [int(32767 * (min(value, 1.0) if value > -1 else -1.0)) for value in values])


def _native(values: array) -> array:  # type: ignore[type-arg]
    if sys.byteorder == "big":
        values.byteswap()
    return values


_CROSSINGS = 12
"""The number of zero crossings on each side of the filter. More of them make it sharper but slower."""
_PASSED = 0.92
"""The proportion of the band that passes. The filter needs the rest to fall off."""
_PHASES = 512
"""The maximum number of positions between two old samples. Rounding to these causes an error below -50 dB."""


def resampled(values: array[int], old: int, new: int) -> array[int]:
    """Convert samples at `old` samples per second to samples at `new` samples per second.

    All samples are integers from -32768 to 32767.
    """
    if old == new:
        return values
    common = gcd(old, new)
    up, down = new // common, old // common
    phases = min(up, _PHASES)
    cutoff = _PASSED * min(1.0, new / old)
    reach = ceil(_CROSSINGS / cutoff)
    filters = [_filter(phase / phases, cutoff, reach) for phase in range(phases + 1)]
    silence = array("h", bytes(4 * reach))
    padded = silence + values + silence
    count = 2 * reach
    result = array("h", bytes(2 * (len(values) * up // down)))
    for index in range(len(result)):
        whole, rest = divmod(index * down, up)
        taps = filters[(rest * phases + up // 2) // up]
        at = whole + reach + 1
        value = sum(map(mul, taps, padded[at : at + count]))
        result[index] = max(-32768, min(32767, round(value)))
    return result


def _filter(offset: float, cutoff: float, reach: int) -> list[float]:
    """Return the weights of a low-pass filter for the old samples around a point in time."""
    weights = []
    for step in range(1 - reach, reach + 1):
        distance = step - offset
        angle = pi * cutoff * distance
        sinc = sin(angle) / angle if angle else 1.0
        inside = max(-1.0, min(1.0, distance / reach))
        blackman = 0.42 + 0.5 * cos(pi * inside) + 0.08 * cos(2 * pi * inside)
        weights.append(sinc * blackman)
    total = sum(weights)
    return [weight / total for weight in weights]
