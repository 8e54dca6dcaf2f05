"""The parts that all emulated OLED controllers share: the buses, the commands and the image.

Each chip has a table of commands, taken from its data sheet. The emulated chips are stricter than real ones:
anything that a data sheet does not define is an error. An illegal argument raises an error when the chip
first uses it to draw or show something.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from firmware_py.config.displays import OLED_CONTROLLERS

Command = Callable[[Any, bytes], None]
"""A function that runs a command on a chip. Its arguments are the chip and all bytes of the command."""

Commands = Mapping[int, tuple[int, Command]]
"""A table of commands: for the first byte of each command, the number of further bytes, and the function to
run.
"""


class ProtocolError(Exception):
    """Raised when the chip receives bytes that its data sheet does not allow in its current state."""


class EmulatedController:
    """An emulated OLED controller with the panel that `OLED_CONTROLLERS` describes.

    The image is upright after the commands A1h and C8h.

    Attributes:
        ram: the pages of eight lines, each with one byte for each segment, in the order of the segments.
        on: True if the panel is switched on.
        contrast: the contrast, 0 to 255.
        inverted: True if lit and dark pixels are swapped.
        low_status: the lower four bits of the byte that the method `status` returns.
    """

    NAME: ClassVar[str]
    """Its name in a configuration file."""
    SEGMENTS: ClassVar[int]
    """The number of columns in its memory."""
    LINES: ClassVar[int]
    """The number of lines in its memory, a multiple of eight."""
    CONTRAST: ClassVar[int]
    """The contrast after a reset."""
    COMMANDS: ClassVar[Commands]
    LOW_STATUS: ClassVar[int]

    def __init__(self, seed: int = 1306) -> None:
        """Create a controller in its power-on state. `seed` determines the random contents of its RAM."""
        self._random = random.Random(seed)
        self._glass = OLED_CONTROLLERS[self.NAME].glass
        self.low_status = self.LOW_STATUS
        self.power_cycle()

    def power_cycle(self) -> None:
        """Simulate a loss of power, so that the contents of all memory and registers are lost."""
        # The content of the RAM after power-on is undefined, so it is noise here.
        self.ram = [bytearray(self._random.randbytes(self.SEGMENTS)) for _ in range(self.LINES // 8)]
        self.reset()

    def reset(self) -> None:
        """Reset the registers but keep the RAM, as a chip does when RES# is low."""
        self.on = self.entire_on = self.inverted = False
        self.segment_remap = self.com_remap = False
        self.contrast = self.CONTRAST
        self.start_line = self.offset = 0
        self.multiplex = self.LINES
        self._column = self._page = 0
        self._pending = bytearray()
        self._about_data = False
        self._illegal: dict[int, str] = {}

    # -- the buses

    def write(self, payload: bytes) -> None:
        """Receive the bytes that follow the address in one I2C write transaction.

        The first byte is a control byte. Its D/C# bit tells whether commands or display data follow. If its
        Co bit is set, only one byte of commands or data follows, and then the next control byte.

        Raises:
            ProtocolError: the data sheet does not allow these bytes.
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
        """Receive bytes over SPI.

        Args:
            sent: the bytes.
            data: True if they are display data (D/C# high); False if they are commands (D/C# low).

        Raises:
            ProtocolError: the data sheet does not allow these bytes.
        """
        if data:
            self._data(sent)
            return
        for byte in sent:
            self._command_byte(byte)

    def status(self) -> int:
        """Return the byte that the chip sends when it is read over I2C, which is normally its status byte.

        In the status byte, bit 6 is set while the panel is off. The data sheets do not define the lower bits;
        real chips return 8 for an SH1106, and 3 or 6 for most SSD1306s (ss_oled and OneBitDisplay,
        github.com/bitbank2).

        After a control byte for display data, the chip sends a byte of its display RAM instead (SH1106 data
        sheet, I2C-bus protocol).
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
        row, column = self.ram[self._page], self._column
        if self.segment_remap:
            row[self.SEGMENTS - column - len(run) : self.SEGMENTS - column] = run[::-1]
        else:
            row[column : column + len(run)] = run

    # -- the glass

    def image(self) -> bytes:
        """Return the image on the panel, in the form in which `firmware_py.board.ports.Display` takes it.

        It is dark while the panel is off.

        Raises:
            ProtocolError: a setting of the chip is illegal according to the data sheet.
        """
        self._refuse_if_illegal()
        pages = [0] * self._glass.pages
        if self.on and self._has_voltage():
            lines = self._lines()
            for y in range(self._glass.height):
                line = self._line_at(self.LINES - 1 - 8 * self._glass.first_page - y)
                if line is not None:
                    pages[y // 8] |= lines[line] << y % 8
        return b"".join([page.to_bytes(self._glass.width, "little") for page in pages])

    def _has_voltage(self) -> bool:
        return True

    def _lines(self) -> list[int]:
        """Each line is a number with one byte for each column, which is 1 if the pixel is lit."""
        width = self._glass.width
        lit = int.from_bytes(width * b"\1", "little")
        if self.entire_on:
            return [lit] * self.LINES
        lines = []
        first = self.SEGMENTS - self._glass.first_column - width
        for row in self.ram:
            # The first column in the memory is at the right.
            page = int.from_bytes(row[first : first + width], "big")
            if self.inverted:
                page = ~page
            lines += [page >> bit & lit for bit in range(8)]
        return lines

    def _line_at(self, com: int) -> int | None:
        """None if COM output `com` is not driven. As on the SSD1306 (10.1.6, 10.1.11, 10.1.14, 10.1.15)."""
        row = (self.multiplex - 1 - com if self.com_remap else com) + self.offset
        row %= self.LINES
        return (row + self.start_line) % self.LINES if row < self.multiplex else None

    # -- arguments

    def _judge(self, command: bytes, legal: bool, why: str) -> None:
        """After an illegal argument, drawing is an error until the command is sent with a legal one."""
        if legal:
            self._illegal.pop(command[0], None)
        else:
            self._illegal[command[0]] = f"command {command.hex(' ')}: {why}"

    def _refuse_if_illegal(self) -> None:
        for reason in self._illegal.values():
            raise ProtocolError(reason)


def setter(name: str, mask: int) -> Command:
    """Return a function that executes a command by setting an attribute of the emulated chip.

    Args:
        name: the attribute's name.
        mask: the bits of the command's last byte that form the new value.
    """

    def run(chip: EmulatedController, command: bytes) -> None:
        setattr(chip, name, command[-1] & mask)

    return run


def switch(name: str, on: bool) -> Command:
    """Return a function that executes a command by setting the emulated chip's attribute `name` to `on`."""

    def run(chip: EmulatedController, command: bytes) -> None:
        setattr(chip, name, on)

    return run


def ignored(chip: EmulatedController, command: bytes) -> None:
    """Do nothing in response to a command that a real chip supports, but that is not emulated."""
