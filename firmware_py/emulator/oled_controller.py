"""The common part of the emulated OLED controllers: two buses, commands, the way from RAM to glass.

Each chip has a table of commands, from its data sheet. All are stricter than the chips: whatever a data sheet
leaves open is an error here, an illegal argument as soon as something is drawn or shown with it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from PIL import Image

WIDTH, LINES, PAGES = 128, 64, 8
"""The glass of a module, in pixels, and the pages of eight lines that it is made of."""

Command = Callable[[Any, bytes], None]
"""The effect of a command on a chip: the second argument is the whole command, its first byte included."""

Commands = Mapping[int, tuple[int, Command]]
"""The first byte of each command → how many bytes follow, and what it does."""


class ProtocolError(Exception):
    """Bytes that the data sheet does not allow here."""


class EmulatedController:
    """An OLED controller behind a glass of 128 x 64, mounted as on common modules: upright with A1h and C8h.

    Attributes:
        ram: eight pages of a byte a segment. Segment remap acts on the way in: with A1h column 0 is the last
            segment.
        on: whether the panel was switched on.
        contrast: 0 to 255.
        inverted: whether lit and dark are exchanged.
        low_status: the lower four bits of `status`.
    """

    SEGMENTS: ClassVar[int]
    FIRST: ClassVar[int] = 0
    """The lowest of the 128 segments that the glass is connected to."""
    CONTRAST: ClassVar[int]
    """The contrast after a reset."""
    COMMANDS: ClassVar[Commands]
    LOW_STATUS: ClassVar[int]

    def __init__(self, seed: int = 1306) -> None:
        """Power on, with noise in the RAM that `seed` determines."""
        self._random = random.Random(seed)
        self.low_status = self.LOW_STATUS
        self.power_cycle()

    def power_cycle(self) -> None:
        """Lose all memory and registers, as when the power goes and comes back."""
        # The content of the RAM after power-on is undefined: noise, the same in each run.
        self.ram = [bytearray(self._random.randbytes(self.SEGMENTS)) for _ in range(PAGES)]
        self.reset()

    def reset(self) -> None:
        """Put the registers to their reset values, as a low level at RES# does; the RAM stays."""
        self.on = self.entire_on = self.inverted = False
        self.segment_remap = self.com_remap = False
        self.contrast = self.CONTRAST
        self.start_line = self.offset = 0
        self.multiplex = LINES
        self._column = self._page = 0
        self._pending = bytearray()
        self._about_data = False
        self._illegal: dict[int, str] = {}

    # -- the buses

    def write(self, payload: bytes) -> None:
        """Take the bytes of one I2C write transaction, those after the address.

        Each control byte says what follows it: bit 7, Co, whether it is one byte and then another control
        byte, or all the rest; bit 6, D/C#, display data or commands. A command may be spread over
        transactions.

        Raises:
            ProtocolError: something that the data sheet does not allow.
        """
        at = 0
        while at < len(payload):
            control = payload[at]
            if control & 0x3F:
                raise ProtocolError(f"control byte {control:#04x}: its lower six bits are to be 0")
            end = at + 2 if control & 0x80 else len(payload)
            self._about_data = bool(control & 0x40)
            self.serial(payload[at + 1 : end], self._about_data)
            at = end

    def serial(self, sent: bytes, data: bool) -> None:
        """Take bytes clocked in over 4-wire SPI with D/C# high (display data) or low (commands).

        Raises:
            ProtocolError: something that the data sheet does not allow.
        """
        if data:
            self._data(sent)
            return
        for byte in sent:
            self._command_byte(byte)

    def status(self) -> int:
        """The byte that an I2C read returns: bit 7 busy, never here, bit 6 set while the panel is off.

        If the last control byte was for display data, it is not the status that is read but the RAM (SH1106
        data sheet, I2C-bus protocol; the others leave it open): the byte at the current column, 0 beyond the
        last.

        The data sheets say nothing of the lower bits. Those given here were seen in real chips by the authors
        of ss_oled and OneBitDisplay (github.com/bitbank2), which tell the controllers apart by them: 8 is
        an SH1106; 3, 6 and sometimes 4 or 7 are SSD1306, and clones differ.
        """
        if self._about_data:
            segment = self.SEGMENTS - 1 - self._column if self.segment_remap else self._column
            return self.ram[self._page][segment] if 0 <= segment < self.SEGMENTS else 0
        return self.low_status | (0 if self.on else 0x40)

    def _command_byte(self, byte: int) -> None:
        pending = self._pending
        pending.append(byte)
        arguments, run = self.COMMANDS.get(pending[0], (0, None))
        if run is None:
            del pending[:]
            raise ProtocolError(f"unknown command {byte:#04x}")
        if len(pending) > arguments:
            command = bytes(pending)
            del pending[:]
            self._run(run, command)

    def _run(self, run: Command, command: bytes) -> None:
        run(self, command)

    def _data(self, data: bytes) -> None:
        if not data:
            return
        if self._pending:
            raise ProtocolError(f"display data in the middle of command {self._pending[0]:#04x}")
        self._refuse_if_illegal()
        self._draw(data)

    def _draw(self, data: bytes) -> None:
        raise NotImplementedError

    def _store(self, run: bytes) -> None:
        """Put bytes into the RAM from the current column on; they fit into the row."""
        row, column = self.ram[self._page], self._column
        if self.segment_remap:
            row[self.SEGMENTS - column - len(run) : self.SEGMENTS - column] = run[::-1]
        else:
            row[column : column + len(run)] = run

    # -- the glass

    def image(self) -> Image.Image:
        """The picture on the glass: a mode "1" image of 128 x 64, black while the panel is off or unpowered.

        Raises:
            ProtocolError: the chip was set up in a way that the data sheet does not allow.
        """
        self._refuse_if_illegal()
        black = Image.new("1", (WIDTH, LINES))
        if not (self.on and self._has_voltage()):
            return black
        lines = Image.new("1", (WIDTH, LINES), 255) if self.entire_on else self._lines()
        order = [self._line_at(LINES - 1 - y) for y in range(LINES)]
        if order == list(range(LINES)):
            return lines
        for y, line in enumerate(order):
            if line is not None:
                black.paste(lines.crop((0, line, WIDTH, line + 1)), (0, y))
        return black

    def _has_voltage(self) -> bool:
        """True if the panel gets the voltage that it needs to light up."""
        return True

    def _lines(self) -> Image.Image:
        """The RAM as a picture, line 0 on top, the highest segment of the glass at the left."""
        by_segment = bytearray(WIDTH * PAGES)
        for page, row in enumerate(self.ram):
            by_segment[page::PAGES] = row[self.FIRST : self.FIRST + WIDTH]
        if self.inverted:
            by_segment = bytearray(byte ^ 0xFF for byte in by_segment)
        # Eight bytes a segment, lowest bit first, are its 64 lines from the top: a picture lying on its side.
        sideways = Image.frombytes("1", (LINES, WIDTH), bytes(by_segment), "raw", "1;R")
        return sideways.transpose(Image.Transpose.ROTATE_270)

    def _line_at(self, com: int) -> int | None:
        """The line of RAM on output `com`, None for one not driven.

        SSD1306 data sheet, 10.1.6, 10.1.11, 10.1.14 and 10.1.15; the others differ in nothing of it.
        """
        row = (self.multiplex - 1 - com if self.com_remap else com) + self.offset
        row %= LINES
        return (row + self.start_line) % LINES if row < self.multiplex else None

    # -- arguments

    def _judge(self, command: bytes, legal: bool, why: str) -> None:
        """Remember an illegal argument until it is replaced; using it is the error."""
        if legal:
            self._illegal.pop(command[0], None)
        else:
            self._illegal[command[0]] = f"command {command.hex(' ')}: {why}"

    def _refuse_if_illegal(self) -> None:
        for reason in self._illegal.values():
            raise ProtocolError(reason)


def setter(name: str, mask: int) -> Command:
    """A command that sets a register to the masked bits of its last byte."""

    def run(chip: EmulatedController, command: bytes) -> None:
        setattr(chip, name, command[-1] & mask)

    return run


def switch(name: str, on: bool) -> Command:
    """A command that sets a register to yes or no."""

    def run(chip: EmulatedController, command: bytes) -> None:
        setattr(chip, name, on)

    return run


def ignored(chip: EmulatedController, command: bytes) -> None:
    """Do nothing that could be seen: timing, voltages, scrolling."""
