"""A kernel input device: its event records, its ioctl requests, and the keys that are pressed.

Records, requests and codes are those of linux/input.h, linux/input-event-codes.h, asm-generic/ioctl.h and the
kernel's documentation, input/event-codes. The package evdev does the same and much more, but importing evdev
(which imports asyncio) takes 10 MB and 30 ms, and it has to be compiled.
"""

from __future__ import annotations

import fcntl
import os
import struct
import time
from collections.abc import Iterator
from errno import EBUSY, ENODEV
from typing import Any, NamedTuple

EV_SYN, EV_KEY = 0, 1
_SYN_REPORT, _SYN_DROPPED = 0, 3
_UP, _DOWN = 0, 1  # 2 is the automatic repeat of a key that is held
RECORD = struct.Struct("llHHi")
"""`struct input_event`: seconds, microseconds, type, code, value.

Seconds and microseconds have the size of a C `long` in this program: four bytes in a 32-bit program, even if
the kernel is 64-bit or the C library uses 64-bit times.
"""

_MANY = 64
"""The number of records to read at once."""
_LAST_KEY = 0x2FF
_KEY_BYTES = _LAST_KEY // 8 + 1
_NAME_BYTES = 256
_READ, _WRITE = 2, 1  # _IOC_READ, _IOC_WRITE


def _request(direction: int, number: int, size: int) -> int:
    return direction << 30 | size << 16 | ord("E") << 8 | number


EVIOCGNAME = _request(_READ, 0x06, _NAME_BYTES)
"""The request for the device's name."""
EVIOCGKEY = _request(_READ, 0x18, _KEY_BYTES)
"""The request for the keys that are pressed, one bit each."""
EVIOCGBIT_KEY = _request(_READ, 0x20 + EV_KEY, _KEY_BYTES)
"""The request for the keys that the device has, one bit each."""
EVIOCGRAB = _request(_WRITE, 0x90, 4)
"""The request to hide the device's events from all other programs."""
EVIOCSCLOCKID = _request(_WRITE, 0xA0, 4)
"""The request to choose the clock that is used in the records.

The default is the system clock, which jumps by months when a Pi without a battery reaches the network.
"""


class KernelEvent(NamedTuple):
    """An event from an input device.

    Attributes:
        code: the code of the key or other input that changed.
        value: the new state of a key: 0 for released, 1 for pressed, 2 for a repeat.
        at: the time in seconds, comparable with `time.monotonic`; None if it is not known.
    """

    type: int
    code: int
    value: int
    at: float | None = None


class EventDevice:
    """An open input device, such as a keypad, whose events the kernel reports.

    Attributes:
        fd: the file descriptor, which is non-blocking.
        name: the name that the device reports.
        untimed: the reason why the device's event times cannot be used; None if they can be used.
    """

    def __init__(self, path: str) -> None:
        """Open the device file at a path.

        Raises:
            OSError: the path cannot be opened, or is not an event device.
        """
        self.fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        self.path = path
        try:
            self.name = self._ask(EVIOCGNAME, _NAME_BYTES).partition(b"\0")[0].decode(errors="replace")
        except OSError:
            self.close()
            raise
        self.untimed = self._use_monotonic_clock()

    def codes(self) -> list[int]:
        """Return the codes of all keys that the device has (linux/input-event-codes.h).

        Raises:
            OSError: the device is gone.
        """
        return _set_bits(self._ask(EVIOCGBIT_KEY, _KEY_BYTES))

    def active_keys(self) -> list[int]:
        """Return the codes of the keys that are currently pressed, and discard all unread key events.

        Raises:
            OSError: the device is gone.
        """
        return _set_bits(self._ask(EVIOCGKEY, _KEY_BYTES))

    def grab(self) -> None:
        """Grab the device, so that no other program receives its events.

        Raises:
            OSError: another program has grabbed the device (errno EBUSY), or the device is gone.
        """
        fcntl.ioctl(self.fd, EVIOCGRAB, 1)

    def read(self) -> Iterator[KernelEvent]:
        """Return the unread events.

        Raises:
            BlockingIOError: there are no unread events.
            OSError: the device is gone (errno ENODEV).
        """
        data = os.read(self.fd, _MANY * RECORD.size)
        if not data:
            raise OSError(ENODEV, os.strerror(ENODEV))
        whole = len(data) - len(data) % RECORD.size  # in fact the kernel returns only whole records
        return (
            KernelEvent(kind, code, value, None if self.untimed else seconds + micros / 1e6)
            for seconds, micros, kind, code, value in RECORD.iter_unpack(data[:whole])
        )

    def close(self) -> None:
        """Close the device. If it was grabbed, this also releases the grab."""
        if self.fd >= 0:
            os.close(self.fd)
        self.fd = -1

    def _use_monotonic_clock(self) -> str | None:
        """Also discard all unread events. Return why the kernel refuses, if it does."""
        try:
            fcntl.ioctl(self.fd, EVIOCSCLOCKID, struct.pack("i", time.CLOCK_MONOTONIC))
        except OSError as error:
            return error.strerror or str(error)
        return None

    def _ask(self, request: int, size: int) -> bytes:
        answer = bytearray(size)
        fcntl.ioctl(self.fd, request, answer)
        return bytes(answer)


KeyChange = tuple[int, bool, float | None]
"""A key's code; True if it was pressed, False if released; and the time, or None if it is not known."""


class OpenKeypad:
    """An open input device that reports only the keys named in the configuration.

    Attributes:
        title: the device's name, as used in messages.
        source: a number that identifies this keypad, to distinguish its keys from other keypads' keys.
        held: the codes of those keys that are currently pressed.
    """

    def __init__(self, device: Any, path: str, title: str, source: int, codes: frozenset[int]) -> None:
        self.device, self.path, self.title, self.source = device, path, title, source
        self._codes = codes
        self._dropping = False
        # When the kernel reports which keys are down, it discards unread key events, so nothing counts twice.
        self.held = self._down()

    def changes(self) -> Iterator[KeyChange]:
        """Yield the keys that have been pressed or released since the last call.

        Raises:
            BlockingIOError: no key has been pressed or released.
            OSError: the device is gone.
        """
        for event in self.device.read():
            if event.type == EV_SYN:
                yield from self._synchronised(event.code, event.at)
            elif event.type == EV_KEY and not self._dropping and event.value in (_UP, _DOWN):
                yield from self._moved(event.code, event.value == _DOWN, event.at)

    def grab(self) -> bool:
        """Hide the keys from all other programs. Return False if another program has grabbed the device.

        Raises:
            OSError: the device is gone.
        """
        try:
            self.device.grab()
        except OSError as error:
            if error.errno != EBUSY:
                raise
            return False
        return True

    def _synchronised(self, code: int, at: float | None) -> list[KeyChange]:
        """After a buffer overflow, ask which keys are pressed (input/event-codes, SYN_DROPPED)."""
        if code == _SYN_DROPPED:
            self._dropping = True
        if code != _SYN_REPORT or not self._dropping:
            return []
        self._dropping = False
        down, held = self._down(), self.held
        gone = [change for code in sorted(held - down) for change in self._moved(code, False, at)]
        return gone + [change for code in sorted(down - held) for change in self._moved(code, True, at)]

    def _moved(self, code: int, down: bool, at: float | None) -> list[KeyChange]:
        if code not in self._codes or (code in self.held) == down:
            return []
        self.held = self.held | {code} if down else self.held - {code}
        return [(code, down, at)]

    def _down(self) -> frozenset[int]:
        return self._codes.intersection(self.device.active_keys())


def _set_bits(bits: bytes) -> list[int]:
    number = int.from_bytes(bits, "little")
    return [code for code in range(_LAST_KEY + 1) if number >> code & 1]
