"""The supported LED chips: how they differ, and how long the frames of those without a clock wire are."""

from __future__ import annotations

from typing import NamedTuple


class LedChip(NamedTuple):
    """A type of LED chip.

    Attributes:
        order: the order in which the chip expects the colours on the wire, according to its data sheet.
        default_hz: the SPI clock frequency, in Hz, to use if the configuration does not set one.
        timed: True if the chip has no clock wire. It then measures pulse lengths, so the SPI clock must be
            exact and steady.
        description: the wires and the trade name by which a maker can recognise the chip.
    """

    order: str
    default_hz: int
    timed: bool
    description: str


# At 2 MHz, a frame for 242 LEDs takes 4 ms.
LED_CHIPS = {
    "apa102": LedChip("BGR", 2_000_000, False, "four wires, among them data and clock; also sold as DotStar"),
    "sk9822": LedChip("BGR", 2_000_000, False, "the same, another make"),
    "ws2812": LedChip("GRB", 3_200_000, True, "three wires, one of them data; also sold as NeoPixel"),
    "sk6812": LedChip("GRBW", 3_200_000, True, "the same with a white light in each"),
}
"""The supported LED chips, keyed by their names in a configuration file."""
TIMED_HZ = (2_700_000, 3_400_000)
"""The lowest and highest SPI clock frequencies, in Hz, at which timed chips accept the pulses."""
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
