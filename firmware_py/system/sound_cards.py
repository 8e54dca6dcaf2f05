"""The machine's sound cards, their ALSA devices, and the Debian packages of the voice's programs."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

_CARD = re.compile(r"^ *(\d+) \[(\S+) *\]: (\S+) - (.*)$", re.MULTILINE)
_NAMED = re.compile(r":(?:.*\bCARD=)?([^,']+)")
AUTO, DEFAULT = "auto", "default"
"""The device used if the configuration names none, and the name of ALSA's default device."""
_USB, _HDMI = "USB-Audio", "vc4-hdmi"


class SoundCard(NamedTuple):
    """One of the machine's sound cards.

    Attributes:
        number: the number of the card. Unless ALSA is configured otherwise, `default` is card 0.
        id: the short name of the card in device names, such as `Headphones`.
        driver: the kernel's driver for the card, such as `USB-Audio`.
    """

    number: int
    id: str
    driver: str
    name: str

    @property
    def device(self) -> str:
        """The name of the card's ALSA device that accepts sound in any format."""
        return f"default:CARD={self.id}"

    @property
    def is_usb(self) -> bool:
        """True for a USB speaker or headset."""
        return self.driver == _USB

    @property
    def is_hdmi(self) -> bool:
        """True for the sound card of an HDMI port. A Pi has such a card even if no monitor is connected."""
        return self.driver == _HDMI


def read_cards(root: Path = Path("/")) -> tuple[SoundCard, ...]:
    """Return the sound cards that can play sound. Cards that can only record are left out."""
    folder = root / "proc/asound"
    try:
        text = (folder / "cards").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ()
    return tuple(card for card in cards_in(text) if any((folder / f"card{card.number}").glob("pcm*p")))


def device_for(device: str, cards: Iterable[SoundCard]) -> str:
    """Return the ALSA device to use for a device named in the configuration.

    For `auto`, this is the first USB speaker if there is one, and otherwise ALSA's default device.
    """
    if device != AUTO:
        return device
    return next((card.device for card in cards if card.is_usb), DEFAULT)


def cards_in(text: str) -> tuple[SoundCard, ...]:
    """Parse the text of /proc/asound/cards and return the sound cards in it."""
    return tuple(
        SoundCard(int(number), short, driver, name.strip())
        for number, short, driver, name in _CARD.findall(text)
    )


def card_of(device: str) -> str | None:
    """Return the sound card's id or number from an ALSA device name, or None if the name has neither."""
    found = _NAMED.search(device)
    return found[1] if found else None


def alsa_devices() -> frozenset[str]:
    """Return the names of the ALSA devices listed by `aplay -L`, or an empty set if it is not installed."""
    import subprocess

    try:
        done = subprocess.run(["aplay", "-L"], capture_output=True, text=True, timeout=5, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return frozenset()
    return frozenset(line for line in done.stdout.splitlines() if line and not line.startswith(" "))


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
