"""The kernel's GPIO chips: the users of their lines, the levels of the lines, and the edges on them.

Requests, structures and flags are those of linux/gpio.h, in version 2 of the interface, which Linux has had
since 5.10. The package gpiod does the same and more, but it is a compiled library, and Debian 12 only has a
version with an older interface.
"""

from __future__ import annotations

import os
import re
import struct
from collections.abc import Iterator
from contextlib import suppress
from errno import EBUSY, EINVAL
from fcntl import ioctl
from typing import NamedTuple

LABELS = ("pinctrl-bcm2835", "pinctrl-bcm2711", "pinctrl-rp1")
"""The labels of the chips behind the 40-pin header: up to the Pi 3 and the Zero 2, on the Pi 4,
and on the Pi 5.

Only the label is always the same. On a Pi 5, the number of the chip was 4, then 0, and with later kernels
any number (raspberrypi/linux pull request 6144, sunfounder/robot-hat pull request 24).
"""
CONSUMER = "muggins"
"""The name of this program that the kernel shows to other programs for a line in use."""
EVENTS = 256
"""The number of edges that the kernel keeps for each line while nobody reads them. The default is 16, which a
bouncing contact could exceed while the program stalls; the kernel drops the oldest edges first."""

_NAME = 32  # GPIO_MAX_NAME_SIZE
_CHIP_INFO = struct.Struct(f"={_NAME}s{_NAME}sI")
_LINE_INFO = struct.Struct(f"={_NAME}s{_NAME}sI4xQ176x")
_ATTRIBUTE = struct.Struct("=I4xQQ")
_CONFIG = struct.Struct("=QI20x240s")
_REQUEST = struct.Struct(f"=I252x{_NAME}s{_CONFIG.size}sII20xi")
_VALUES = struct.Struct("=QQ")
_EVENT = struct.Struct("=QI36x")

_READ, _BOTH = 2, 3  # _IOC_READ, and _IOC_READ together with _IOC_WRITE


def _request(direction: int, number: int, size: int) -> int:
    return direction << 30 | size << 16 | 0xB4 << 8 | number


GPIO_GET_CHIPINFO = _request(_READ, 0x01, _CHIP_INFO.size)
GPIO_V2_GET_LINEINFO = _request(_BOTH, 0x05, _LINE_INFO.size)
GPIO_V2_GET_LINE = _request(_BOTH, 0x07, _REQUEST.size)
GPIO_V2_LINE_SET_CONFIG = _request(_BOTH, 0x0D, _CONFIG.size)
GPIO_V2_LINE_GET_VALUES = _request(_BOTH, 0x0E, _VALUES.size)
GPIO_V2_LINE_SET_VALUES = _request(_BOTH, 0x0F, _VALUES.size)

_USED, _INPUT, _OUTPUT, _RISING, _FALLING = 1 << 0, 1 << 2, 1 << 3, 1 << 4, 1 << 5
_PULLS = {"up": 1 << 8, "down": 1 << 9, "floating": 1 << 10}
_OUTPUT_VALUES, _DEBOUNCE = 2, 3  # kinds of attribute
_ALL_LINES = 1  # a mask: each request here is for one line
_RISING_EDGE = 1


class GpioError(Exception):
    """Raised when a GPIO chip or a pin is not available. The message says what happened and what to do."""


class LineInfo(NamedTuple):
    """The kernel's information about a GPIO line.

    Attributes:
        name: the name that the chip gives the line, such as `GPIO17`; may be empty.
        consumer: the driver or program that uses the line; may be empty even if the line is in use.
        is_used: True if a driver or a program uses the line.
    """

    name: str
    consumer: str
    is_used: bool


class LineSettings(NamedTuple):
    """The settings of a GPIO line.

    Attributes:
        output: the level of an output, True for high; None for an input.
        pull: the pull resistor of an input: `up`, `down` or `floating`.
        rising: True to report edges from low to high.
        falling: True to report edges from high to low.
        debounce: the time, in seconds, for which a new level must last before its edge is reported; 0 to
            disable debouncing. If the chip cannot debounce, the kernel does it with a timer.
    """

    output: bool | None = None
    pull: str = "floating"
    rising: bool = False
    falling: bool = False
    debounce: float = 0.0


class LineEdge(NamedTuple):
    """An edge on a GPIO line, i.e. a change of its level.

    Attributes:
        at: the time in seconds, on the clock of `time.monotonic`.
        high: True if the line went high, False if it went low.
    """

    at: float
    high: bool


class GpioLine:
    """A GPIO line that is reserved for this program.

    Attributes:
        fd: the file descriptor, which is non-blocking and becomes readable when there are edges.
    """

    def __init__(self, fd: int) -> None:
        """Create a line object from the file descriptor of a line that has been requested from the kernel."""
        self.fd = fd
        os.set_blocking(fd, False)

    def configure(self, settings: LineSettings) -> None:
        """Change the line's settings.

        Raises:
            OSError: the chip does not support these settings.
        """
        ioctl(self.fd, GPIO_V2_LINE_SET_CONFIG, bytearray(_config(settings)))

    def is_high(self) -> bool:
        """Return True if the line is high.

        Raises:
            OSError: the chip is gone.
        """
        values = bytearray(_VALUES.pack(0, _ALL_LINES))
        ioctl(self.fd, GPIO_V2_LINE_GET_VALUES, values)
        bits: int = _VALUES.unpack(values)[0]
        return bool(bits & _ALL_LINES)

    def drive(self, high: bool) -> None:
        """Set the level of an output.

        Raises:
            OSError: the line is an input, or the chip is gone.
        """
        ioctl(self.fd, GPIO_V2_LINE_SET_VALUES, bytearray(_VALUES.pack(high, _ALL_LINES)))

    def edges(self) -> Iterator[LineEdge]:
        """Return the unread edges.

        Raises:
            BlockingIOError: there are no unread edges.
            OSError: the chip is gone.
        """
        events = os.read(self.fd, EVENTS * _EVENT.size)
        return (LineEdge(ns / 1e9, kind == _RISING_EDGE) for ns, kind in _EVENT.iter_unpack(events))

    def close(self) -> None:
        """Release the line."""
        if self.fd >= 0:
            os.close(self.fd)
        self.fd = -1


class GpioChip:
    """An open GPIO chip.

    Attributes:
        name: the kernel's name for the chip, such as `gpiochip0`.
        label: the label that the driver gives the chip, such as `pinctrl-rp1`.
        lines: the number of GPIO lines that the chip has.
    """

    def __init__(self, path: str) -> None:
        """Open the chip whose device file is at `path`.

        Raises:
            OSError: the file cannot be opened, or is not a GPIO chip.
        """
        self._fd = os.open(path, os.O_RDWR | os.O_CLOEXEC)
        try:
            info = bytearray(_CHIP_INFO.size)
            ioctl(self._fd, GPIO_GET_CHIPINFO, info)
        except OSError:
            self.close()
            raise
        name, label, self.lines = _CHIP_INFO.unpack(info)
        self.name, self.label = _text(name), _text(label)

    def info(self, offset: int) -> LineInfo:
        """Return the kernel's information about the line with the number `offset` on this chip.

        Raises:
            OSError: the chip has no such line, or is gone.
        """
        asked = bytearray(_LINE_INFO.pack(b"", b"", offset, 0))
        ioctl(self._fd, GPIO_V2_GET_LINEINFO, asked)
        name, consumer, _, flags = _LINE_INFO.unpack(asked)
        return LineInfo(_text(name), _text(consumer), bool(flags & _USED))

    def request(self, offset: int, settings: LineSettings) -> GpioLine:
        """Reserve a GPIO line for this program.

        Args:
            offset: the number of the line on this chip. On the header's chip, this is the BCM number.

        Raises:
            GpioError: the line is in use, or the chip refuses the settings.
        """
        asked = bytearray(_REQUEST.pack(offset, CONSUMER.encode(), _config(settings), 1, EVENTS, 0))
        try:
            ioctl(self._fd, GPIO_V2_GET_LINE, asked)
        except OSError as error:
            raise GpioError(self._refusal(offset, error)) from error
        return GpioLine(_REQUEST.unpack(asked)[-1])

    def close(self) -> None:
        """Close the chip. Lines that have been requested remain open."""
        if self._fd >= 0:
            os.close(self._fd)
        self._fd = -1

    def _refusal(self, offset: int, error: OSError) -> str:
        if error.errno == EBUSY:
            consumer = ""
            with suppress(OSError):
                consumer = self.info(offset).consumer
            return (
                f'BCM {offset} is in use by "{consumer or "the kernel"}": stop the program or remove the '
                "overlay that uses it, or use another pin for the board"
            )
        hint = "; it must be Linux 5.10 or later" if error.errno == EINVAL else ""
        return f"the kernel refuses BCM {offset} on {self.name} ({error.strerror}){hint}"


def header_chip(folder: str = "/dev") -> GpioChip:
    """Open the GPIO chip that controls a Raspberry Pi's pin header.

    Raises:
        GpioError: there is no such chip, or the user does not have permission to open it.
    """
    others, refused = [], []
    names = [name for name in os.listdir(folder) if re.fullmatch(r"gpiochip\d+", name)]
    for name in sorted(names, key=lambda each: (len(each), each)):
        try:
            chip = GpioChip(os.path.join(folder, name))
        except PermissionError:
            refused.append(f"{folder}/{name}")
            continue
        except OSError as error:
            others.append(f"{name} ({error.strerror})")
            continue
        if chip.label in LABELS:
            return chip
        others.append(f"{name} ({chip.label})")
        chip.close()
    if refused:
        raise GpioError(
            f"no permission to open {', '.join(refused)}: add the user to the group gpio, and log in again"
        )
    if others:
        raise GpioError(f"no chip here is the header of a Raspberry Pi, only {', '.join(others)}")
    raise GpioError(f"there is no {folder}/gpiochip0: Linux finds no GPIO pins on this machine")


def _config(settings: LineSettings) -> bytes:
    attributes = []
    if settings.output is not None:
        flags = _OUTPUT
        attributes.append(_ATTRIBUTE.pack(_OUTPUT_VALUES, settings.output, _ALL_LINES))
    else:
        flags = _INPUT | _PULLS[settings.pull]
        flags |= (_RISING if settings.rising else 0) | (_FALLING if settings.falling else 0)
        if settings.debounce:
            micros = round(1e6 * settings.debounce)
            attributes.append(_ATTRIBUTE.pack(_DEBOUNCE, micros, _ALL_LINES))
    return _CONFIG.pack(flags, len(attributes), b"".join(attributes))


def _text(name: bytes) -> str:
    return name.partition(b"\0")[0].decode(errors="replace")
