"""An SSD1306 OLED controller that decodes its I2C bus as its data sheet says.

Numbers in brackets are sections of the Solomon Systech SSD1306 data sheet, revision 1.1, where nothing else
is said. It is stricter than the chip: whatever the data sheet leaves open is an error here, an illegal
argument as soon as something is drawn or shown with it.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from PIL import Image

COLUMNS, PAGES, LINES = 128, 8, 64
HORIZONTAL, VERTICAL, PAGE = 0, 1, 2


class ProtocolError(Exception):
    """Bytes that the data sheet does not allow here."""


class Ssd1306:
    """An SSD1306 and its 128 x 64 glass, mounted as on the common modules: upright with commands A1h and C8h.

    The glass is wired for the alternative COM pin configuration (10.1.18). Its voltage comes from the charge
    pump: without it the panel stays dark (data sheet, application note on the charge pump). Scrolling is
    decoded, and not shown.

    Attributes:
        ram: eight pages of 128 bytes, by segment (8.7). Segment remap acts on the way in (10.1.8): with A1h
            column 0 is segment 127.
    """

    def __init__(self, seed: int = 1306) -> None:
        """Power on, with noise in the RAM that `seed` determines."""
        self._random = random.Random(seed)
        self.power_cycle()

    def power_cycle(self) -> None:
        """Lose all memory and registers, as when the power goes and comes back (table 9-1, reset values)."""
        # The content of the RAM after power-on is undefined: noise, the same in each run.
        self.ram = [bytearray(self._random.randbytes(COLUMNS)) for _ in range(PAGES)]
        self.on = self.entire_on = self.inverted = self.charge_pump = self.scrolling = False
        self.segment_remap = self.com_remap = False
        self.contrast = 0x7F
        self.start_line = self.offset = 0
        self.multiplex = LINES
        self.addressing = PAGE
        self._column_start, self._column_end, self._page_start, self._page_end = 0, COLUMNS - 1, 0, PAGES - 1
        self._page_mode_column = 0
        self._column = self._page = 0
        self._pending = bytearray()
        self._illegal: dict[int, str] = {}

    # -- the bus

    def write(self, payload: bytes) -> None:
        """Take the bytes of one write transaction, those after the address.

        Each control byte says what follows it (8.1.5.2): bit 7, Co, whether it is one byte and then another
        control byte, or all the rest; bit 6, D/C#, display data or commands. A command may be spread over
        transactions.

        Raises:
            ProtocolError: something that the data sheet does not allow.
        """
        at = 0
        while at < len(payload):
            control = payload[at]
            if control & 0x3F:
                raise ProtocolError(f"control byte {control:#04x}: its lower six bits are to be 0 (8.1.5.2)")
            end = at + 2 if control & 0x80 else len(payload)
            body = payload[at + 1 : end]
            if control & 0x40:
                self._data(body)
            else:
                for byte in body:
                    self._command_byte(byte)
            at = end

    def _command_byte(self, byte: int) -> None:
        pending = self._pending
        pending.append(byte)
        arguments, run = _COMMANDS.get(pending[0], (0, None))
        if run is None:
            del pending[:]
            raise ProtocolError(f"unknown command {byte:#04x}")
        if len(pending) > arguments:
            command = bytes(pending)
            del pending[:]
            run(self, command)

    # -- the RAM

    def _data(self, data: bytes) -> None:
        if not data:
            return
        if self._pending:
            raise ProtocolError(f"display data in the middle of command {self._pending[0]:#04x}")
        self._refuse_if_illegal()
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
            # To the end of the row at once: most of what comes is long rows.
            run = data[at : at + max(last - self._column + 1, 1)]
            self._store(run)
            at += len(run)
            self._column += len(run)
            if self._column > last:
                self._next_row()

    def _store(self, run: bytes) -> None:
        row, column = self.ram[self._page], self._column
        if self.segment_remap:
            row[COLUMNS - column - len(run) : COLUMNS - column] = run[::-1]
        else:
            row[column : column + len(run)] = run

    def _next_row(self) -> None:
        """Wrap at the last column: in page mode on the same page, in horizontal mode to the next (10.1.3)."""
        if self.addressing == PAGE:
            self._column = self._page_mode_column
            return
        self._column = self._column_start
        self._page = self._page_start if self._page == self._page_end else (self._page + 1) % PAGES

    def _step_down(self) -> None:
        """In vertical mode go to the next page, and after the last to the next column (10.1.3)."""
        if self._page != self._page_end:
            self._page = (self._page + 1) % PAGES
            return
        self._page = self._page_start
        at_end = self._column == self._column_end
        self._column = self._column_start if at_end else (self._column + 1) % COLUMNS

    # -- the glass

    def image(self) -> Image.Image:
        """What the glass shows: a mode "1" image of 128 x 64, black while the panel is off."""
        self._refuse_if_illegal()
        black = Image.new("1", (COLUMNS, LINES))
        if not (self.on and self.charge_pump):
            return black
        lines = Image.new("1", (COLUMNS, LINES), 255) if self.entire_on else self._lines()
        order = [self._line_at(LINES - 1 - y) for y in range(LINES)]
        if order == list(range(LINES)):
            return lines
        for y, line in enumerate(order):
            if line is not None:
                black.paste(lines.crop((0, line, COLUMNS, line + 1)), (0, y))
        return black

    def _lines(self) -> Image.Image:
        """The RAM as a picture, line 0 on top, segment 127 at the left."""
        by_segment = bytearray(COLUMNS * PAGES)
        for page, row in enumerate(self.ram):
            by_segment[page::PAGES] = row
        if self.inverted:
            by_segment = bytearray(byte ^ 0xFF for byte in by_segment)
        # Eight bytes a segment, lowest bit first, are its 64 lines from the top: a picture lying on its side.
        sideways = Image.frombytes("1", (LINES, COLUMNS), bytes(by_segment), "raw", "1;R")
        return sideways.transpose(Image.Transpose.ROTATE_270)

    def _line_at(self, com: int) -> int | None:
        """The line of RAM on output `com`, None for one not driven (10.1.6, 10.1.11, 10.1.14, 10.1.15)."""
        row = (self.multiplex - 1 - com if self.com_remap else com) + self.offset
        row %= LINES
        return (row + self.start_line) % LINES if row < self.multiplex else None

    # -- commands

    def _set_addressing(self, command: bytes) -> None:
        """20h, memory addressing mode (10.1.3)."""
        mode = command[1] & 3
        if mode == 3:
            self._illegal[0x20] = "addressing mode 3 (10.1.3)"
        else:
            self._legal(0x20)
            self.addressing = mode

    def _set_columns(self, command: bytes) -> None:
        """21h, first and last column; the pointer goes to the first (10.1.4)."""
        self._not_in(PAGE, command)
        start, end = command[1] & 0x7F, command[2] & 0x7F
        if start > end:
            self._illegal[0x21] = f"columns {start} to {end} (10.1.4)"
        else:
            self._legal(0x21)
        self._column_start, self._column_end, self._column = start, end, start

    def _set_pages(self, command: bytes) -> None:
        """22h, first and last page; the pointer goes to the first (10.1.5)."""
        self._not_in(PAGE, command)
        start, end = command[1] & 7, command[2] & 7
        if start > end:
            self._illegal[0x22] = f"pages {start} to {end} (10.1.5)"
        else:
            self._legal(0x22)
        self._page_start, self._page_end, self._page = start, end, start

    def _set_column_low(self, command: bytes) -> None:
        """00h to 0Fh, lower half of the column in page mode (10.1.1)."""
        self._only_in_page_mode(command)
        self._page_mode_column = self._column = self._page_mode_column & 0x70 | command[0] & 0x0F

    def _set_column_high(self, command: bytes) -> None:
        """10h to 1Fh, upper half of the column in page mode (10.1.2)."""
        self._only_in_page_mode(command)
        self._page_mode_column = self._column = (command[0] & 7) << 4 | self._page_mode_column & 0x0F

    def _set_page(self, command: bytes) -> None:
        """B0h to B7h, the page in page mode (10.1.13)."""
        self._only_in_page_mode(command)
        self._page = command[0] & 7

    def _set_multiplex(self, command: bytes) -> None:
        """A8h, how many COM outputs are driven, 16 to 64 (10.1.11)."""
        rows = (command[1] & 0x3F) + 1
        if rows < 16:
            self._illegal[0xA8] = f"multiplex ratio {rows}: 16 to 64 (10.1.11)"
        else:
            self._legal(0xA8)
        self.multiplex = rows

    def _set_charge_pump(self, command: bytes) -> None:
        """8Dh, the charge pump, which makes the panel's voltage (the data sheet's application note)."""
        if command[1] & 0x3B != 0x10:
            self._illegal[0x8D] = f"charge pump {command[1]:#04x}: 10h or 14h"
        else:
            self._legal(0x8D)
        self.charge_pump = bool(command[1] & 4)

    def _set_com_pins(self, command: bytes) -> None:
        """DAh, how the COM pins are wired (10.1.18); the glass is wired for one of them."""
        if command[1] & 0xCF != 0x02:
            self._illegal[0xDA] = f"COM pins {command[1]:#04x}: bits 5 and 4 only, beside 02h (10.1.18)"
        else:
            self._legal(0xDA)

    def _legal(self, code: int) -> None:
        self._illegal.pop(code, None)

    def _refuse_if_illegal(self) -> None:
        for reason in self._illegal.values():
            raise ProtocolError(reason)

    def _only_in_page_mode(self, command: bytes) -> None:
        self._not_in(HORIZONTAL, command)
        self._not_in(VERTICAL, command)

    def _not_in(self, mode: int, command: bytes) -> None:
        if self.addressing == mode:
            raise ProtocolError(f"command {command[0]:#04x} does nothing in addressing mode {mode} (10.1.3)")


_Command = Callable[[Ssd1306, bytes], None]


def _setter(name: str, mask: int) -> _Command:
    """A command that sets a register to the masked bits of its last byte."""

    def run(chip: Ssd1306, command: bytes) -> None:
        setattr(chip, name, command[-1] & mask)

    return run


def _switch(name: str, on: bool) -> _Command:
    def run(chip: Ssd1306, command: bytes) -> None:
        setattr(chip, name, on)

    return run


def _ignored(chip: Ssd1306, command: bytes) -> None:
    """A command with nothing to see: timing, voltages, scrolling."""


#: The first byte of each command → how many bytes follow, and what it does (table 9-1).
_COMMANDS: dict[int, tuple[int, _Command]] = {
    **{0x00 + low: (0, Ssd1306._set_column_low) for low in range(16)},
    **{0x10 + high: (0, Ssd1306._set_column_high) for high in range(16)},
    0x20: (1, Ssd1306._set_addressing),
    0x21: (2, Ssd1306._set_columns),
    0x22: (2, Ssd1306._set_pages),
    0x23: (1, _ignored),  # fade out and blinking (revision 1.5, advanced graphic commands)
    0x26: (6, _ignored),  # horizontal scroll, right (10.2.1)
    0x27: (6, _ignored),  # horizontal scroll, left (10.2.1)
    0x29: (5, _ignored),  # vertical and right (10.2.2)
    0x2A: (5, _ignored),  # vertical and left (10.2.2)
    0x2E: (0, _switch("scrolling", False)),  # (10.2.3)
    0x2F: (0, _switch("scrolling", True)),  # (10.2.4)
    **{0x40 + line: (0, _setter("start_line", 0x3F)) for line in range(64)},  # (10.1.6)
    0x81: (1, _setter("contrast", 0xFF)),  # (10.1.7)
    0x8D: (1, Ssd1306._set_charge_pump),
    0xA0: (0, _switch("segment_remap", False)),  # (10.1.8)
    0xA1: (0, _switch("segment_remap", True)),  # (10.1.8)
    0xA3: (2, _ignored),  # vertical scroll area (10.2.5)
    0xA4: (0, _switch("entire_on", False)),  # (10.1.9)
    0xA5: (0, _switch("entire_on", True)),  # (10.1.9)
    0xA6: (0, _switch("inverted", False)),  # (10.1.10)
    0xA7: (0, _switch("inverted", True)),  # (10.1.10)
    0xA8: (1, Ssd1306._set_multiplex),
    0xAE: (0, _switch("on", False)),  # (10.1.12)
    0xAF: (0, _switch("on", True)),  # (10.1.12)
    **{0xB0 + page: (0, Ssd1306._set_page) for page in range(8)},
    0xC0: (0, _switch("com_remap", False)),  # (10.1.14)
    0xC8: (0, _switch("com_remap", True)),  # (10.1.14)
    0xD3: (1, _setter("offset", 0x3F)),  # (10.1.15)
    0xD5: (1, _ignored),  # clock (10.1.16)
    0xD6: (1, _ignored),  # zoom in (revision 1.5, advanced graphic commands)
    0xD9: (1, _ignored),  # pre-charge period (10.1.17)
    0xDA: (1, Ssd1306._set_com_pins),
    0xDB: (1, _ignored),  # VCOMH deselect level (10.1.19)
    0xE3: (0, _ignored),  # no operation (10.1.20)
}
