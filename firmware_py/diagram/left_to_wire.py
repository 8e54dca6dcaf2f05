"""The parts that still have to be wired if an add-on board, such as a HAT, is plugged onto the Pi."""

from __future__ import annotations

from firmware_py.config.clashes import Signal, uses
from firmware_py.config.config import Config
from firmware_py.config.keypads import ButtonSettings, InputSettings
from firmware_py.config.plug_on_boards import PlugOnBoard


def left_to_wire(config: Config, board: PlugOnBoard) -> Config:
    """Return a copy of a configuration without the display and the keys that are on the add-on board."""
    screen = config._replace(inputs=(), displays=config.displays[:1], lights=None, signals=None, speech=None)
    on_board = all(use.pin in board.display for use in uses(screen) if use.signal is not Signal.MISO)
    inputs: list[InputSettings] = []
    for each in config.inputs:
        if isinstance(each, ButtonSettings):
            pins = {key: pin for key, pin in each.pins.items() if pin not in board.pins}
            inputs += [ButtonSettings(pins)] if pins else []
        else:
            inputs.append(each)
    return config._replace(inputs=tuple(inputs), displays=config.displays[on_board:])


def named_buttons(config: Config, board: PlugOnBoard) -> dict[str, str]:
    """Return a mapping from the label of each button on an add-on board to the name of its key.

    Buttons that are not used as keys are left out.
    """
    keys = {
        pin: key
        for each in config.inputs
        if isinstance(each, ButtonSettings)
        for key, pin in each.pins.items()
    }
    return {label: keys[pin] for label, pin in board.buttons.items() if pin in keys}
