"""The chips of LEDs: what differs between them, wherever it has to be known."""

from __future__ import annotations

ORDER = {"apa102": "BGR", "sk9822": "BGR", "ws2812": "GRB", "sk6812": "GRBW"}
"""The colours in the order in which they go over the wire (the chips' data sheets)."""
TIMED = ("ws2812", "sk6812")
"""Chips without a clock: they read the lengths of pulses, so that SPI must be exact and must not pause."""
TIMED_HZ = (2_700_000, 3_400_000)
"""The clocks of SPI at which the pulses are as long as those chips take them."""
HZ = dict.fromkeys(("apa102", "sk9822"), 8_000_000) | dict.fromkeys(TIMED, 3_200_000)
"""The clock of SPI unless another is asked for."""
BUFSIZ = 4096
"""Bytes that the kernel's spidev takes in one transfer unless told otherwise (drivers/spi/spidev.c)."""

LEAD = 4
"""Bytes of zeros before the first pulse of a frame: without them the first LED goes wrong."""
PAUSE = 120
"""Bytes of zeros after the last one: at any of `TIMED_HZ` more than 280 us, after which all LEDs show it."""


def timed_frame(leds: int, order: str) -> int:
    """Bytes of a frame for so many LEDs whose pulses are timed: a bit of theirs is four of SPI's."""
    return LEAD + 4 * len(order) * leds + PAUSE


def wanted_bufsiz(leds: int, order: str) -> int:
    """What spidev.bufsiz has to be for a frame to go out in one piece: whole pages of memory."""
    return -(-timed_frame(leds, order) // BUFSIZ) * BUFSIZ
