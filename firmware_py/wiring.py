"""How the default board is wired: twenty buttons to ground, an OLED on I2C, LEDs on SPI.

The pins leave I2C (2, 3), SPI0 (8 to 11) and the HAT's identification (0, 1) alone. 7 is SPI0's second chip
select: `dtoverlay=spi0-1cs` frees it.
"""

from __future__ import annotations

from firmware_py.keys import Key

BUTTONS = {
    Key.ACE: 4,
    Key.TWO: 5,
    Key.THREE: 6,
    Key.FOUR: 7,
    Key.FIVE: 12,
    Key.SIX: 13,
    Key.SEVEN: 14,
    Key.EIGHT: 15,
    Key.NINE: 16,
    Key.TEN: 17,
    Key.JACK: 18,
    Key.QUEEN: 19,
    Key.KING: 20,
    Key.SPADES: 21,
    Key.HEARTS: 22,
    Key.DIAMONDS: 23,
    Key.CLUBS: 24,
    Key.GO: 25,
    Key.OK: 26,
    Key.UNDO: 27,
}
"""The BCM pin of each key."""

OLED_ADDRESS = 0x3C
"""The display's address on I2C bus 1."""

LIGHTS = 363
"""LEDs on SPI0, at most: a track of 121 for each side; with two sides the third is not sent to."""
