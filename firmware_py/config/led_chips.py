"""The kinds of LED chips: which of them have no clock wire, and how long their frames are."""

from __future__ import annotations

TIMED = ("ws2812", "sk6812")
"""Chips without a clock wire. They measure pulse lengths, so the SPI clock must be exact and steady."""
TIMED_HZ = (2_700_000, 3_400_000)
"""The lowest and highest SPI clock frequencies, in Hz, at which the chips in `TIMED` accept the pulses."""
BUFSIZ = 4096
"""The number of bytes that the kernel's spidev sends in one transfer by default (drivers/spi/spidev.c)."""

LEAD = 4
"""The number of zero bytes before a frame. Without them the first LED shows a wrong colour."""
PAUSE = 120
"""The number of zero bytes after a frame. This pause of at least 280 us makes the LEDs show the frame."""


def timed_frame(leds: int, order: str) -> int:
    """Return the length, in bytes, of a frame for LEDs without a clock wire.

    Args:
        leds: the number of LEDs.
        order: the order of the colours on the wire, such as `GRB`.
    """
    return LEAD + 4 * len(order) * leds + PAUSE


def wanted_bufsiz(leds: int, order: str) -> int:
    """Return the smallest spidev buffer size, a multiple of `BUFSIZ`, that holds a whole frame.

    Args:
        leds: the number of LEDs.
        order: the order of the colours on the wire, such as `GRB`.
    """
    return -(-timed_frame(leds, order) // BUFSIZ) * BUFSIZ
