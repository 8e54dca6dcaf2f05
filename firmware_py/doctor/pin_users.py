"""Find out from the kernel which drivers and programs use the header pins."""

from __future__ import annotations

from contextlib import closing, suppress

from firmware_py.gpio_chip import GpioError, header_chip

_HEADER = 28  # BCM 0 to 27


def pin_users(folder: str = "/dev") -> dict[int, str] | None:
    """Return the driver or program that uses each header pin, keyed by BCM number. Unused pins are omitted.

    Return None if there is no header, or if this user is not permitted to open its device file.

    Args:
        folder: the folder that contains the device files.
    """
    with suppress(GpioError, OSError), closing(header_chip(folder)) as chip:
        lines = {pin: chip.info(pin) for pin in range(_HEADER)}
        return {pin: line.consumer or "the kernel" for pin, line in lines.items() if line.is_used}
    return None
