"""Clips: speech from any source, resampled, trimmed and levelled, ready to play, and cached on disk.

A clip is PCM data: signed 16-bit little-endian samples with a single channel. This module does not use numpy,
which takes seconds to import on a Pi Zero, or audioop, which was removed in Python 3.13.
"""

from __future__ import annotations

import os
import sys
import time
from array import array
from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from math import sqrt
from operator import mul
from pathlib import Path
from threading import Lock

from firmware_py.system.files import replace

from . import wav
from .wav import Remedy, UnusableSound, resampled

RATE = 22_050
"""The number of samples per second, which is the rate used by espeak-ng."""
CHANNELS = 1
SAMPLE_BYTES = 2

LOUDNESS = 10 ** (-20 / 20) * 32768
"""The root mean square of the speech in a clip: -20 dB of full scale."""
PEAK = int(10 ** (-1 / 20) * 32768)
"""The maximum value of a sample: -1 dB of full scale."""

_SILENT = 10 ** (-28 / 20)
"""A window is silent if it is quieter than this proportion of the loudest window."""
_NOISE = 1.5
"""A window is also silent if it is less than this many times as loud as the quietest window."""
_NOISIEST = 10 ** (-24 / 20)
"""In spite of `_NOISE`, a window louder than this proportion of the loudest window is never silent."""
_LEAD = 2
"""The number of silent windows to keep before the speech, because an f or an s begins softly."""
_TAIL = 3
"""The number of silent windows to keep after the speech."""
_FADE = RATE // 250
"""The number of samples over which a clip fades in or out."""
_SPEECH = 10 ** (-20 / 20)
"""A window counts towards the loudness if it is louder than this proportion of the loudest window."""
_FAINTEST = 30.0
"""The minimum loudness of the loudest window. A quieter recording does not contain any speech."""
_SOFTWARE = b"muggins\0"
"""The program name that is stored in the WAV files of clips. Files with any other name are converted."""


def from_wav(data: bytes) -> bytes:
    """Convert the speech in a WAV file to a clip.

    The silence at both ends is removed, and the volume is changed so that all clips are equally loud.

    Raises:
        UnusableSound: the data cannot be read, or does not contain speech.
    """
    rate, values = _speech(data)
    speech = _faded(resampled(values, rate, RATE))
    if not any(speech):
        raise _silent()
    return _pcm(_levelled(speech))


def check(data: bytes) -> None:
    """Check that a WAV file contains speech. This takes much less time than converting the file to a clip.

    Raises:
        UnusableSound: the data cannot be read, or does not contain speech.
    """
    _speech(data)


def to_wav(clip: bytes) -> bytes:
    """Convert a clip, i.e. raw 16-bit samples, to the contents of a WAV file."""
    return wav.written(clip, RATE, _SOFTWARE)


def ready(data: bytes) -> bytes | None:
    """Return the clip, i.e. the PCM data, from a WAV file that `to_wav` created.

    Return None if the file was created in another way, or is damaged. `data` is the content of the file.
    """
    clip = data[len(to_wav(b"")) :]
    return clip if clip and to_wav(clip) == data else None


def silence(seconds: float) -> bytes:
    """Return a silent clip that lasts `seconds`."""
    return bytes(SAMPLE_BYTES * round(seconds * RATE))


def at_volume(made: bytes, percent: int) -> bytes:
    """Return a clip at the given volume, from 0 to 100 percent.

    At 50 percent, the clip is 12 dB quieter and sounds about half as loud.
    """
    if percent >= 100:
        return made
    factor = (percent / 100) ** 2
    return _pcm(array("h", map(int, map(factor.__mul__, _samples(made)))))


def _speech(data: bytes) -> wav.Samples:
    """Trim before the sample rate is converted, because the conversion takes a long time."""
    rate, values = wav.read(data)
    middle = round(sum(values) / len(values))  # a cheap microphone adds a constant offset
    if abs(middle) > _FAINTEST:
        values = array("h", [max(-32768, min(32767, value - middle)) for value in values])
    return wav.Samples(rate, _trimmed(values, rate))


def _silent() -> UnusableSound:
    return UnusableSound("nothing but silence", Remedy.RECORD_CLOSER)


def _trimmed(values: array[int], rate: int) -> array[int]:
    window = rate // 100
    levels = _levels(values, window)
    loudest = max(levels, default=0.0)
    if loudest < _FAINTEST:
        raise _silent()
    silent = loudest * max(_SILENT, min(_NOISIEST, _NOISE * min(levels) / loudest))
    loud = [index for index, level in enumerate(levels) if level > silent]
    first, last = max(0, loud[0] - _LEAD), loud[-1] + 1 + _TAIL
    return values[first * window : last * window]


def _faded(values: array[int]) -> array[int]:
    faded = values[:]
    fade = min(_FADE, len(faded) // 2)
    for index in range(fade):
        faded[index] = faded[index] * index // fade
        faded[-1 - index] = faded[-1 - index] * index // fade
    return faded


def _levelled(values: array[int]) -> array[int]:
    """A clip with a high peak is left quieter to avoid distortion."""
    levels = _levels(values, RATE // 100)
    loudest = max(levels)
    speech = [level for level in levels if level > _SPEECH * loudest]
    loudness = sqrt(sum(map(mul, speech, speech)) / len(speech))
    factor = min(LOUDNESS / loudness, PEAK / max(max(values), -min(values)))
    return array("h", map(int, map(factor.__mul__, values)))


def _levels(values: Sequence[int], window: int) -> list[float]:
    pieces = [values[start : start + window] for start in range(0, len(values), window)]
    return [sqrt(sum(map(mul, piece, piece)) / len(piece)) for piece in pieces]


def _samples(made: bytes) -> array[int]:
    values = array("h", made)
    if sys.byteorder == "big":
        values.byteswap()
    return values


def _pcm(values: array[int]) -> bytes:
    if sys.byteorder == "big":
        values = array("h", values)
        values.byteswap()
    return values.tobytes()


MOST = 40_000_000
"""The maximum total size of the files, in bytes: 15 minutes of speech."""
_LEFT = MOST * 3 // 4
"""The total size of the files after the oldest ones have been removed, in bytes."""
_DAY = 86_400


def cache_folder() -> Path | None:
    """Return the folder for cached clips, or None if there is none.

    A service uses the folder that systemd provides. Other programs use the user's cache folder.
    """
    service = os.environ.get("CACHE_DIRECTORY", "").partition(":")[0]
    if service:
        return Path(service)
    user = Path(os.environ.get("XDG_CACHE_HOME", ""))
    if not user.is_absolute():  # relative paths must be ignored (XDG Base Directory)
        user = Path(os.path.expanduser("~/.cache"))
    return user / "muggins" / "speech" if user.is_absolute() else None


class ClipCache:
    """A cache for clips, which are stored as WAV files in a folder.

    Damaged files are ignored. The methods can be called from several threads.
    """

    def __init__(self, folder: Path | None) -> None:
        """Create a cache in the given folder. If the folder is None, nothing is cached.

        The folder is created when the first clip is cached.
        """
        self._folder = folder
        self._bytes: int | None = None
        self._lock = Lock()

    def get(self, *key: bytes) -> bytes | None:
        """Return the clip that was cached under a key, or None if there is none."""
        if self._folder is None:
            return None
        path = self._folder / _name(key)
        try:
            found = ready(path.read_bytes())
        except OSError:
            return None
        with suppress(OSError):
            if time.time() - path.stat().st_mtime > _DAY:
                os.utime(path)  # recently used clips are removed last
        return found

    def keep(self, made: bytes, *key: bytes) -> None:
        """Cache a clip under a key. If the disk is full or read-only, do nothing."""
        if self._folder is None or not made:
            return
        with self._lock, suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            replace(self._folder / _name(key), to_wav(made))
            if self._bytes is None:
                self._bytes = sum(size for _, size, _ in self._files())
            else:
                self._bytes += len(to_wav(made))
            if self._bytes > MOST:
                self._remove_oldest()

    def _files(self) -> list[tuple[float, int, Path]]:
        """Return the time of last use (to the day), the size in bytes and the path of each cached clip."""
        assert self._folder is not None
        files = []
        for path in self._folder.glob("*.wav"):
            with suppress(FileNotFoundError):
                found = path.stat()
                files.append((found.st_mtime, found.st_size, path))
        return files

    def _remove_oldest(self) -> None:
        files = sorted(self._files())
        self._bytes = sum(size for _, size, _ in files)
        for _, size, path in files:
            if self._bytes <= _LEFT:
                return
            path.unlink(missing_ok=True)
            self._bytes -= size


def _name(key: tuple[bytes, ...]) -> str:
    digest = sha256()
    for part in key:
        digest.update(len(part).to_bytes(8, "big") + part)
    return f"{digest.hexdigest()[:40]}.wav"
