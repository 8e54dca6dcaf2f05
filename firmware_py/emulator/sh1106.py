"""An emulated SH1106 OLED controller, which decodes the bytes on its bus as its data sheet specifies.

Numbers in brackets are the numbers of commands in the Sino Wealth SH1106 data sheet, version 2.3.
"""

from __future__ import annotations

from typing import ClassVar

from firmware_py.emulator.oled_controller import (
    LINES,
    Commands,
    EmulatedController,
    ProtocolError,
    ignored,
    setter,
    switch,
)

COLUMNS = 132


class Sh1106(EmulatedController):
    """An emulated SH1106 OLED controller whose panel is connected to segments 2 to 129 of 132.

    Attributes:
        dc_dc: True if the voltage converter, without which the panel stays dark, is switched on.
    """

    SEGMENTS = COLUMNS
    FIRST = 2
    CONTRAST = 0x80
    LOW_STATUS = 8

    def reset(self) -> None:
        """Reset the registers, but keep the contents of the RAM."""
        super().reset()
        self.dc_dc = True
        self._modifying: int | None = None  # the column at which a read-modify-write began

    def _draw(self, data: bytes) -> None:
        # The column counts up to 132, one beyond the last column, and stays there; the page never changes
        # (1, 2). Data beyond the end of the row are lost.
        run = data[: COLUMNS - self._column]
        self._store(run)
        self._column += len(run)

    def _has_voltage(self) -> bool:
        return self.dc_dc

    # -- commands

    def _set_column_low(self, command: bytes) -> None:
        self._set_column(command, self._column & 0xF0 | command[0] & 0x0F)

    def _set_column_high(self, command: bytes) -> None:
        self._set_column(command, (command[0] & 0x0F) << 4 | self._column & 0x0F)

    def _set_column(self, command: bytes, column: int) -> None:
        if self._modifying is not None:
            raise ProtocolError(f"command {command[0]:#04x} within a read-modify-write (19)")
        self._column = column
        # The two halves of the number arrive one by one, and after the first the column may not exist.
        self._judge(b"\x10", column < COLUMNS, f"there is no column {column} (1, 2)")

    def _set_page(self, command: bytes) -> None:
        self._page = command[0] & 7

    def _set_multiplex(self, command: bytes) -> None:
        self.multiplex = (command[1] & 0x3F) + 1

    def _set_dc_dc(self, command: bytes) -> None:
        """Switch the voltage converter off (8Ah) or on (8Bh). This is illegal while the panel is on."""
        legal = command[1] in (0x8A, 0x8B) and not self.on
        self._judge(command, legal, "the converter takes 8Ah or 8Bh, while the panel is off (10)")
        self.dc_dc = command[1] == 0x8B

    def _set_charge_periods(self, command: bytes) -> None:
        self._judge(command, bool(command[1] & 0x0F and command[1] & 0xF0), "neither half may be 0 (16)")

    def _set_com_pins(self, command: bytes) -> None:
        self._judge(command, command[1] in (0x02, 0x12), "02h or 12h (17)")

    def _begin_modifying(self, command: bytes) -> None:
        self._modifying = self._column

    def _end_modifying(self, command: bytes) -> None:
        if self._modifying is None:
            raise ProtocolError("command 0xee with no read-modify-write to end (20)")
        self._column, self._modifying = self._modifying, None

    COMMANDS: ClassVar[Commands] = {
        **dict.fromkeys(range(0x00, 0x10), (0, _set_column_low)),  # (1)
        **dict.fromkeys(range(0x10, 0x20), (0, _set_column_high)),  # (2)
        # These two are not in the data sheet, and take no argument here. luma's driver sends 20h 10h, the
        # SSD1306's addressing mode, and 8Dh 14h, its charge pump. Panels survive both: the second byte of
        # each sets a column.
        0x20: (0, ignored),
        0x8D: (0, ignored),
        **dict.fromkeys(range(0x30, 0x34), (0, ignored)),  # pump voltage (3)
        **dict.fromkeys(range(0x40, 0x80), (0, setter("start_line", LINES - 1))),  # (4)
        0x81: (1, setter("contrast", 0xFF)),  # (5)
        0xA0: (0, switch("segment_remap", False)),  # (6)
        0xA1: (0, switch("segment_remap", True)),  # (6)
        0xA4: (0, switch("entire_on", False)),  # (7)
        0xA5: (0, switch("entire_on", True)),  # (7)
        0xA6: (0, switch("inverted", False)),  # (8)
        0xA7: (0, switch("inverted", True)),  # (8)
        0xA8: (1, _set_multiplex),  # (9)
        0xAD: (1, _set_dc_dc),  # (10)
        0xAE: (0, switch("on", False)),  # (11)
        0xAF: (0, switch("on", True)),  # (11)
        **dict.fromkeys(range(0xB0, 0xB8), (0, _set_page)),  # (12)
        # Bits 0 to 2 of the scan direction are ignored (13).
        **dict.fromkeys(range(0xC0, 0xC8), (0, switch("com_remap", False))),
        **dict.fromkeys(range(0xC8, 0xD0), (0, switch("com_remap", True))),
        0xD3: (1, setter("offset", LINES - 1)),  # (14)
        0xD5: (1, ignored),  # clock (15)
        0xD9: (1, _set_charge_periods),  # (16)
        0xDA: (1, _set_com_pins),  # (17)
        0xDB: (1, ignored),  # VCOM deselect level (18)
        0xE0: (0, _begin_modifying),  # (19)
        0xE3: (0, ignored),  # no operation (21)
        0xEE: (0, _end_modifying),  # (20)
    }
