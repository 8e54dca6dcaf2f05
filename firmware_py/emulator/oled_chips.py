"""The emulated OLED controllers, which decode the bytes on their bus as their data sheets specify.

In `Ssd1306`, numbers in brackets are sections of the Solomon Systech SSD1306 data sheet, revision 1.1, unless
a different revision is named. An SSD1309 is an SSD1306 with a command lock and without a charge pump, for
larger panels with their own supply (Solomon Systech SSD1309 data sheet, revision 1.1, section 9). In
`Sh1106`, they are the numbers of commands in the Sino Wealth SH1106 data sheet, version 2.3.
"""

from __future__ import annotations

from typing import ClassVar

from .oled_controller import (
    Command,
    Commands,
    EmulatedController,
    ProtocolError,
    ignored,
    setter,
    switch,
)

COLUMNS = 128
_SH1106_COLUMNS = 132
HORIZONTAL, VERTICAL, PAGE = 0, 1, 2


class Ssd1306(EmulatedController):
    """An emulated SSD1306 OLED controller with its panel, which stays dark unless the charge pump is on.

    Scroll commands are accepted, but the image does not move.

    Attributes:
        charge_pump: True if the charge pump, which supplies the panel's voltage, is switched on.
        scrolling: True if scrolling has been started.
        addressing: the memory addressing mode (data sheet, 10.1.3).
    """

    NAME = "ssd1306"
    SEGMENTS = COLUMNS
    LINES = 64
    CONTRAST = 0x7F
    LOW_STATUS = 6

    def reset(self) -> None:
        """Set the registers to their reset values (data sheet, 8.5 and table 9-1), but keep the RAM."""
        super().reset()
        self.charge_pump = self.scrolling = False
        self.addressing = PAGE
        self._column_start, self._column_end = 0, COLUMNS - 1
        self._page_start, self._page_end = 0, len(self.ram) - 1
        self._page_mode_column = 0

    # -- the RAM

    def _draw(self, data: bytes) -> None:
        if self.scrolling:
            raise ProtocolError("display data while scrolling (10.2.4)")
        if self.addressing == VERTICAL:
            for byte in data:
                self._store(bytes([byte]))
                self._step_down()
            return
        last = COLUMNS - 1 if self.addressing == PAGE else self._column_end
        at = 0
        while at < len(data):
            # Most data are long rows, so all bytes up to the end of a row are stored at once.
            run = data[at : at + max(last - self._column + 1, 1)]
            self._store(run)
            at += len(run)
            self._column += len(run)
            if self._column > last:
                self._next_row()

    def _next_row(self) -> None:
        """In page addressing mode, it is the start of the same page (10.1.3)."""
        if self.addressing == PAGE:
            self._column = self._page_mode_column
            return
        self._column = self._column_start
        self._page = self._page_start if self._page == self._page_end else (self._page + 1) % len(self.ram)

    def _step_down(self) -> None:
        """The next position in vertical addressing mode (10.1.3)."""
        if self._page != self._page_end:
            self._page = (self._page + 1) % len(self.ram)
            return
        self._page = self._page_start
        at_end = self._column == self._column_end
        self._column = self._column_start if at_end else (self._column + 1) % COLUMNS

    def _has_voltage(self) -> bool:
        return self.charge_pump

    # -- commands

    def _set_addressing(self, command: bytes) -> None:
        mode = command[1] & 3
        self._judge(command, mode != 3, "there is no addressing mode 3 (10.1.3)")
        if mode != 3:
            self.addressing = mode

    def _set_columns(self, command: bytes) -> None:
        self._not_in(PAGE, command)
        start, end = command[1] & 0x7F, command[2] & 0x7F
        self._judge(command, start <= end, "the last column is before the first (10.1.4)")
        self._column_start, self._column_end, self._column = start, end, start

    def _set_pages(self, command: bytes) -> None:
        self._not_in(PAGE, command)
        start, end = command[1] & 7, command[2] & 7
        self._judge(command, start <= end, "the last page is before the first (10.1.5)")
        self._page_start, self._page_end, self._page = start, end, start

    def _set_column_low(self, command: bytes) -> None:
        self._only_in_page_mode(command)
        self._page_mode_column = self._column = self._page_mode_column & 0x70 | command[0] & 0x0F

    def _set_column_high(self, command: bytes) -> None:
        self._only_in_page_mode(command)
        self._page_mode_column = self._column = (command[0] & 7) << 4 | self._page_mode_column & 0x0F

    def _set_page(self, command: bytes) -> None:
        self._only_in_page_mode(command)
        self._page = command[0] & 7

    def _set_multiplex(self, command: bytes) -> None:
        self.multiplex = (command[1] & 0x3F) + 1
        self._judge(command, self.multiplex >= 16, "the multiplex ratio is 16 to 64 (10.1.11)")

    def _set_charge_pump(self, command: bytes) -> None:
        self._judge(command, command[1] & 0x3B == 0x10, "the charge pump takes 10h or 14h")
        self.charge_pump = bool(command[1] & 4)

    def _set_com_pins(self, command: bytes) -> None:
        self._judge(command, command[1] & 0xCF == 0x02, "bits 5 and 4 only, beside 02h (10.1.18)")

    def _only_in_page_mode(self, command: bytes) -> None:
        self._not_in(HORIZONTAL, command)
        self._not_in(VERTICAL, command)

    def _not_in(self, mode: int, command: bytes) -> None:
        if self.addressing == mode:
            raise ProtocolError(f"command {command[0]:#04x} does nothing in addressing mode {mode} (10.1.3)")

    # Table 9-1.
    COMMANDS: ClassVar[Commands] = {
        **dict.fromkeys(range(0x00, 0x10), (0, _set_column_low)),  # (10.1.1)
        **dict.fromkeys(range(0x10, 0x20), (0, _set_column_high)),  # (10.1.2)
        0x20: (1, _set_addressing),  # (10.1.3)
        0x21: (2, _set_columns),  # (10.1.4)
        0x22: (2, _set_pages),  # (10.1.5)
        0x23: (1, ignored),  # fade out and blinking (revision 1.5, advanced graphic commands)
        0x26: (6, ignored),  # horizontal scroll, right (10.2.1)
        0x27: (6, ignored),  # horizontal scroll, left (10.2.1)
        0x29: (5, ignored),  # vertical and right (10.2.2)
        0x2A: (5, ignored),  # vertical and left (10.2.2)
        0x2E: (0, switch("scrolling", False)),  # (10.2.3)
        0x2F: (0, switch("scrolling", True)),  # (10.2.4)
        **dict.fromkeys(range(0x40, 0x80), (0, setter("start_line", 0x3F))),  # (10.1.6)
        0x81: (1, setter("contrast", 0xFF)),  # (10.1.7)
        0x8D: (1, _set_charge_pump),  # (application note)
        0xA0: (0, switch("segment_remap", False)),  # (10.1.8)
        0xA1: (0, switch("segment_remap", True)),  # (10.1.8)
        0xA3: (2, ignored),  # vertical scroll area (10.2.5)
        0xA4: (0, switch("entire_on", False)),  # (10.1.9)
        0xA5: (0, switch("entire_on", True)),  # (10.1.9)
        0xA6: (0, switch("inverted", False)),  # (10.1.10)
        0xA7: (0, switch("inverted", True)),  # (10.1.10)
        0xA8: (1, _set_multiplex),  # (10.1.11)
        0xAE: (0, switch("on", False)),  # (10.1.12)
        0xAF: (0, switch("on", True)),  # (10.1.12)
        **dict.fromkeys(range(0xB0, 0xB8), (0, _set_page)),  # (10.1.13)
        0xC0: (0, switch("com_remap", False)),  # (10.1.14)
        0xC8: (0, switch("com_remap", True)),  # (10.1.14)
        0xD3: (1, setter("offset", 0x3F)),  # (10.1.15)
        0xD5: (1, ignored),  # clock (10.1.16)
        0xD6: (1, ignored),  # zoom in (revision 1.5, advanced graphic commands)
        0xD9: (1, ignored),  # pre-charge period (10.1.17)
        0xDA: (1, _set_com_pins),  # (10.1.18)
        0xDB: (1, ignored),  # VCOMH deselect level (10.1.19)
        0xE3: (0, ignored),  # no operation (10.1.20)
    }


_LOCK = 0xFD
# Only the SSD1306 fades and zooms. 26h to 2Ah, which set up a scroll, have other arguments on the SSD1309.
_NOT_HERE = (0x23, 0x26, 0x27, 0x29, 0x2A, 0xD6)


class Ssd1309(Ssd1306):
    """An emulated SSD1309 OLED controller with its panel. Unlike an SSD1306, it needs no charge pump.

    The commands that set up scrolling (26h to 2Ah) are rejected.

    Attributes:
        locked: True if the chip ignores all commands except FDh.
    """

    NAME = "ssd1309"
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
        """A real SSD1309 takes the byte after 8Dh for a command of its own; 10h to 1Fh do no harm."""
        self._judge(command, command[1] & 0xF0 == 0x10, "the SSD1309 has no charge pump to set")

    COMMANDS: ClassVar[Commands] = {
        **{code: entry for code, entry in Ssd1306.COMMANDS.items() if code not in _NOT_HERE},
        0x8D: (1, _no_charge_pump),
        0xDC: (1, ignored),  # general purpose output
        _LOCK: (1, _set_lock),
    }


class Sh1106(EmulatedController):
    """An emulated SH1106 OLED controller, which has 132 segments.

    Attributes:
        dc_dc: True if the voltage converter, without which the panel stays dark, is switched on.
    """

    NAME = "sh1106"
    SEGMENTS = _SH1106_COLUMNS
    LINES = 64
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
        run = data[: _SH1106_COLUMNS - self._column]
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
        self._judge(b"\x10", column < _SH1106_COLUMNS, f"there is no column {column} (1, 2)")

    def _set_page(self, command: bytes) -> None:
        self._page = command[0] & 7

    def _set_multiplex(self, command: bytes) -> None:
        self.multiplex = (command[1] & 0x3F) + 1

    def _set_dc_dc(self, command: bytes) -> None:
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


CHIPS: dict[str, type[EmulatedController]] = {chip.NAME: chip for chip in (Ssd1306, Ssd1309, Sh1106)}
"""The emulated OLED controllers, keyed by their names in a configuration."""
