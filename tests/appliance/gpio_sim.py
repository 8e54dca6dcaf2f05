"""Buttons on a GPIO header that the kernel module gpio-sim simulates.

The simulated chip has the same label as the chip of a real Raspberry Pi. It is controlled through files in
/sys, which the kernel's documentation describes (admin-guide/gpio/gpio-sim). This Python module uses only the
standard library, because it runs on the emulated machine.
"""

from __future__ import annotations

import os
from pathlib import Path

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
