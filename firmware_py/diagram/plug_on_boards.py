"""The boards that plug onto the header: their pins, and what is left to wire beside them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from firmware_py.config.clashes import uses
from firmware_py.config.config import Config
from firmware_py.config.keypads import ButtonSettings, InputSettings


class PlugOnBoard(NamedTuple):
    """A Bonnet or HAT with a display, a joystick and buttons.

    Attributes:
        name: the name in the picture.
        display: the BCM pins of its display.
        joystick: the BCM pins of its joystick.
        buttons: maps the label of each button on the board, from top to bottom, to its BCM pin.
    """

    name: str
    display: frozenset[int]
    joystick: frozenset[int]
    buttons: Mapping[str, int]

    @property
    def pins(self) -> frozenset[int]:
        """All BCM pins that the plug-on board uses."""
        return self.display | self.joystick | frozenset(self.buttons.values())


PLUG_ON_BOARDS = {
    # Adafruit, "128x64 OLED Bonnet for Raspberry Pi" (product 3531), pinouts
    "oled-bonnet": PlugOnBoard(
        "OLED Bonnet", frozenset((2, 3)), frozenset((4, 17, 22, 23, 27)), {"#6": 6, "#5": 5}
    ),
    # Waveshare, "1.3inch OLED HAT", interface definition
    "oled-hat": PlugOnBoard(
        "1.3 inch OLED HAT",
        frozenset((8, 10, 11, 24, 25)),
        frozenset((5, 6, 13, 19, 26)),
        {"KEY1": 21, "KEY2": 20, "KEY3": 16},
    ),
}
"""The boards, by the name of their profile."""


def plug_on_board(config: Config) -> PlugOnBoard | None:
    """Return the plug-on board of this configuration, or None if the configuration has none."""
    return PLUG_ON_BOARDS.get(config.profile or "")


def left_to_wire(config: Config, board: PlugOnBoard) -> Config:
    """Return a copy of a configuration without the display and the keys that are on the plug-on board."""
    screen = config._replace(inputs=(), displays=config.displays[:1], lights=None, signals=None, speech=None)
    on_board = all(use.pin in board.display for use in uses(screen) if use.wire != "MISO")
    inputs: list[InputSettings] = []
    for each in config.inputs:
        if isinstance(each, ButtonSettings):
            pins = {key: pin for key, pin in each.pins.items() if pin not in board.pins}
            inputs += [ButtonSettings(pins)] if pins else []
        else:
            inputs.append(each)
    return config._replace(inputs=tuple(inputs), displays=config.displays[on_board:])


def named_buttons(config: Config, board: PlugOnBoard) -> dict[str, str]:
    """Return the key that each button on the plug-on board acts as, by the button's label."""
    keys = {
        pin: key
        for each in config.inputs
        if isinstance(each, ButtonSettings)
        for key, pin in each.pins.items()
    }
    return {label: keys[pin] for label, pin in board.buttons.items() if pin in keys}
