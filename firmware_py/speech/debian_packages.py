"""The Debian packages of the programs that the voice uses, such as `aplay`."""

from __future__ import annotations

from pathlib import Path

_PACKAGES = {
    "aplay": "alsa-utils",
    "espeak-ng": "espeak-ng",
    "flite": "flite",
    "pico2wave": "libttspico-utils",
}


def package_of(program: str) -> str | None:
    """Return the name of the Debian package that contains a program, or None if the program is not known.

    Args:
        program: the program's name, with or without its folder.
    """
    return _PACKAGES.get(Path(program).name)
