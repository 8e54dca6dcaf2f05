"""Sounds for testing the voice: tones instead of words, so that they can be told apart."""

import struct
import sys
from functools import cache
from math import pi, sin
from pathlib import Path

from firmware_py.speech import clips, wav


@cache
def tone(frequency: int, seconds: float = 0.2, rate: int = clips.RATE) -> bytes:
    """Return the contents of a WAV file with a tone in it, in the format used for the voice's recordings.

    Args:
        frequency: the tone's frequency, in Hz.
        seconds: the duration.
        rate: the number of samples per second.
    """
    count = round(seconds * rate)
    # The frequency is a whole number, so each second is like the first.
    second = [round(6000 * sin(2 * pi * frequency * n / rate)) for n in range(min(count, rate))]
    values = (second * (count // rate + 1))[:count]
    return wav.written(struct.pack(f"<{len(values)}h", *values), rate)


def synthesiser(folder: Path, frequency: int = 300) -> str:
    """Create a speech synthesiser that produces the same tone for any text, and return its command line.

    It also writes each phrase to the file `spoken` in its folder.

    Args:
        folder: the folder for the program and its files.
        frequency: the tone's frequency, in Hz.
    """
    program = folder / "synthesiser"
    (folder / "tone.wav").write_bytes(tone(frequency))
    program.write_text(
        f"#!/bin/sh\nset -e\nprintf '%s\\n' \"$1\" >> '{folder}/spoken'\ncp '{folder}/tone.wav' \"$2\"\n"
    )
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
        "from tests.support.recorded import tone\n"
        "sys.stdout.buffer.write(tone(2000 + crc32(sys.argv[1].encode()) % 5000, 0.4))\n"
    )
    program.chmod(0o755)
    return f"{program} {{text}}"


def spoken(folder: Path) -> list[str]:
    """Return all phrases spoken by the simulated speech synthesiser whose files are in `folder`."""
    try:
        return (folder / "spoken").read_text().splitlines()
    except FileNotFoundError:
        return []
