"""A player plays each sound to the end unless stopped, and keeps trying a device that is missing or hangs.

Most tests use real ALSA, with devices that write the sound to files.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from firmware_py.speech import aplay, player
from firmware_py.speech.player import LEAD, Player, duration
from tests.support.deadline import until
from tests.support.sound import heard, needs_aplay, recorder, tone, words

pytestmark = needs_aplay
WORD = tone(0.3, 300)
OTHER = tone(0.3, 500)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder to which the fake sound devices `left` and `right` write what they record."""
    monkeypatch.setenv("ALSA_CONFIG_PATH", str(recorder(tmp_path, "left", "right")))
    return tmp_path


@pytest.fixture
def opened(folder: Path) -> Iterator[Player]:
    """Yield a player that has opened the fake sound device `left`."""
    with closing(Player("left")) as player:
        until(lambda: player.is_open, "the device")
        yield player


def test_what_is_played_is_heard_sample_for_sample(folder: Path, opened: Player) -> None:
    opened.play(WORD)
    opened.play(OTHER)
    assert opened.is_playing
    until(lambda: not opened.is_playing, "the end of the words")
    until(lambda: words(heard(folder, "left")) == WORD + OTHER, "both words in the recording")


def test_silence_goes_on_while_nothing_is_said(folder: Path, opened: Player) -> None:
    before = len(heard(folder, "left"))
    until(lambda: len(heard(folder, "left")) > before + 20_000, "half a second of silence")
    assert words(heard(folder, "left")) == b""


@pytest.mark.parametrize("keep_open", [True, False])
def test_the_last_sample_is_heard_whether_or_not_silence_follows(folder: Path, *, keep_open: bool) -> None:
    with closing(Player("left", keep_open=keep_open)) as player:
        until(lambda: player.is_open, "the device")
        player.play(WORD)
        until(lambda: not player.is_playing, "the end of the word")
        player.finish(60)
    assert words(heard(folder, "left")) == WORD


def test_interrupted_sound_ends_and_the_next_word_is_complete(folder: Path, opened: Player) -> None:
    began = time.monotonic()
    opened.play(tone(20, 300))
    until(lambda: words(heard(folder, "left")), "the beginning of the long word")
    opened.stop()
    lasted = time.monotonic() - began
    assert not opened.is_playing
    opened.play(OTHER)
    until(lambda: words(heard(folder, "left")).endswith(OTHER), "the other word")
    cut = words(heard(folder, "left")).removesuffix(OTHER)
    assert tone(20, 300).startswith(cut)
    assert duration(len(cut)) <= min(lasted, 20) + LEAD + 0.02


def test_two_devices_play_the_same(folder: Path) -> None:
    with ExitStack() as stack:
        both = [stack.enter_context(closing(Player(device))) for device in ("left", "right")]
        until(lambda: all(player.is_open for player in both), "both devices")
        for player in both:
            player.play(WORD)
        for device in ("left", "right"):
            until(lambda device=device: words(heard(folder, device)) == WORD, f"the word on {device}")


def test_a_missing_device_is_reported_once_and_used_when_it_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ALSA_CONFIG_PATH", str(recorder(tmp_path, "other")))
    monkeypatch.setattr(player, "_RETRIES", (0.1,))
    said: list[str] = []
    changed = threading.Semaphore(0)
    with closing(Player("left", warn=said.append, changed=changed.release)) as speaker:
        for _ in range(2):
            assert changed.acquire(timeout=60)
        assert said == [
            "sound device left: there is no such sound device: plug it in, or choose one of those that "
            "'aplay -L' lists"
        ]
        assert not speaker.is_open
        speaker.play(WORD)
        assert not speaker.is_playing
        recorder(tmp_path, "left")
        until(lambda: speaker.is_open, "the device")
        assert said[1:] == ["sound device left works again"]
        speaker.play(OTHER)
        until(lambda: words(heard(tmp_path, "left")) == OTHER, "the word")


@pytest.mark.parametrize("opens", [True, False])
def test_hanging_device_is_given_up_and_retried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, opens: bool
) -> None:
    monkeypatch.setattr(aplay, "_FEW_SECONDS", 0.1)
    monkeypatch.setattr(player, "_STUCK", 0.2)
    monkeypatch.setattr(player, "_OPEN_PATIENCE", 0.2)
    monkeypatch.setattr(player, "_RETRIES", (0.1,))
    started, program = tmp_path / "started", tmp_path / "hanging"
    line = "echo 'period_time : 15000'" if opens else ""
    program.write_text(
        f"#!/bin/sh\ntrap '' TERM\necho $$ >> {started}\n{line}\nwhile :; do sleep 0.1; done\n"
    )
    program.chmod(0o755)
    monkeypatch.setattr(aplay, "PROGRAM", str(program))
    said: list[str] = []
    with closing(Player("left", warn=said.append)):
        until(lambda: started.exists() and len(started.read_text().split()) >= 4, "three more attempts")
    assert len(said) == 1
    assert said[0].startswith(
        "sound device left: it takes no sound: unplug it and plug it in again, or restart"
    )
    until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in started.read_text().split()), "their end")
