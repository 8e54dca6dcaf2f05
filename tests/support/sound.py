"""Real ALSA without a sound card, using devices that record their sound with ALSA's own `file` plugin.

The voice speaks in tones instead of words, so that they can be told apart.
"""

import math
import shutil
import struct
import sys
from array import array
from functools import cache
from pathlib import Path

import pytest

from firmware_py.speech import clips, wav
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


def tone_voice(folder: Path) -> Path:
    """Create a folder of recorded phrases, each of which is a different tone, and return its path.

    `folder` is the folder in which to create it.
    """
    made = folder / "voice"
    made.mkdir()
    for number, phrase in enumerate(phrases(words_in_use())):
        (made / phrase.file).write_bytes(clips.to_wav(tone(0.2, 200 + 7 * number)))
    return made


@cache
def wav_tone(frequency: int, seconds: float = 0.2, rate: int = RATE) -> bytes:
    """Return the contents of a WAV file with a tone in it, in the format used for the voice's recordings.

    Args:
        frequency: the tone's frequency, in Hz.
        seconds: the duration.
        rate: the number of samples per second.
    """
    count = round(seconds * rate)
    # The frequency is a whole number, so each second is like the first.
    second = [round(6000 * math.sin(2 * math.pi * frequency * n / rate)) for n in range(min(count, rate))]
    values = (second * (count // rate + 1))[:count]
    return wav.written(struct.pack(f"<{len(values)}h", *values), rate)


def synthesiser(folder: Path) -> str:
    """Create a speech synthesiser that produces the same tone for any text, and return its command line.

    It also writes each phrase to the file `spoken` in its folder.

    `folder` is for the program and its files.
    """
    program = folder / "synthesiser"
    (folder / "tone.wav").write_bytes(wav_tone(300))
    tell = f"printf '%s\\n' \"$1\" >> '{folder}/spoken'"
    program.write_text(f"#!/bin/sh\nset -e\n{tell}\ncp '{folder}/tone.wav' \"$2\"\n")
    program.chmod(0o755)
    return f"{program} {{text}} {{file}}"


def telling_synthesiser(folder: Path) -> str:
    """Create a speech synthesiser that turns each phrase into a different tone, and return its command line.

    Unlike espeak-ng, it always produces the same samples for the same phrase.

    Args:
        folder: the folder for the program.
    """
    program = folder / "telling-synthesiser"
    program.write_text(
        f"#!{sys.executable}\nimport sys\nfrom zlib import crc32\n"
        f"sys.path.insert(0, {str(Path(__file__).parents[2])!r})\n"
        "from tests.support.sound import wav_tone\n"
        "sys.stdout.buffer.write(wav_tone(2000 + crc32(sys.argv[1].encode()) % 5000, 0.4))\n"
    )
    program.chmod(0o755)
    return f"{program} {{text}}"


def spoken(folder: Path) -> list[str]:
    """Return all phrases spoken by the simulated speech synthesiser whose files are in `folder`."""
    try:
        return (folder / "spoken").read_text().splitlines()
    except FileNotFoundError:
        return []
