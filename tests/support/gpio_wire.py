"""Simulated GPIO chips, with lines that a test can pull low.

The device files are real files in a folder, and edges are sent through real pipes; only `ioctl` is replaced.
The structures here are written from linux/gpio.h, not taken from `firmware_py.system.gpio_chip`, so that the
tests can find a mistake in that module. They have the layout that the C compiler gives them.
"""

import ctypes
import os
import select
import shutil
import tempfile
import time
from collections.abc import Callable, Mapping
from errno import EBUSY, EINVAL, EPERM
from pathlib import Path
from typing import Any, NamedTuple

from firmware_py.drivers.gpio_factory import GpioFactory
from firmware_py.system import gpio_chip

HEADER = "pinctrl-bcm2835"
U32, U64, NAME = ctypes.c_uint32, ctypes.c_uint64, ctypes.c_char * 32

# The numbers of the requests, as a program in C prints them.
CHIP_INFO, LINE_INFO, GET_LINE = 0x8044B401, 0xC100B405, 0xC250B407
SET_CONFIG, GET_VALUES, SET_VALUES = 0xC110B40D, 0xC010B40E, 0xC010B40F

# enum gpio_v2_line_flag and enum gpio_v2_line_attr_id
USED, INPUT, OUTPUT, RISING, FALLING = 1, 4, 8, 16, 32
PULL_UP, PULL_DOWN, NO_PULL = 256, 512, 1024
VALUES_ATTRIBUTE, DEBOUNCE_ATTRIBUTE = 2, 3


def structure(called: str, kind: Any = ctypes.Structure, /, **fields: Any) -> Any:
    return type(called, (kind,), {"_fields_": [*fields.items()]})


ChipInfo = structure("ChipInfo", name=NAME, label=NAME, lines=U32)
Union = structure("Union", ctypes.Union, flags=U64, values=U64, debounce_period_us=U32)
Attribute = structure("Attribute", id=U32, padding=U32, value=Union)
LINE = {"name": NAME, "consumer": NAME, "offset": U32, "num_attrs": U32, "flags": U64}
LineInfo = structure("LineInfo", **LINE, attrs=Attribute * 10, padding=U32 * 4)
ConfigAttribute = structure("ConfigAttribute", attr=Attribute, mask=U64)
Config = structure("Config", flags=U64, num_attrs=U32, padding=U32 * 5, attrs=ConfigAttribute * 10)
ASKED = {"offsets": U32 * 64, "consumer": NAME, "config": Config, "num_lines": U32, "event_buffer_size": U32}
Request = structure("Request", **ASKED, padding=U32 * 5, fd=ctypes.c_int32)
Values = structure("Values", bits=U64, mask=U64)
STAMPED = {"timestamp_ns": U64, "id": U32, "offset": U32, "seqno": U32, "line_seqno": U32}
Event = structure("Event", **STAMPED, padding=U32 * 6)


class Taken(NamedTuple):
    """A GPIO line that a program has requested.

    Attributes:
        consumer: the name that the program gave itself.
        writer: the file descriptor for writing edges to a pipe, from which the program reads them.
        size: the number of edges that the kernel's buffer can hold.
    """

    consumer: str
    writer: int
    size: int


class GpioWire:
    """Simulated GPIO chips. Each line of the chip on the Pi's header has a button that connects it to ground.

    Attributes:
        clock: a function that returns the time in seconds, used to timestamp each edge.
        others: the lines that other programs and drivers use, each with the name of its user.
        flags: the flags set for each line that the program under test uses.
        debounce: the debounce period of each such line, in microseconds.
        levels: the level to which each output is set.
    """

    def __init__(
        self,
        chips: Mapping[int, str] = {0: HEADER},  # never changed
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Create device files for the simulated GPIO chips, and make `ioctl` act on these chips.

        Args:
            chips: the label of each GPIO chip, keyed by the number of the chip.
            clock: a function that returns the time in seconds, used to timestamp each edge.
        """
        self.clock = clock
        self.folder = tempfile.mkdtemp(prefix="gpio-")
        self.others: dict[int, str] = {}
        self.flags: dict[int, int] = {}
        self.debounce: dict[int, int] = {}
        self.levels: dict[int, int] = {}
        self._chips: dict[int, tuple[str, str]] = {}
        for number, label in chips.items():
            path = Path(self.folder, f"gpiochip{number}")
            path.touch()
            self._chips[path.stat().st_ino] = path.name, label
        self._pressed: set[int] = set()
        self._taken: dict[int, Taken] = {}
        self._line_of: dict[int, int] = {}
        self._held: list[tuple[int, bytes]] | None = None
        self._last = 0
        self._real, gpio_chip.ioctl = gpio_chip.ioctl, self._ioctl

    def press(self, line: int) -> None:
        """Connect a GPIO line to ground, as a pressed button does."""
        self._move(line, self._pressed.add)

    def release(self, line: int) -> None:
        """Disconnect a GPIO line from ground, as a released button does."""
        self._move(line, self._pressed.discard)

    def repeat(self, line: int) -> None:
        """Report the current level of a GPIO line once more, as the kernel does after a very short pulse."""
        kind = 1 if self._is_high(line) else 2
        os.write(self._taken[line].writer, bytes(Event(timestamp_ns=self._last + 1, id=kind, offset=line)))

    def stall(self) -> None:
        """Simulate a program that stops reading, while the kernel keeps collecting edges."""
        self._held = self._held or []

    def resume(self) -> None:
        """Let the program read the edges collected since `stall` was called, one GPIO line after another."""
        held, self._held = self._held or [], None
        for line in sorted({line for line, _ in held}):
            taken = self._open(line)
            if taken:
                kept = [event for at, event in held if at == line][-taken.size :]
                os.write(taken.writer, b"".join(kept))

    def is_free(self) -> bool:
        return not any(self._open(line) for line in [*self._taken])

    def close(self) -> None:
        gpio_chip.ioctl = self._real
        for taken in self._taken.values():
            os.close(taken.writer)
        self._taken.clear()
        shutil.rmtree(self.folder)

    def _move(self, line: int, move: Callable[[int], None]) -> None:
        before = self._is_high(line)
        move(line)
        after = self._is_high(line)
        taken = self._open(line)
        if before == after or taken is None or not self.flags[line] & (RISING if after else FALLING):
            return
        # No two edges happen in the same nanosecond, even if the test's clock stands still.
        stamp = round(1e9 * self.clock())
        self._last = self._last + 1 if 0 <= self._last - stamp < 1000 else stamp
        event = bytes(Event(timestamp_ns=self._last, id=1 if after else 2, offset=line))
        if self._held is None:
            os.write(taken.writer, event)
        else:
            self._held.append((line, event))

    def _is_high(self, line: int) -> bool:
        flags = self.flags.get(line, INPUT)
        if flags & OUTPUT:
            return bool(self.levels[line])
        return line not in self._pressed and bool(flags & PULL_UP)

    def _open(self, line: int) -> Taken | None:
        taken = self._taken.get(line)
        if taken is None:
            return None
        poll = select.poll()
        poll.register(taken.writer, 0)
        if poll.poll(0):  # nobody can read from the pipe any more
            os.close(taken.writer)
            del self._taken[line]
            return None
        return taken

    def _ioctl(self, fd: int, request: int, data: bytearray) -> int:
        node = os.fstat(fd).st_ino
        if request in (SET_CONFIG, GET_VALUES, SET_VALUES):
            self._on_line(self._line_of[node], request, data)
        else:
            self._on_chip(*self._chips[node], request, data)
        return 0

    def _on_chip(self, name: str, label: str, request: int, data: bytearray) -> None:
        if request == CHIP_INFO:
            ChipInfo.from_buffer(data).name = name.encode()
            ChipInfo.from_buffer(data).label = label.encode()
            ChipInfo.from_buffer(data).lines = 54
        elif request == LINE_INFO:
            info = LineInfo.from_buffer(data)
            taken = self._open(info.offset)
            user = self.others.get(info.offset, "") if label in gpio_chip.LABELS else "another chip's"
            info.name = f"GPIO{info.offset}".encode()
            info.consumer = (taken.consumer if taken else user).encode()
            info.flags = USED if info.consumer else 0
        elif request == GET_LINE:
            asked = Request.from_buffer(data)
            line = asked.offsets[0]
            self._refuse(EINVAL, asked.num_lines != 1 or line >= 54)
            self._refuse(EBUSY, line in self.others or self._open(line))
            self._configure(line, asked.config)
            reader, writer = os.pipe()
            self._line_of[os.fstat(reader).st_ino] = line
            self._taken[line] = Taken(asked.consumer.decode(), writer, asked.event_buffer_size)
            asked.fd = reader
        else:
            self._refuse(EINVAL, True)

    def _refuse(self, number: int, wrong: object) -> None:
        if wrong:
            raise OSError(number, os.strerror(number))

    def _on_line(self, line: int, request: int, data: bytearray) -> None:
        if request == SET_CONFIG:
            self._configure(line, Config.from_buffer(data))
            return
        values = Values.from_buffer(data)
        assert values.mask == 1
        if request == GET_VALUES:
            values.bits = self._is_high(line)
        else:
            self._refuse(EPERM, not self.flags[line] & OUTPUT)
            self.levels[line] = values.bits

    def _configure(self, line: int, config: Config) -> None:
        flags = config.flags
        inputs_only = RISING | FALLING | PULL_UP | PULL_DOWN
        self._refuse(EINVAL, bool(flags & INPUT) == bool(flags & OUTPUT))
        self._refuse(EINVAL, flags & OUTPUT and flags & inputs_only)
        self.flags[line] = flags
        self.debounce.pop(line, None)
        for each in config.attrs[: config.num_attrs]:
            assert each.mask == 1
            if each.attr.id == VALUES_ATTRIBUTE:
                self.levels[line] = each.attr.value.values
            elif each.attr.id == DEBOUNCE_ATTRIBUTE:
                self.debounce[line] = each.attr.value.debounce_period_us


class KernelPins(GpioWire):
    """Simulated GPIO chips, with a gpiozero pin factory for them in `factory`."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(clock=clock)
        self.factory: Any = GpioFactory(self.folder)

    def close(self) -> None:
        self.factory.close()
        super().close()
