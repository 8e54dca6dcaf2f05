"""ALSA 1.2.8's error messages about unusable devices are translated into plain words."""

from pathlib import Path

import pytest

from firmware_py.speech import device_faults
from firmware_py.speech.device_faults import explained


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
        ("", "it failed"),
    ],
)
def test_each_fault_says_what_to_do(
    printed: str, plain: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(device_faults, "SOUND_NODES", tmp_path)
    line = explained("x", printed)
    assert line.startswith(f"sound device x: {plain}")
    assert "\n" not in line
