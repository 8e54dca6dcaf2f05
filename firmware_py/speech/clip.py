"""Clips: sound as it is played. Speech from any source is brought to one rate, trimmed and levelled.

A clip is PCM: samples of one channel, 16 bits, signed, little endian. numpy is not used, because a Pi Zero
takes seconds to import it, nor audioop, because Python 3.13 no longer has it.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Sequence
from math import sqrt
from operator import mul

from firmware_py.speech import wav
from firmware_py.speech.resampling import resampled
from firmware_py.speech.wav import UnusableSound

RATE = 22_050
"""Samples in a second: what espeak-ng writes."""
CHANNELS = 1
SAMPLE_BYTES = 2

LOUDNESS = 10 ** (-20 / 20) * 32768
"""The root mean square of the speech in a clip: -20 dB of full scale."""
PEAK = int(10 ** (-1 / 20) * 32768)
"""The greatest sample: -1 dB of full scale."""

SILENT = "nothing but silence"
"""What `from_wav` calls a file in which nobody speaks."""

_SILENT = 10 ** (-28 / 20)
"""A window is silent if it is fainter than this share of the loudest one."""
_NOISE = 1.5
"""A room is never quite silent: a window is silent too if it is fainter than this times the quietest one."""
_NOISIEST = 10 ** (-24 / 20)
"""But no window is silent that is louder than this share of the loudest one."""
_LEAD = 2
"""Windows that are kept before the first one that is not silent: an f or an s begins softly."""
_TAIL = 3
"""Windows that are kept after the last one that is not silent."""
_FADE = RATE // 250
"""The samples over which a clip is faded in, and out."""
_SPEECH = 10 ** (-20 / 20)
"""A window counts for the loudness if it is louder than this share of the loudest window."""
_FAINTEST = 30.0
"""The loudest window of a recording has to be this loud, or nobody spoke."""
_SOFTWARE = b"muggins\0"
"""The name of the program in the WAV files of clips. Files with another name are converted."""


def from_wav(data: bytes) -> bytes:
    """Return the clip for a WAV file: its speech, without the silence at the ends, as loud as every clip.

    Raises:
        UnusableSound: the data cannot be read, or hold no speech.
    """
    rate, values = wav.read(data)
    middle = round(sum(values) / len(values))  # a cheap microphone adds a constant
    if abs(middle) > _FAINTEST:
        values = array("h", [max(-32768, min(32767, value - middle)) for value in values])
    # Trimmed first, because the rate is what takes the time.
    speech = _faded(resampled(_trimmed(values, rate), rate, RATE))
    if not any(speech):
        raise UnusableSound(SILENT)
    return _pcm(_levelled(speech))


def to_wav(clip: bytes) -> bytes:
    """Return a WAV file with a clip, which `ready` knows again."""
    return wav.written(clip, RATE, _SOFTWARE)


def ready(data: bytes) -> bytes | None:
    """Return the clip in a WAV file that `to_wav` made; None for any other file, and for one that is damaged.

    There is nothing left to do to such a clip, so that a rendered voice costs no time.
    """
    clip = data[len(to_wav(b"")) :]
    return clip if clip and to_wav(clip) == data else None


def silence(seconds: float) -> bytes:
    """Return a clip without sound."""
    return bytes(SAMPLE_BYTES * round(seconds * RATE))


def at_volume(made: bytes, percent: int) -> bytes:
    """Return a clip at a volume from 0 to 100. At 50, it sounds about half as loud: 12 dB less."""
    if percent >= 100:
        return made
    factor = (percent / 100) ** 2
    return _pcm(array("h", map(int, map(factor.__mul__, _samples(made)))))


def _trimmed(values: array[int], rate: int) -> array[int]:
    """Return the samples, of which there are `rate` in a second, without the silence at the ends.

    Raises:
        UnusableSound: the samples hold no speech.
    """
    window = rate // 100
    levels = _levels(values, window)
    loudest = max(levels, default=0.0)
    if loudest < _FAINTEST:
        raise UnusableSound(SILENT)
    silent = loudest * max(_SILENT, min(_NOISIEST, _NOISE * min(levels) / loudest))
    loud = [index for index, level in enumerate(levels) if level > silent]
    first, last = max(0, loud[0] - _LEAD), loud[-1] + 1 + _TAIL
    return values[first * window : last * window]


def _faded(values: array[int]) -> array[int]:
    """Return the samples faded in and out, so that nothing clicks."""
    faded = values[:]
    fade = min(_FADE, len(faded) // 2)
    for index in range(fade):
        faded[index] = faded[index] * index // fade
        faded[-1 - index] = faded[-1 - index] * index // fade
    return faded


def _levelled(values: array[int]) -> array[int]:
    """Return the samples as loud as every clip. One great peak makes a clip quieter rather than distorted."""
    levels = _levels(values, RATE // 100)
    loudest = max(levels)
    speech = [level for level in levels if level > _SPEECH * loudest]
    loudness = sqrt(sum(map(mul, speech, speech)) / len(speech))
    factor = min(LOUDNESS / loudness, PEAK / max(max(values), -min(values)))
    return array("h", map(int, map(factor.__mul__, values)))


def _levels(values: Sequence[int], window: int) -> list[float]:
    """Return the root mean square of each window of so many samples: a hundredth of a second."""
    pieces = [values[start : start + window] for start in range(0, len(values), window)]
    return [sqrt(sum(map(mul, piece, piece)) / len(piece)) for piece in pieces]


def _samples(made: bytes) -> array[int]:
    """Return PCM as samples."""
    values = array("h", made)
    if sys.byteorder == "big":
        values.byteswap()
    return values


def _pcm(values: array[int]) -> bytes:
    """Return samples as PCM."""
    if sys.byteorder == "big":
        values = array("h", values)
        values.byteswap()
    return values.tobytes()
