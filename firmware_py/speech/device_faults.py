"""Explain in plain words why a sound device cannot be used."""

from __future__ import annotations

import os
from pathlib import Path

SOUND_NODES = Path("/dev/snd")
"""The folder that contains the device files for sound, which belong to the group audio."""

_FAULTS = (
    ("Device or resource busy", "another program is using it: end that program, or use a device that mixes"),
    ("Permission denied", "permission denied: 'sudo adduser $USER audio' lets you; then log in again"),
    ("Connection refused", "its sound server is not running: name a device of 'aplay -L' instead"),
    ("Host is down", "its sound server is not running: name a device of 'aplay -L' instead"),
)
"""Parts of ALSA's error messages, and what they mean."""
_MISSING = "there is no such sound device: plug it in, or choose one of those that 'aplay -L' lists"

_UNKNOWN = "unplug it and plug it in again, or ask 'muggins doctor'"


def explained(device: str, printed: str, nodes: Path = SOUND_NODES) -> str:
    """Return a line of text that explains why a device has failed and what to do about it.

    Args:
        device: the ALSA name of the device.
        printed: the lines that `aplay` printed about it.
        nodes: the folder that contains the device files for sound.
    """
    for theirs, ours in _FAULTS:
        if theirs in printed:
            return f"sound device {device}: {ours}"
    if _is_forbidden(nodes):
        return f"sound device {device}: {_FAULTS[1][1]}"
    if "Unknown PCM" in printed or "No such" in printed:
        return f"sound device {device}: {_MISSING}"
    last = printed.rpartition("\n")[2]
    return f"sound device {device}: it failed{f' ({last})' if last else ''}: {_UNKNOWN}"


def _is_forbidden(folder: Path) -> bool:
    """Return True if there are sound devices, but this user is not permitted to use any of them.

    ALSA does not report missing permissions. Instead it reports that there is no sound card.
    """
    try:
        nodes = [node for node in folder.iterdir() if node.name.startswith("pcm") and node.name.endswith("p")]
    except OSError:
        return False
    return bool(nodes) and not any(os.access(node, os.R_OK | os.W_OK) for node in nodes)
