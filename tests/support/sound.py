"""Real ALSA without a sound card: devices that record what would be heard, by ALSA's own `file` plugin."""

from __future__ import annotations

import math
import shutil
from array import array
from collections.abc import Sequence
from pathlib import Path

import pytest

from firmware_py.speech.clip import RATE

needs_aplay = pytest.mark.skipif(not shutil.which("aplay"), reason="aplay, of alsa-utils, is missing")


def recorder(folder: Path, *devices: str) -> Path:
    """Write a configuration of ALSA with devices that record, and return its path, for ALSA_CONFIG_PATH.

    Each device writes what would be heard on it into the file that `heard` reads. There are no other devices.
    """
    lines = [
        f'pcm.{name} {{ type file file "{folder / name}.raw" format raw slave.pcm {{ type null }} }}'
        for name in devices
    ]
    path = folder / "asound.conf"
    path.write_text("\n".join([*lines, ""]))
    return path


def heard(folder: Path, device: str) -> bytes:
    """Return all samples that a device has recorded so far, silence included, but for the last 60 ms."""
    path = folder / f"{device}.raw"
    return path.read_bytes() if path.exists() else b""


def words(pcm: bytes) -> bytes:
    """Return samples without those that are zero. Clips to compare must hold none: see `tone`."""
    return b"".join(pcm[at : at + 2] for at in range(0, len(pcm), 2) if pcm[at : at + 2] != b"\0\0")


def tone(seconds: float, pitch: float) -> bytes:
    """Return a clip without a sample that is zero: a tone on top of a constant."""
    count = round(seconds * RATE)
    values = [2000 + round(1500 * math.sin(2 * math.pi * pitch * at / RATE)) for at in range(count)]
    return array("h", values).tobytes()


class ToneVoice:
    """A voice that says each word as a tone of its own, and keeps what it said."""

    def __init__(self, seconds: float = 0.1) -> None:
        self._seconds = seconds
        self.texts: list[str] = []

    def clip(self, word: str) -> bytes:
        """Return the tone of a word."""
        return tone(self._seconds, 200 + sum(word.encode()) % 97 * 10)

    def clips(self, text: str) -> Sequence[bytes]:
        """Return the tones of a text."""
        self.texts.append(text)
        return [self.clip(word) for word in text.split()]
