"""The sound cards of a machine, and the devices that ALSA has on them."""

from __future__ import annotations

import re
import subprocess
from typing import NamedTuple

_CARD = re.compile(r"^ *(\d+) \[(\S+) *\]: (\S+) - (.*)$", re.MULTILINE)
_NAMED = re.compile(r":(?:.*\bCARD=)?([^,]+)")
_USB, _HDMI = "USB-Audio", "vc4-hdmi"


class SoundCard(NamedTuple):
    """A sound card.

    Attributes:
        number: the number of the card; `default` is number 0 unless a file of ALSA's says otherwise.
        id: the short name of the card in the names of devices, such as `Headphones`.
        driver: the driver of the card in the kernel, such as `USB-Audio`.
        name: the name of the card.
    """

    number: int
    id: str
    driver: str
    name: str

    @property
    def device(self) -> str:
        """The ALSA device that plays on this card, in any format."""
        return f"default:CARD={self.id}"

    @property
    def is_usb(self) -> bool:
        """True for a USB speaker or headset."""
        return self.driver == _USB

    @property
    def is_hdmi(self) -> bool:
        """True for a monitor or a television. The Pi has such a card even if there is no monitor."""
        return self.driver == _HDMI


def sound_cards(text: str | None) -> tuple[SoundCard, ...]:
    """Return the sound cards in the text of /proc/asound/cards; none if there is no such file."""
    return tuple(
        SoundCard(int(number), short, driver, name.strip())
        for number, short, driver, name in _CARD.findall(text or "")
    )


def card_of(device: str) -> str | None:
    """Return the id or the number of the card in the name of an ALSA device; None if it names no card."""
    found = _NAMED.search(device)
    return found[1] if found else None


def alsa_devices() -> frozenset[str]:
    """Return the names of the ALSA devices that `aplay -L` lists; none if the program is missing."""
    try:
        done = subprocess.run(["aplay", "-L"], capture_output=True, text=True, timeout=5, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return frozenset()
    return frozenset(line for line in done.stdout.splitlines() if line and not line.startswith(" "))
