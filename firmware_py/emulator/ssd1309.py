"""An SSD1309 OLED controller that decodes its bus as its data sheet says.

It is an SSD1306 without a charge pump, for larger panels with a supply of their own, and with a lock (Solomon
Systech SSD1309 data sheet, revision 1.1, section 9).
"""

from __future__ import annotations

from typing import ClassVar

from firmware_py.emulator.oled_controller import Command, Commands, ignored
from firmware_py.emulator.ssd1306 import Ssd1306

_LOCK = 0xFD
# Fading and zooming are the SSD1306's; 26h to 2Ah, which set a scroll up, take other arguments than there.
_NOT_HERE = (0x23, 0x26, 0x27, 0x29, 0x2A, 0xD6)


class Ssd1309(Ssd1306):
    """An SSD1309 and its glass, which lights up without a command for its voltage.

    What sets a scroll up (26h to 2Ah) is refused: nothing here scrolls.

    Attributes:
        locked: whether all but the command FDh is ignored.
    """

    LOW_STATUS = 0  # nobody has reported what a real one gives

    def reset(self) -> None:
        """Put the registers to their reset values (table 9-1), the lock included; the RAM stays."""
        super().reset()
        self.locked = False

    def _has_voltage(self) -> bool:
        return True

    def _run(self, run: Command, command: bytes) -> None:
        if not self.locked or command[0] == _LOCK:
            super()._run(run, command)

    def _draw(self, data: bytes) -> None:
        # A locked chip takes neither commands nor display data.
        if not self.locked:
            super()._draw(data)

    def _set_lock(self, command: bytes) -> None:
        """FDh, command lock: 12h unlocks, 16h locks."""
        self._judge(command, command[1] in (0x12, 0x16), "the lock takes 12h or 16h")
        self.locked = command[1] == 0x16

    def _no_charge_pump(self, command: bytes) -> None:
        """8Dh, which the data sheet does not have.

        luma's driver for the SSD1309 is that for the SSD1306, sends 8Dh 14h, and is used with real panels. A
        chip that does not know 8Dh takes the next byte for a command, and one from 10h to 1Fh does no harm:
        it sets a column for page mode. Any other byte might.
        """
        self._judge(command, command[1] & 0xF0 == 0x10, "the SSD1309 has no charge pump to set")

    COMMANDS: ClassVar[Commands] = {
        **{code: entry for code, entry in Ssd1306.COMMANDS.items() if code not in _NOT_HERE},
        0x8D: (1, _no_charge_pump),
        0xDC: (1, ignored),  # general purpose output
        _LOCK: (1, _set_lock),
    }
