"""The model of Raspberry Pi that the program is running on, and the differences between models."""

from __future__ import annotations

import re
from pathlib import Path

MODEL_FILE = Path("/proc/device-tree/model")
"""The kernel's file with the name of the machine, such as `Raspberry Pi 4 Model B Rev 1.4`."""


def pi_model() -> str | None:
    """Return this machine's name from its device tree, or None if it has no device tree, as on most PCs."""
    try:
        # The text files of the device tree end with a zero byte.
        return MODEL_FILE.read_text(encoding="utf-8", errors="replace").rstrip("\0\n")
    except OSError:
        return None


def has_plain_spi1(model: str | None) -> bool | None:
    """Return True if SPI1 works like SPI0, as on a Pi 5, or False if it does not, as on a Pi 4.

    Return None if the machine is not a Raspberry Pi, or if its model is not known. Up to the Pi 4, SPI1 has
    a short FIFO and no DMA (BCM2835 ARM Peripherals, 2.1; issue jgarff/rpi_ws281x 400). On a Pi 5, all SPI
    buses have DMA (raspberrypi/linux, rp1.dtsi).

    Args:
        model: the machine's name, such as `Raspberry Pi 4 Model B Rev 1.4`; None if it is not known.
    """
    name = re.match(r"Raspberry Pi (?:Compute Module )?(\d*)", model or "")
    return name and name[1].startswith("5")
