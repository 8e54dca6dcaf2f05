"""The kinds of LED chips: which have no clock wire, and how long their frames are."""

from __future__ import annotations

TIMED = ("ws2812", "sk6812")
"""Chips without a clock wire. They read the lengths of pulses, so the SPI clock must be exact and steady."""
TIMED_HZ = (2_700_000, 3_400_000)
"""The lowest and the highest SPI clock that gives pulses of the length those chips accept."""
BUFSIZ = 4096
"""Bytes that the kernel's spidev sends in one transfer by default (drivers/spi/spidev.c)."""

LEAD = 4
"""Zero bytes before the first pulse of a frame: without them the first LED shows a wrong colour."""
PAUSE = 120
"""Zero bytes after the last pulse: at any of `TIMED_HZ` more than 280 us, which makes all LEDs show it."""


def timed_frame(leds: int, order: str) -> int:
    """Return the length of a frame in bytes, for LEDs without a clock wire: each bit takes four SPI bits."""
    return LEAD + 4 * len(order) * leds + PAUSE


def wanted_bufsiz(leds: int, order: str) -> int:
    """Return the value of spidev.bufsiz with which a frame goes out in one piece: whole pages of memory."""
    return -(-timed_frame(leds, order) // BUFSIZ) * BUFSIZ
