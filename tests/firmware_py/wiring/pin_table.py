"""The table of the wires, read back from its text, and what it should say about each use of a pin."""

from __future__ import annotations

import re

from gpiozero import pi_info

from firmware_py.config.clashes import KEYS, PinUser, Use
from firmware_py.config.config import Config
from firmware_py.wiring.notes import table

PIN_NAMES = {pin.number: pin.name for pin in pi_info("a02082").headers["J8"].pins.values()}
PIN_NUMBERS = {int(name[4:]): number for number, name in PIN_NAMES.items() if name.startswith("GPIO")}
"""The header pin number of each BCM pin, according to gpiozero."""
ROW = re.compile(r"(.{26}) +(\w+) [(\[] ?(\d+)[)\]] \( ?(\d+)\) (\w+) *(.*)")


def table_rows(config: Config) -> dict[int, tuple[str, str]]:
    """Return the name and description of each pin in the wiring table, keyed by header pin number."""
    found: dict[int, tuple[str, str]] = {}
    for line in table(config).splitlines():
        match = ROW.fullmatch(line)
        if match:
            left, name, number, other, other_name, right = match.groups()
            found[int(number)] = name, left.strip()
            found[int(other)] = other_name, right.strip()
    return found


def description(use: Use, config: Config) -> str:
    if use.part in (PinUser.BUTTON, PinUser.KEYBOARD_KEY):
        stick = use.key in ("LEFT", "RIGHT", "UP", "DOWN", "PICK")
        return f"{'joystick' if stick else 'button'} {use.key}"
    if use.part in KEYS:
        return f"keypad {use.wire}"
    if use.part is PinUser.BUZZER:
        return "buzzer"
    if use.part in (PinUser.TURN, PinUser.DEALER, PinUser.GAME_OVER):
        return f"LED {use.wire}"
    if use.part is PinUser.LIGHTS and config.lights:
        clocked = config.lights.chip in ("apa102", "sk9822")
        wired = {"MOSI": "lights data"} | ({"SCLK": "lights clock"} if clocked else {})
        return wired.get(use.wire, f"leave free ({use.wire})")
    if use.part is PinUser.AMPLIFIER:
        return "leave free (sound)" if use.wire == "input" else f"amplifier {use.wire}"
    if use.wire == "MISO":
        return "leave free (MISO)"
    return f"{'2nd ' if use.part is PinUser.SECOND_DISPLAY else ''}display {use.wire}"
