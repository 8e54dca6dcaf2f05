"""Create a simulated GPIO header on the emulated machine, press its buttons, or read its lines.

python3 -m tests.appliance.guest_header                  create the header if it does not exist
python3 -m tests.appliance.guest_header press OK 5 10    press the buttons for these keys (keypad-20)
python3 -m tests.appliance.guest_header levels 8 9       print the levels of these lines
python3 -m tests.appliance.guest_header hold 5 NAME      occupy line 5 for an hour, as the user NAME
"""

from __future__ import annotations

import sys
import time
import tomllib
from pathlib import Path

from firmware_py.system import gpio_chip
from tests.appliance.gpio_sim import SimulatedHeader

PROFILE = Path(__file__).parents[2] / "hardware/profiles/keypad-20.toml"
HELD, APART = 0.05, 0.1
"""The time for which a button is held, and the time between two presses, in seconds."""


def main(order: str = "", *words: str) -> None:
    header = SimulatedHeader()
    pins: dict[str, int] = tomllib.loads(PROFILE.read_text())["buttons"]
    if order == "press":
        for word in words:
            header.press(pins[word])
            time.sleep(HELD)
            header.release(pins[word])
            time.sleep(APART)
    elif order == "levels":
        print(*(int(header.is_high(int(line))) for line in words))
    elif order == "hold":
        line, gpio_chip.CONSUMER = words
        held = gpio_chip.header_chip().request(int(line), gpio_chip.LineSettings())
        print("held", flush=True)
        time.sleep(3600)
        held.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
