"""`muggins speak`, in a process of its own, on real ALSA devices that record."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.support.command import complained, process
from tests.support.sound import heard, needs_aplay, recorder, words

pytestmark = [
    needs_aplay,
    pytest.mark.skipif(not shutil.which("espeak-ng"), reason="espeak-ng is missing"),
]


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "here.toml"
    path.write_text('extends = "bare"\n[speech]\ndevice = "left"\n')
    return path


def test_a_sentence_is_heard(tmp_path: Path, config: Path) -> None:
    environment = {"ALSA_CONFIG_PATH": str(recorder(tmp_path, "left"))}
    result = process("speak", "--say", "fifteen for two", "--config", config, environment=environment)
    assert (result.status, result.out, result.err) == (0, "", "")
    assert len(words(heard(tmp_path, "left"))) > 22_050


def test_without_the_device_it_says_what_to_do(tmp_path: Path, config: Path) -> None:
    environment = {"ALSA_CONFIG_PATH": str(recorder(tmp_path, "right"))}
    result = process("speak", "--say", "fifteen for two", "--config", config, environment=environment)
    complained(result, "sound device left: there is no such sound device", "'aplay -L'")
