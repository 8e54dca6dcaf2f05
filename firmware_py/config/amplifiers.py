"""The amplifiers for the voice: chips that receive sound as I2S from pins on the GPIO header."""

from __future__ import annotations

from typing import NamedTuple

I2S_PINS = {"BCLK": 18, "LRC": 19, "DIN": 21}
"""The BCM pins of the sound's bit clock, its left/right clock, and its data.

The names are those on the amplifier. The Pi sends sound on no other pins (Raspberry Pi documentation, audio
boards, "GPIO usage": GPIO 18/19/20/21).
"""
I2S_INPUT = 20
"""The BCM pin of the sound input. The kernel claims it with the others, although no part uses it."""


class Amplifier(NamedTuple):
    """The names that a Raspberry Pi's software uses for an amplifier.

    Attributes:
        overlay: the overlay in config.txt that tells the kernel about the amplifier.
        param: the parameter of the overlay.
        card: the name that ALSA gives the amplifier.
    """

    overlay: str
    param: str
    card: str

    @property
    def config_line(self) -> str:
        """The line in config.txt that loads the overlay."""
        return f"dtoverlay={self.overlay},{self.param}"

    @property
    def device(self) -> str:
        """The name of the ALSA device used to play sound in any format on the amplifier.

        This device is ALSA's software mixer, which keeps the amplifier's clock signal running. When the
        signal stops, an amplifier makes a popping noise (volumio/Volumio2 issue 1973).
        """
        return f"plug:'dmix:CARD={self.card}'"


AMPLIFIERS = {
    # Without `no-sdmode`, the overlay would take BCM 4 too, to switch the amplifier off (raspberrypi/linux,
    # arch/arm/boot/dts/overlays/README and max98357a-overlay.dts).
    "max98357a": Amplifier(overlay="max98357a", param="no-sdmode", card="MAX98357A"),
}
"""The amplifiers, keyed by the name of their chip."""
