"""A player plays each sound to the end unless stopped, and keeps trying a device that is missing or hangs.

Most tests use real ALSA, with devices that write the sound to files. The player's clock is not real: its time
passes while the player waits for the time alone, and stands while it waits for a device.
"""

from __future__ import annotations

import os
import select
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from firmware_py.speech import aplay as aplay_module
from firmware_py.speech import player as player_module
from firmware_py.speech.aplay import Aplay, explained
from firmware_py.speech.clips import silence
from firmware_py.speech.player import IDLE_LEAD, LEAD, AudioBuffer, Player, duration
from firmware_py.system.errors import UsageError
from tests.support.deadline import PATIENCE, until
from tests.support.sound import heard, needs_aplay, recorder, tone, words

WORD = tone(0.3, 300)
OTHER = tone(0.3, 500)


class PlayerTime:
    """The clock of a player, and the waits of its thread.

    Attributes:
        opens: True if the device opens, however long that takes.
        takes_sound: True if the device takes sound, however long that takes.
    """

    def __init__(self) -> None:
        self.opens = self.takes_sound = True
        self._now = 100.0

    def monotonic(self) -> float:
        return self._now

    def select(
        self, readable: Sequence[int], writable: Sequence[int], _: object, seconds: float | None
    ) -> None:
        """Wait as `select.select` does. A limit of over a second is that of a device that may not answer."""
        waits_for_device = self.takes_sound if writable else self.opens and len(readable) > 1
        if seconds is None or (waits_for_device and seconds > 1):
            select.select(readable, writable, [], PATIENCE)
        elif not any(select.select(readable, writable, [], min(seconds, 0.001))):
            self._now += seconds


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> PlayerTime:
    """Return the clock of the players in this test."""
    made = PlayerTime()
    monkeypatch.setattr(player_module, "time", made)
    monkeypatch.setattr(player_module, "select", made)
    return made


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


@needs_aplay
@pytest.mark.parametrize("keep_open", [True, False])
def test_the_last_sample_is_heard_whether_or_not_silence_follows(folder: Path, *, keep_open: bool) -> None:
    with closing(Player("left", keep_open=keep_open)) as player:
        until(lambda: player.is_open, "the device")
        player.play(WORD)
        until(lambda: not player.is_playing, "the end of the word")
        player.finish(60)
    assert words(heard(folder, "left")) == WORD


@needs_aplay
def test_cut_sound_ends_and_the_next_word_is_whole(folder: Path, opened: Player, clock: PlayerTime) -> None:
    began = clock.monotonic()
    opened.play(tone(20, 300))
    until(lambda: words(heard(folder, "left")), "the beginning of the long word")
    opened.stop()
    lasted = clock.monotonic() - began
    assert not opened.is_playing
    opened.play(OTHER)
    until(lambda: words(heard(folder, "left")).endswith(OTHER), "the other word")
    cut = words(heard(folder, "left")).removesuffix(OTHER)
    assert tone(20, 300).startswith(cut)
    assert duration(len(cut)) <= min(lasted, 20) + LEAD + 0.02


@needs_aplay
def test_a_missing_device_is_told_once_and_used_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALSA_CONFIG_PATH", str(recorder(tmp_path, "other")))
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
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: PlayerTime, *, opens: bool
) -> None:
    clock.opens, clock.takes_sound = opens, False
    monkeypatch.setattr(aplay_module, "_FEW_SECONDS", 0.1)  # the program does not heed the first signal
    started, program = tmp_path / "started", tmp_path / "hanging"
    line = "echo 'period_time : 15000'" if opens else ""
    program.write_text(
        f"#!/bin/sh\ntrap '' TERM\necho $$ >> {started}\n{line}\nwhile :; do sleep 0.1; done\n"
    )
    program.chmod(0o755)
    monkeypatch.setattr(aplay_module, "PROGRAM", str(program))
    said: list[str] = []
    with closing(Player("left", warn=said.append)):
        until(lambda: started.exists() and len(started.read_text().split()) >= 4, "three more attempts")
    assert len(said) == 1
    assert said[0].startswith(
        "sound device left: it takes no sound: unplug it and plug it in again, or restart"
    )
    until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in started.read_text().split()), "their end")


HALF_A_SECOND = tone(0.5, 300)


def send_due(buffer: AudioBuffer, now: float) -> bytes:
    """Return all sound that is due by `now`, and tell `buffer` that it has been sent."""
    result = b""
    while buffer.due_in(now) == 0:
        piece = buffer.next()
        buffer.passed_on(piece, now)
        result += piece.pcm
    return result


def test_a_word_is_passed_on_at_its_pace_and_whole() -> None:
    buffer = AudioBuffer(0.0, feeds_silence=False)
    buffer.add(HALF_A_SECOND)
    now, result = 100.0, b""
    while buffer.is_waiting():
        result += send_due(buffer, now)
        ahead = duration(len(result)) - (now - 100.0)
        assert ahead <= LEAD + 0.021
        due = buffer.due_in(now)
        now += due or 0.01
    assert result == HALF_A_SECOND
    assert 100.25 < now < 100.45
    assert abs(buffer.heard_in(100.0) - 0.5) < 1e-6


def test_silence_is_fed_just_in_time() -> None:
    buffer = AudioBuffer(0.015, feeds_silence=True)
    now, fed = 10.0, 0.0
    for _ in range(50):
        fed += duration(len(send_due(buffer, now)))
        assert 0 <= 10 + fed - now <= IDLE_LEAD + 0.081
        due = buffer.due_in(now)
        assert due is not None and due > 0
        now += due
    assert 3.9 < now - 10 < 4.1


def test_silence_can_be_told_from_a_word_that_is_not_heard_yet() -> None:
    buffer = AudioBuffer(0.015, feeds_silence=True)
    silent = len(send_due(buffer, 0.0))
    assert [buffer.has_only_silence(unread) for unread in (silent, silent + 2)] == [True, False]
    buffer.add(HALF_A_SECOND)
    assert not buffer.has_only_silence(0)
    while buffer.is_waiting():
        buffer.passed_on(buffer.next(), 0.0)
    assert [buffer.has_only_silence(unread) for unread in (2, 0)] == [False, True]


@pytest.fixture
def aplay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Aplay]:
    monkeypatch.setenv("ALSA_CONFIG_PATH", str(recorder(tmp_path, "left")))
    aplay = Aplay("left")
    yield aplay
    aplay.end()


@needs_aplay
def test_it_ends_when_it_is_told_and_says_why_it_ended_by_itself(aplay: Aplay) -> None:
    aplay.end()
    assert aplay.has_ended
    missing = Aplay("right")
    missing.write(silence(0.04))
    missing.finish(60)
    assert "Unknown PCM right" in missing.printed


def test_without_alsa_utils_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(aplay_module, "PROGRAM", "no-such-aplay")
    with pytest.raises(UsageError, match=r"cannot start no-such-aplay: .*'sudo apt install alsa-utils'"):
        Aplay("left")


def test_sound_that_was_not_read_can_be_taken_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sleeper = tmp_path / "sleeper"
    sleeper.write_text("#!/bin/sh\nexec sleep 100\n")
    sleeper.chmod(0o755)
    monkeypatch.setattr(aplay_module, "PROGRAM", str(sleeper))
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


OPENING = "aplay: main:831: audio open error: "
WRITING = "aplay: pcm_write:2127: write error: Input/output error"
UNKNOWN = "ALSA lib pcm.c:2666:(snd_pcm_open_noupdate) Unknown PCM x"


@pytest.mark.parametrize(
    ("printed", "plain"),
    [
        (UNKNOWN, "there is no such sound device: plug it in"),
        (f"{OPENING}No such device", "there is no such sound device: plug it in"),
        (f"{OPENING}Device or resource busy", "another program is using it"),
        (f"{OPENING}Permission denied", "permission denied: 'sudo adduser $USER audio'"),
        (f"{OPENING}Connection refused", "its sound server is not running"),
        (WRITING, "it failed (aplay: pcm_write:2127: write error"),
        ("", "it failed: unplug it and plug it in again, or ask 'muggins doctor'"),
    ],
)
def test_each_fault_says_what_to_do(printed: str, plain: str, tmp_path: Path) -> None:
    line = explained("x", printed, tmp_path)
    assert line.startswith(f"sound device x: {plain}")
    assert "\n" not in line


def test_without_permission_the_group_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pcmC0D0p").touch()
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    line = explained("x", UNKNOWN, tmp_path)
    assert line == (
        "sound device x: permission denied: 'sudo adduser $USER audio' lets you; then log in again"
    )
