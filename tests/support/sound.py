"""Real ALSA without a sound card, using devices that record their sound with ALSA's own `file` plugin."""

import math
import shutil
from array import array
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

from firmware_py.speech import clips
from firmware_py.speech.clips import RATE
from firmware_py.speech.phrases import phrases
from firmware_py.words.in_use import words as words_in_use

needs_aplay = pytest.mark.skipif(not shutil.which("aplay"), reason="aplay, of alsa-utils, is missing")


def recorder(folder: Path, *devices: str) -> Path:
    """Write an ALSA configuration whose devices record everything that is played on them.

    A device named `x` records to the file `x.raw`. Return the path of the configuration, to which
    ALSA_CONFIG_PATH must be set.

    Args:
        folder: the folder for the configuration and the recordings.
        devices: the names of the devices.
    """
    lines = [
        f'pcm.{name} {{ type file file "{folder / name}.raw" format raw slave.pcm {{ type null }} }}'
        for name in devices
    ]
    path = folder / "asound.conf"
    path.write_text("\n".join([*lines, ""]))
    return path


def heard(folder: Path, device: str) -> bytes:
    """Return the samples that an ALSA device from `recorder` has recorded so far, including silence.

    The last 60 ms of a sound that is still playing may be missing, because ALSA buffers them.
    """
    path = folder / f"{device}.raw"
    return path.read_bytes() if path.exists() else b""


def words(pcm: bytes) -> bytes:
    """Return the samples that are not zero, i.e. the sound without the silence."""
    samples = array("h", pcm[: len(pcm) // 2 * 2])
    return array("h", filter(None, samples)).tobytes()


@cache
def tone(seconds: float, pitch: float) -> bytes:
    """Return a clip of a tone. None of its samples is zero, so that it can be distinguished from silence.

    Args:
        seconds: the duration.
        pitch: the tone's frequency, in Hz.
    """
    count = round(seconds * RATE)
    values = [2000 + round(1500 * math.sin(2 * math.pi * pitch * at / RATE)) for at in range(count)]
    return array("h", values).tobytes()


def tone_voice(folder: Path, seconds: float = 0.2, long: Iterable[str] = ()) -> Path:
    """Create a folder of recorded phrases, each of which is a different tone, and return its path.

    Args:
        folder: the folder in which to create the new folder.
        seconds: how long a phrase lasts.
        long: phrases that last a minute instead.
    """
    made = folder / "voice"
    made.mkdir()
    for number, phrase in enumerate(phrases(words_in_use())):
        sound = tone(60 if phrase.text in long else seconds, 200 + 7 * number)
        (made / phrase.file).write_bytes(clips.to_wav(sound))
    return made
