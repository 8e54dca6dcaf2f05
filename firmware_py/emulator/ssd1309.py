"""An emulated SSD1309 OLED controller, which decodes the bytes on its bus as its data sheet specifies.

The chip is an SSD1306 with a command lock and without a charge pump, for larger panels with their own supply
(Solomon Systech SSD1309 data sheet, revision 1.1, section 9).
"""

from __future__ import annotations

from typing import ClassVar

from firmware_py.emulator.oled_controller import Command, Commands, ignored
from firmware_py.emulator.ssd1306 import Ssd1306

_LOCK = 0xFD
# Only the SSD1306 fades and zooms. 26h to 2Ah, which set up a scroll, have other arguments on the SSD1309.
_NOT_HERE = (0x23, 0x26, 0x27, 0x29, 0x2A, 0xD6)


class Ssd1309(Ssd1306):
    """An emulated SSD1309 OLED controller with its panel. Unlike an SSD1306, it needs no charge pump.

    The commands that set up scrolling (26h to 2Ah) are rejected.

    Attributes:
        locked: True if the chip ignores all commands except FDh.
    """

    LOW_STATUS = 0  # the value in real chips has not been reported

    def reset(self) -> None:
        """Set the registers to their reset values (table 9-1) and unlock the chip, but keep the RAM."""
        super().reset()
        self.locked = False

    def _has_voltage(self) -> bool:
        return True

    def _run(self, run: Command, command: bytes) -> None:
        if not self.locked or command[0] == _LOCK:
            super()._run(run, command)

    def _draw(self, data: bytes) -> None:
        # A locked chip accepts neither commands nor display data.
        if not self.locked:
            super()._draw(data)

    def _set_lock(self, command: bytes) -> None:
        self._judge(command, command[1] in (0x12, 0x16), "the lock takes 12h or 16h")
        self.locked = command[1] == 0x16

    def _no_charge_pump(self, command: bytes) -> None:
        """Accept luma's command 8Dh 14h for a charge pump, although the chip has none.

        A real SSD1309 executes the byte after 8Dh as a separate command. The bytes 10h to 1Fh are harmless
        and accepted. Any other byte is an illegal argument.
        """
        self._judge(command, command[1] & 0xF0 == 0x10, "the SSD1309 has no charge pump to set")

    COMMANDS: ClassVar[Commands] = {
        **{code: entry for code, entry in Ssd1306.COMMANDS.items() if code not in _NOT_HERE},
        0x8D: (1, _no_charge_pump),
        0xDC: (1, ignored),  # general purpose output
        _LOCK: (1, _set_lock),
    }
