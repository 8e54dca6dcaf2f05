"""An `aplay` process reports that its device is open. Sound that `aplay` has not read can be taken back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_py.speech import aplay as module
from firmware_py.speech.aplay import PERIOD_MS, Aplay
from firmware_py.speech.clips import silence
from firmware_py.system.errors import UsageError
from tests.support.deadline import until
from tests.support.sound import needs_aplay, recorder


def opened(aplay: Aplay) -> bool:
    aplay.read_log()
    return aplay.is_open


@pytest.fixture
def aplay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Aplay]:
    monkeypatch.setenv("ALSA_CONFIG_PATH", str(recorder(tmp_path, "left")))
    aplay = Aplay("left")
    yield aplay
    aplay.end()


@needs_aplay
def test_a_device_is_open_once_it_got_sound(aplay: Aplay) -> None:
    assert not aplay.is_open
    assert aplay.write(silence(0.04))
    until(lambda: opened(aplay), "the device")
    assert (aplay.period, aplay.runs_on, aplay.has_ended) == (PERIOD_MS / 1000, False, False)


@needs_aplay
def test_it_ends_when_it_is_told_and_says_why_it_ended_by_itself(aplay: Aplay) -> None:
    aplay.end()
    assert aplay.has_ended
    missing = Aplay("right")
    missing.write(silence(0.04))
    missing.finish(60)
    assert "Unknown PCM right" in missing.printed


def test_without_alsa_utils_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PROGRAM", "no-such-aplay")
    with pytest.raises(UsageError, match=r"cannot start no-such-aplay: .*'sudo apt install alsa-utils'"):
        Aplay("left")


def test_sound_that_was_not_read_can_be_taken_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sleeper = tmp_path / "sleeper"
    sleeper.write_text("#!/bin/sh\nexec sleep 100\n")
    sleeper.chmod(0o755)
    monkeypatch.setattr(module, "PROGRAM", str(sleeper))
    deaf = Aplay("left")
    assert deaf.write(silence(0.05))
    assert deaf.unread() == len(silence(0.05))
    assert deaf.take_back() == len(silence(0.05))
    assert (deaf.unread(), deaf.take_back()) == (0, 0)
    count = 0
    while deaf.write(silence(0.02)):
        count += 1
    assert 1 <= count < 100
    deaf.end()
    assert deaf.has_ended
