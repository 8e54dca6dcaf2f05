"""A limit on the total current of all LEDs: colours are dimmed to what the power supply can deliver.

The current is an estimate: each colour of an LED draws 20 mA at full brightness, and proportionally less at
lower brightness. The LEDs' own electronics, about 1 mA each, are not included.
"""

from __future__ import annotations

CHANNEL_MA = 20
"""The current of one colour of an LED at full brightness, in mA (APA102 data sheet; WS2812B: an estimate)."""


def sum_at_limit(limit_ma: int, brightness: int = 1, full_brightness: int = 1) -> int:
    """Return the highest sum of all colour bytes that keeps the total current of the LEDs within a limit.

    Args:
        limit_ma: the limit, in mA.
        brightness: the brightness setting of all LEDs, from 1 to `full_brightness`.
        full_brightness: the setting for full brightness.

    Raises:
        ValueError: `limit_ma` is not greater than 0.
    """
    if limit_ma <= 0:
        raise ValueError(f"limit_ma is more than 0: got {limit_ma}")
    return limit_ma * 255 * full_brightness // (CHANNEL_MA * brightness)


def capped(colours: bytes | bytearray, limit: int) -> bytes | bytearray:
    """Return the colours, dimmed in proportion so that the sum of all bytes is at most `limit`."""
    total = sum(colours)
    if total <= limit:
        return colours
    return colours.translate(bytes(value * limit // total for value in range(256)))
