"""The sound cards of Raspberry Pis in the format of /proc/asound/cards, and folders that contain this file.

The cards in `CARDS` are those of a Raspberry Pi 4: https://github.com/RPi-Distro/raspi-config/issues/197.
The format is the kernel's.
"""

from __future__ import annotations

from pathlib import Path

from firmware_py.system.sound_cards import cards_in

CARDS = """\
 0 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones
                      bcm2835 Headphones
 1 [vc4hdmi0       ]: vc4-hdmi - vc4-hdmi-0
                      vc4-hdmi-0
 2 [vc4hdmi1       ]: vc4-hdmi - vc4-hdmi-1
                      vc4-hdmi-1
"""
USB = """\
 3 [UACDemoV10     ]: USB-Audio - UACDemoV1.0
                      Jieli Technology UACDemoV1.0 at usb-0000:01:00.0-1.2, full speed
"""
HDMI_FIRST = """\
 0 [vc4hdmi        ]: vc4-hdmi - vc4-hdmi
                      vc4-hdmi
 1 [UACDemoV10     ]: USB-Audio - UACDemoV1.0
                      Jieli Technology UACDemoV1.0 at usb-20980000.usb-1, full speed
"""
AMPLIFIER = """\
 0 [MAX98357A      ]: simple-card - MAX98357A
                      MAX98357A
"""


def machine_with(root: Path, text: str, silent: int | None = None) -> None:
    """Create the files in which Linux lists the sound cards of a machine.

    Args:
        root: the folder that represents the root of the machine's file system.
        text: the contents of /proc/asound/cards.
        silent: the number of a card that cannot play sound; None if all cards can play sound.
    """
    folder = root / "proc/asound"
    for card in cards_in(text):
        (folder / f"card{card.number}").mkdir(parents=True, exist_ok=True)
        if card.number != silent:
            (folder / f"card{card.number}/pcm0p").mkdir(exist_ok=True)
    (folder / "cards").write_text(text, encoding="utf-8")
