"""`muggins speak` in a separate process, with real ALSA devices that record."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from firmware_py.speech import clips
from tests.support.command import check_error, process
from tests.support.recorded import tone
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


def with_recorder(folder: Path, device: str) -> dict[str, str]:
    """Return environment variables that make a command record its sound in a file instead of playing it.

    Args:
        folder: the folder for the recording.
        device: the ALSA name of the recording device. The command finds no other sound device.
    """
    return {"ALSA_CONFIG_PATH": str(recorder(folder, device)), "XDG_CACHE_HOME": str(folder / "cache")}


def test_a_sentence_is_heard(tmp_path: Path, config: Path) -> None:
    environment = with_recorder(tmp_path, "left")
    result = process("speak", "--say", "fifteen for two", "--config", config, environment=environment)
    assert (result.status, result.out, result.err) == (0, "", "")
    assert len(words(heard(tmp_path, "left"))) > 22_050


def test_the_phrases_are_listed_with_the_names_of_their_files() -> None:
    result = process("speak", "--phrases")
    assert (result.status, result.err) == (0, "")
    listed = dict(line.split(maxsplit=1) for line in result.out.splitlines())
    assert listed["fifteen-for-two.wav"] == "fifteen for two"
    assert listed["of-hearts.wav"] == "of hearts"
    assert len(listed) == len(result.out.splitlines()) > 100


def test_with_a_voice_the_list_says_what_is_recorded(tmp_path: Path, config: Path) -> None:
    folder = tmp_path / "voice"
    folder.mkdir()
    (folder / "Go.WAV").write_bytes(tone(300))
    config.write_text(config.read_text() + f'voice = "{folder}"\n')
    result = process("speak", "--phrases", "--config", config)
    assert (result.status, result.err) == (0, "")
    states = {line.split()[0]: line.split()[1] for line in result.out.splitlines()}
    assert [name for name, state in states.items() if state == "recorded"] == ["go.wav"]
    assert states["fifteen-for-two.wav"] == "missing"


@pytest.mark.slow
def test_a_voice_is_rendered_and_then_heard_sample_for_sample(tmp_path: Path, config: Path) -> None:
    folder = tmp_path / "voice"
    result = process("speak", "--render", folder, "--config", config)
    assert (result.status, result.err) == (0, "")
    assert "arecord" in result.out
    environment = with_recorder(tmp_path, "left")
    config.write_text(config.read_text() + f'voice = "{folder}"\n')
    result = process("speak", "--say", "fifteen for two", "--config", config, environment=environment)
    assert (result.status, result.out, result.err) == (0, "", "")
    rendered = clips.ready((folder / "fifteen-for-two.wav").read_bytes())
    assert rendered
    assert rendered.strip(b"\0") in heard(tmp_path, "left")


@pytest.mark.parametrize("text", ["", " ... "])
def test_a_text_without_words_is_an_error(text: str, tmp_path: Path, config: Path) -> None:
    environment = with_recorder(tmp_path, "left")
    result = process("speak", "--say", text, "--config", config, environment=environment)
    check_error(result, "--say has nothing to say")


def test_a_voice_that_is_missing_is_said_after_the_sentence(tmp_path: Path, config: Path) -> None:
    config.write_text(config.read_text() + 'voice = "/nowhere"\n')
    environment = with_recorder(tmp_path, "left")
    result = process("speak", "--say", "fifteen for two", "--config", config, environment=environment)
    check_error(
        result,
        "voice /nowhere: there is no such folder: 'muggins speak --render /nowhere' makes it; "
        "espeak-ng speaks instead",
    )
    assert len(words(heard(tmp_path, "left"))) > 22_050


def test_without_the_device_it_says_what_to_do(tmp_path: Path, config: Path) -> None:
    environment = with_recorder(tmp_path, "right")
    result = process("speak", "--say", "fifteen for two", "--config", config, environment=environment)
    check_error(result, "sound device left: there is no such sound device", "'aplay -L'")
