"""Ask Linux, through lgpio, which drivers and programs use the pins of the header."""

from __future__ import annotations

import importlib
import tempfile
from collections.abc import Iterable
from contextlib import chdir, suppress

_IN_USE = 1  # GPIOLINE_FLAG_KERNEL, bit 0 of the flags (linux/gpio.h), is set if anything uses the pin
_HEADER = 28  # BCM 0 to 27


def pin_users(devices: Iterable[str]) -> dict[int, str] | None:
    """Return the driver or program that uses each header pin, by BCM number. Unused pins are left out.

    If lgpio is unavailable, return None.

    Args:
        devices: the device files of the machine, such as `/dev/gpiochip0`.
    """
    # On every model, the label of the header's chip starts with `pinctrl-`.
    # The import of lgpio creates a pipe in the working directory, and fails if it cannot.
    with suppress(Exception), tempfile.TemporaryDirectory() as folder, chdir(folder):
        lgpio = importlib.import_module("lgpio")
        for name in devices:
            number = name.removeprefix("/dev/gpiochip")
            if not number.isdigit():
                continue
            chip = lgpio.gpiochip_open(int(number))
            try:
                _, _, _, label = lgpio.gpio_get_chip_info(chip)
                if label.startswith("pinctrl-"):
                    return _users(lgpio, chip)
            finally:
                lgpio.gpiochip_close(chip)
    return None


def _users(lgpio: object, chip: int) -> dict[int, str]:
    found = {}
    for pin in range(_HEADER):
        _, _, flags, _, user = lgpio.gpio_get_line_info(chip, pin)  # type: ignore[attr-defined]
        if flags & _IN_USE or user:
            found[pin] = user or "the kernel"
    return found
