"""Rendered clips, and recordings in all formats, measured with `sox`."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_py.config.speech import SpeechSettings
from firmware_py.speech import clip
from firmware_py.speech.phrases import phrases
from firmware_py.speech.render import render
from firmware_py.speech.synthesiser import Synthesiser
from firmware_py.words.english import English

pytestmark = pytest.mark.skipif(
    not (shutil.which("espeak-ng") and shutil.which("sox")), reason="espeak-ng or sox is not installed"
)

FILE = "and-a-pair-is.wav"
"""The phrase whose recordings are tested."""
LOUDEST, FAINTEST = -20.0, -23.0
"""The limits for the loudness of each clip (RMS), in decibels relative to full scale. They are 3 dB apart."""
SILENCE = 0.06
"""The longest silence at either end of a clip, in seconds."""
SILENT = "0.5%"
"""The threshold for silence, as an argument for `sox`: -46 dB."""


def sox(*arguments: object) -> str:
    command = ["sox", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    return done.stdout + done.stderr


def seconds(statistics: str) -> float:
    """Return the duration of a sound, in seconds, as printed by sox's `stat` effect."""
    return float(re.search(r"Length \(seconds\): +([\d.]+)", statistics)[1])  # type: ignore[index]


def measured(path: Path) -> tuple[float, float, float, float]:
    """Return the loudness and the peak of a WAV file in dB, and the silence at each end in seconds."""
    statistics = sox(path, "-n", "stats", "stat")
    found = dict(re.findall(r"^(RMS lev dB|Pk lev dB) +(\S+)$", statistics, re.MULTILINE))
    whole = seconds(statistics)
    ends = [
        whole - seconds(sox(path, "-n", *turned, "silence", 1, 0, SILENT, "stat"))
        for turned in ((), ("reverse",))
    ]
    return float(found["RMS lev dB"]), float(found["Pk lev dB"]), ends[0], ends[1]


def assert_sounds_right(path: Path) -> None:
    loudness, peak, before, after = measured(path)
    assert FAINTEST <= loudness <= LOUDEST, f"{path.name}: {loudness} dB"
    assert peak <= -0.9, f"{path.name}: {peak} dB at its peak"
    assert before <= SILENCE, f"{path.name}: {before:.3f} s of silence before it"
    assert after <= SILENCE, f"{path.name}: {after:.3f} s of silence after it"


@pytest.fixture(scope="module", params=[8, pytest.param(1, marks=pytest.mark.night)], ids=["some", "all"])
def voice(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with phrases spoken by espeak-ng: all in the night, otherwise about one in eight."""
    folder = tmp_path_factory.mktemp("voice")
    spoken = [
        each for i, each in enumerate(phrases(English())) if i % request.param == 0 or each.file == FILE
    ]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("firmware_py.speech.render.phrases", lambda words: spoken)
        render(folder, Synthesiser.parse(SpeechSettings().synthesiser), English(), lambda line: None)
    return folder


def test_every_phrase_is_as_loud_as_the_others_and_begins_and_ends_at_once(voice: Path) -> None:
    for path in sorted(voice.iterdir()):
        assert_sounds_right(path)


def recorded(voice: Path, folder: Path) -> Iterator[Path]:
    """Yield recordings of a phrase in many formats, quiet and loud, with background noise.

    Args:
        voice: the folder that contains the phrases without noise.
        folder: the folder for the recordings.
    """
    formats = (
        "-r 8000 -c 1 -b 8",
        "-r 16000 -c 1 -b 16",
        "-r 44100 -c 2 -b 16",
        "-r 48000 -c 2 -b 24",
        "-r 48000 -c 1 -b 32",
        "-r 44100 -c 1 -e float -b 32",
    )
    for number, form in enumerate(formats):
        noise, path = folder / "noise.wav", folder / f"{number}.wav"
        said = voice / FILE
        sox("-n", "-r", 22050, "-b", 16, noise, "synth", 4, "pinknoise", "vol", -60, "dB")
        quiet = folder / "quiet.wav"
        sox(said, quiet, "vol", -3 * number, "dB", "pad", 1, 1.5)
        sox("-m", "-v", 1, quiet, "-v", 1, noise, *form.split(), path)
        yield path


def test_a_recording_of_any_format_becomes_a_clip_like_the_others(voice: Path, tmp_path: Path) -> None:
    length = len(clip.from_wav((voice / FILE).read_bytes()))
    for path in recorded(voice, tmp_path):
        made = clip.from_wav(path.read_bytes())
        assert len(made) == pytest.approx(length, rel=0.12), sox("--i", path)
        (tmp_path / "made.wav").write_bytes(clip.to_wav(made))
        loudness, peak, *_ = measured(tmp_path / "made.wav")
        assert FAINTEST <= loudness <= LOUDEST, path
        assert peak <= -0.9, path
