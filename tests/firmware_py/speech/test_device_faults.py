"""ALSA 1.2.8's error messages about unusable devices are translated into plain words."""

import os
from pathlib import Path

import pytest

from firmware_py.speech.aplay import explained


@pytest.mark.parametrize(
    ("printed", "plain"),
    [
        (
            "ALSA lib pcm.c:2666:(snd_pcm_open_noupdate) Unknown PCM x",
            "there is no such sound device: plug it in",
        ),
        ("aplay: main:831: audio open error: No such device", "there is no such sound device: plug it in"),
        ("aplay: main:831: audio open error: Device or resource busy", "another program is using it"),
        (
            "aplay: main:831: audio open error: Permission denied",
            "permission denied: 'sudo adduser $USER audio'",
        ),
        ("aplay: main:831: audio open error: Connection refused", "its sound server is not running"),
        (
            "aplay: pcm_write:2127: write error: Input/output error",
            "it failed (aplay: pcm_write:2127: write error",
        ),
        ("", "it failed: unplug it and plug it in again, or ask 'muggins doctor'"),
    ],
)
def test_each_fault_says_what_to_do(printed: str, plain: str, tmp_path: Path) -> None:
    line = explained("x", printed, tmp_path)
    assert line.startswith(f"sound device x: {plain}")
    assert "\n" not in line


def test_without_permission_no_card_is_found_and_the_group_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pcmC0D0p").touch()
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    line = explained("x", "ALSA lib pcm.c:2666:(snd_pcm_open_noupdate) Unknown PCM x", tmp_path)
    assert line == (
        "sound device x: permission denied: 'sudo adduser $USER audio' lets you; then log in again"
    )
