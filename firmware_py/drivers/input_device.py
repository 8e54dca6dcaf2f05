"""An event device of the kernel: its records, and what can be asked of it.

Records, codes and requests are those of linux/input.h, linux/input-event-codes.h and asm-generic/ioctl.h. The
package evdev does the same and much more; importing it takes 10 MB and 30 ms, asyncio included, and it has to
be compiled.
"""

from __future__ import annotations

import fcntl
import os
import struct
import time
from collections.abc import Iterator
from errno import ENODEV
from typing import NamedTuple

EV_SYN, EV_KEY = 0, 1
RECORD = struct.Struct("llHHi")
"""`struct input_event`, as this machine's kernel has it: seconds, microseconds, type, code, value."""

_MANY = 64
"""Records to be read at once."""
_LAST_KEY = 0x2FF
_KEY_BYTES = _LAST_KEY // 8 + 1
_NAME_BYTES = 256
_READ, _WRITE = 2, 1  # _IOC_READ, _IOC_WRITE


def _request(direction: int, number: int, size: int) -> int:
    """A request of the input subsystem, whose letter is E."""
    return direction << 30 | size << 16 | ord("E") << 8 | number


EVIOCGNAME = _request(_READ, 0x06, _NAME_BYTES)
"""What it calls itself."""
EVIOCGKEY = _request(_READ, 0x18, _KEY_BYTES)
"""Which keys are down, a bit each."""
EVIOCGBIT_KEY = _request(_READ, 0x20 + EV_KEY, _KEY_BYTES)
"""Which keys it has, a bit each."""
EVIOCGRAB = _request(_WRITE, 0x90, 4)
"""Whether it is to tell nobody else."""


EVIOCSCLOCKID = _request(_WRITE, 0xA0, 4)
"""Choose the clock of its records. The usual one is the clock of the day, which jumps by months when a Pi
without a battery has found the network."""


class Event(NamedTuple):
    """Something happened to an input device.

    Attributes:
        type: the kind of event.
        code: the key or other part of the device.
        value: its state from now on.
        at: when that was, in seconds on the clock of `time.monotonic`; None if the kernel does not say.
    """

    type: int
    code: int
    value: int
    at: float | None = None


class InputDevice:
    """An open event device.

    Attributes:
        fd: its descriptor, which never blocks.
        path: its node.
        name: what it calls itself.
        untimed: why its events have no time; None if they have.
    """

    def __init__(self, path: str) -> None:
        """Open the device at a path.

        Raises:
            OSError: it cannot be opened, or is no event device.
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
        """The codes of the keys that it has.

        Raises:
            OSError: it is gone.
        """
        return _set_bits(self._ask(EVIOCGBIT_KEY, _KEY_BYTES))

    def active_keys(self) -> list[int]:
        """The codes of the keys that are down; the kernel takes their events that wait to be read away.

        Raises:
            OSError: it is gone.
        """
        return _set_bits(self._ask(EVIOCGKEY, _KEY_BYTES))

    def grab(self) -> None:
        """Have the device for itself.

        Raises:
            OSError: errno EBUSY: somebody else has; or it is gone.
        """
        fcntl.ioctl(self.fd, EVIOCGRAB, 1)

    def read(self) -> Iterator[Event]:
        """The events that have come, at least one.

        Raises:
            BlockingIOError: there are none.
            OSError: errno ENODEV: it is gone.
        """
        data = os.read(self.fd, _MANY * RECORD.size)
        if not data:
            raise OSError(ENODEV, os.strerror(ENODEV))
        whole = len(data) - len(data) % RECORD.size  # the kernel gives whole records only
        return (
            Event(kind, code, value, None if self.untimed else seconds + micros / 1e6)
            for seconds, micros, kind, code, value in RECORD.iter_unpack(data[:whole])
        )

    def close(self) -> None:
        """Close it; with that it is no longer grabbed."""
        if self.fd >= 0:
            os.close(self.fd)
        self.fd = -1

    def _use_monotonic_clock(self) -> str | None:
        """Have the records carry the time of the clock that never jumps; return why not, if that fails.

        Linux has had this request since 3.4. It throws unread events away, so it comes before any reading.
        """
        try:
            fcntl.ioctl(self.fd, EVIOCSCLOCKID, struct.pack("i", time.CLOCK_MONOTONIC))
        except OSError as error:
            return error.strerror or str(error)
        return None

    def _ask(self, request: int, size: int) -> bytes:
        answer = bytearray(size)
        fcntl.ioctl(self.fd, request, answer)
        return bytes(answer)


def _set_bits(bits: bytes) -> list[int]:
    number = int.from_bytes(bits, "little")
    return [code for code in range(_LAST_KEY + 1) if number >> code & 1]
