"""The voice settings: how much the board says, how the voice sounds, and which devices play the sound."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from firmware_py.config import defaults
from firmware_py.config.amplifiers import AMPLIFIERS

SpeechLevel = Literal["calls", "full"]


class SpeechSettings(NamedTuple):
    """Settings for the voice.

    Attributes:
        level: `calls` to speak only the points, as players call them; `full` to speak everything that a
            sighted player reads.
        voice: the folder with the recorded phrases; empty if all phrases are synthesised.
        synthesiser: `espeak-ng`, or the command line of a different synthesiser.
        volume: the volume, in percent.
        devices: the ALSA devices used to play the speech.
        keep_open: if True, silence is played while nothing is being said, so that an amplifier does not
            make popping noises.
        amplifier: the amplifier chip connected to the GPIO header; None if there is none.
    """

    level: SpeechLevel = defaults.SPEECH_LEVEL
    voice: str = ""
    synthesiser: str = defaults.SYNTHESISER
    volume: int = defaults.VOLUME
    devices: tuple[str, ...] = (defaults.SOUND_DEVICE,)
    keep_open: bool = True
    amplifier: str | None = None


def speech(table: Mapping[str, Any]) -> SpeechSettings:
    """Return the settings in the table `[speech]`."""
    usual = SpeechSettings()
    amplifier = table.get("amplifier")
    device = table.get("device", AMPLIFIERS[amplifier].device if amplifier else defaults.SOUND_DEVICE)
    return SpeechSettings(
        level=table.get("level", usual.level),
        voice=table.get("voice", usual.voice),
        synthesiser=table.get("synthesiser", usual.synthesiser),
        volume=table.get("volume", usual.volume),
        devices=(device,) if isinstance(device, str) else tuple(device),
        keep_open=table.get("keep_open", usual.keep_open),
        amplifier=amplifier,
    )
