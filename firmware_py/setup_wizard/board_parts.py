"""The kinds of parts that a board has, according to the configuration file or to the user's answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from firmware_py.config import defaults
from firmware_py.setup_wizard.find_parts import FoundParts
from firmware_py.setup_wizard.terminal import Terminal

NONE = "none"
"""The answer to give if the board does not have the part."""
SCREENS = {
    "i2c": "an OLED on I2C: four wires, or a board that plugs onto the Pi, such as the OLED Bonnet",
    "spi": "an OLED on SPI: seven wires, or a board that plugs onto the Pi, such as the OLED HAT",
    NONE: "none",
}
LIGHTS = {
    "strips": "LEDs in strips, one for each track",
    "panel": "LEDs in a panel, or in several side by side",
    "ring": "LEDs in a ring, for all tracks",
    NONE: "none",
}
KEYS = {
    "usb": "a numeric keypad or a keyboard, on USB",
    "buttons": "push buttons, each on a pin of its own",
    "matrix": "a matrix keypad: sixteen keys on eight pins",
    "joystick": "a joystick, on a board that plugs onto the Pi, such as the OLED Bonnet or HAT",
    NONE: "none",
}


class BoardParts(NamedTuple):
    """The kinds of parts that a board has. An attribute is None if the board does not have the part.

    Attributes:
        screen: the kind of screen, from `SCREENS`.
        lights: the kind of lights, from `LIGHTS`.
        keys: the kind of keys, from `KEYS`.
    """

    screen: str | None = None
    lights: str | None = None
    keys: str | None = None


def of_tables(tables: Mapping[str, Any]) -> BoardParts:
    """Return the kinds of parts that a configuration describes.

    Args:
        tables: the tables of the configuration, such as `display` and `lights`, keyed by name.
    """
    display = tables.get("display", tables.get("second_display"))
    lights = tables.get("lights")
    return BoardParts(
        screen=None if display is None else display.get("interface", defaults.INTERFACE),
        lights=None if lights is None else lights.get("shape", {}).get("kind", defaults.SHAPE),
        keys=_keys(tables.get("buttons") or {}, tables.get("keyboard") or {}),
    )


def _keys(buttons: Mapping[str, Any], keyboard: Mapping[str, Any]) -> str | None:
    """Return the kind of keys a board has: `joystick`, `buttons`, `matrix` or `usb`; None if it has no keys.

    A joystick takes precedence. The parameters are the configuration's tables `[buttons]` and `[keyboard]`.
    """
    codes = keyboard.get("codes", {})
    if "PICK" in buttons or "PICK" in codes:
        return "joystick"
    if len(buttons) > len(codes) or "pins" in keyboard:
        return "buttons"
    if "rows" in keyboard:
        return "matrix"
    return "usb" if codes else None


def ask(terminal: Terminal, found: FoundParts, file_says: BoardParts | None) -> BoardParts:
    """Ask which screen, lights and keys the board has, until the answers describe a board that can work.

    The default answers come from the configuration file, but a screen that was found takes precedence. If
    there is no file, the parts that were found are the defaults.

    Args:
        terminal: the terminal for the questions and answers.
        found: the parts that were found.
        file_says: the parts that the configuration file describes, or None if there is no file yet.

    Raises:
        UsageError: the input has ended.
    """
    while True:
        parts = _asked(terminal, found, file_says)
        if parts.keys == "joystick" and parts.screen is None:
            terminal.say()
            terminal.say("A joystick picks the cards on the screen, so it needs a screen. Once more, please.")
        elif parts.keys and not (parts.screen or parts.lights):
            terminal.say()
            terminal.say("Without a screen and without lights, nobody sees the score.")
            if terminal.yes("Is that what you have?", usual=False):
                return parts
        else:
            return parts


def _asked(terminal: Terminal, found: FoundParts, file_says: BoardParts | None) -> BoardParts:
    before = file_says or BoardParts()
    in_file = "as the file says" if file_says else ""
    screen, why = before.screen or (NONE if file_says else None), in_file
    if found.panels:
        panel = found.panels[0]
        screen, why = "i2c", f"found at {panel.address:#04x} on I2C bus {panel.bus}"
    terminal.say()
    screen = terminal.menu("Does the board have a screen?", SCREENS, screen, why)
    terminal.say()
    lights = terminal.menu(
        "Does it have lights for the pegs? LEDs do not answer, so setup cannot look for them.",
        LIGHTS,
        before.lights or (NONE if file_says else None),
        in_file,
    )
    terminal.say()
    keys, why = before.keys, in_file
    keypad = found.keypad
    if keypad and (not file_says or keys == "usb"):
        keys, why = "usb", f"found: {keypad.name}"
    keys = terminal.menu("Which keys does it have?", KEYS, keys, why)
    return BoardParts(*(None if each == NONE else each for each in (screen, lights, keys)))
