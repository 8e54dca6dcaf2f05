"""Buttons on a GPIO header that the kernel module gpio-sim simulates, on the emulated machine.

    python3 -m tests.appliance.gpio_sim                  create the header if it does not exist
    python3 -m tests.appliance.gpio_sim press OK 5 10    press the buttons for these keys (keypad-20)
    python3 -m tests.appliance.gpio_sim levels 8 9       print the levels of these lines
    python3 -m tests.appliance.gpio_sim hold 5 NAME      occupy line 5 for an hour, as the user NAME

The simulated chip has the same label as the chip of a real Raspberry Pi. It is controlled through files in
/sys, which the kernel's documentation describes (admin-guide/gpio/gpio-sim).
"""

from __future__ import annotations

import os
import sys
import time
import tomllib
from pathlib import Path

from firmware_py.system import gpio_chip

CONFIGURED = Path("/sys/kernel/config/gpio-sim")
"""The folder of the simulated chips, which is missing if the kernel module is not loaded."""
LABEL = "pinctrl-bcm2835"
LINES = 54
CLOSED, OPEN = b"pull-down", b"pull-up"
"""The pull on a line: to ground by a closed button, otherwise to 3.3 V by the resistor."""


class SimulatedHeader:
    """A simulated GPIO chip, with a button between each line and ground."""

    def __init__(self, folder: str = "header") -> None:
        self._device = CONFIGURED / folder
        bank = self._device / "bank"
        if not bank.is_dir():
            bank.mkdir(parents=True)
            (bank / "label").write_text(LABEL)
            (bank / "num_lines").write_text(str(LINES))
            (self._device / "live").write_text("1")
        self.name = (bank / "chip_name").read_text().strip()
        device = (self._device / "dev_name").read_text().strip()
        self._files = Path("/sys/devices/platform") / device / self.name
        self._pulls: dict[int, int] = {}

    def press(self, line: int) -> None:
        self._pull(line, CLOSED)

    def release(self, line: int) -> None:
        self._pull(line, OPEN)

    def is_high(self, line: int) -> bool:
        return (self._files / f"sim_gpio{line}" / "value").read_text().strip() == "1"

    def remove(self) -> None:
        for file in self._pulls.values():
            os.close(file)
        self._pulls.clear()
        (self._device / "live").write_text("0")
        (self._device / "bank").rmdir()
        self._device.rmdir()

    def _pull(self, line: int, where: bytes) -> None:
        if line not in self._pulls:
            self._pulls[line] = os.open(self._files / f"sim_gpio{line}" / "pull", os.O_WRONLY)
        os.pwrite(self._pulls[line], where, 0)


PROFILE = Path(__file__).parents[2] / "hardware/profiles/keypad-20.toml"
HELD, APART = 0.05, 0.1  # the time for which a button is held, and the time between two presses, in seconds


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
