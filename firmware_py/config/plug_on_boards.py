"""The boards that plug onto the GPIO header, and the pins that each of them uses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from firmware_py.config.config import Config


class PlugOnBoard(NamedTuple):
    """An add-on board (a Bonnet or HAT) with a display, a joystick and buttons.

    Attributes:
        name: the full name, as shown in the wiring diagram.
        short: the short name, as used in sentences.
        brings: a description of its parts, such as `the display, the joystick and both buttons`.
        display: the BCM pins of its display.
        joystick: the BCM pins of its joystick.
        buttons: the BCM pin of each button, keyed by the button's label, from top to bottom.
    """

    name: str
    short: str
    brings: str
    display: frozenset[int]
    joystick: frozenset[int]
    buttons: Mapping[str, int]

    @property
    def keys(self) -> frozenset[int]:
        """The BCM pins of the board's joystick and buttons."""
        return self.joystick | frozenset(self.buttons.values())

    @property
    def pins(self) -> frozenset[int]:
        """All BCM pins that the add-on board uses."""
        return self.display | self.keys


PLUG_ON_BOARDS = {
    # Adafruit, "128x64 OLED Bonnet for Raspberry Pi" (product 3531), pinouts
    "oled-bonnet": PlugOnBoard(
        "OLED Bonnet",
        "Bonnet",
        "the display, the joystick and both buttons",
        frozenset((2, 3)),
        frozenset((4, 17, 22, 23, 27)),
        {"#6": 6, "#5": 5},
    ),
    # Waveshare, "1.3inch OLED HAT", interface definition
    "oled-hat": PlugOnBoard(
        "1.3 inch OLED HAT",
        "HAT",
        "the display, the joystick and the three keys",
        frozenset((8, 10, 11, 24, 25)),
        frozenset((5, 6, 13, 19, 26)),
        {"KEY1": 21, "KEY2": 20, "KEY3": 16},
    ),
}
"""The boards, keyed by the name of their profile."""


def plug_on_board(config: Config) -> PlugOnBoard | None:
    """Return the add-on board that a configuration uses, or None if it does not use one."""
    return PLUG_ON_BOARDS.get(config.profile or "")
