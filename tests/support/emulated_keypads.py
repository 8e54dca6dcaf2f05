"""Emulated keypads as the kernel presents them: pipes with event records, in a folder of device files.

They behave like the kernel (drivers/input/evdev.c and input/event-codes). Each program that opens a device
has its own queue of events. A grab hides the events from all other programs. When a program asks which keys
are pressed, its unread key events are discarded. If a queue overflows, its events are discarded and replaced
by SYN_DROPPED.
"""

from __future__ import annotations

import os
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from errno import EACCES, EBUSY, ENODEV, ENOENT
from pathlib import Path

from firmware_py.drivers.kernel_event_device import EV_KEY, EV_SYN, RECORD, EventDevice, KernelEvent

_EV_MSC = 4
_SYN_REPORT, _SYN_DROPPED = 0, 3
_MSC_SCAN = 4
_UP, _DOWN, _AGAIN = 0, 1, 2


class EmulatedKeypad:
    """An emulated keypad, whose keys can be pressed and released.

    Attributes:
        name: the name that the keypad reports.
        codes: the kernel's codes for the keypad's keys.
        taken: True if another program has grabbed the keypad.
        down: the codes of the keys that are currently pressed.
    """

    def __init__(
        self, codes: Iterable[int], name: str = "USB Keypad", clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Create a keypad with no key pressed.

        Args:
            codes: the kernel's codes for the keypad's keys.
            name: the name that the keypad reports.
            clock: a function that returns the current time in seconds.
        """
        self.name = name
        self._clock = clock
        self.taken = False
        self.codes = sorted(codes)
        self.down: set[int] = set()
        self._opened: list[EmulatedEventDevice] = []
        self._lock = threading.RLock()
        self._present = True

    @property
    def grabbed(self) -> bool:
        """True if one of the `EmulatedEventDevice` objects returned by `open` has grabbed the keypad."""
        return any(device.has_grabbed for device in self._opened)

    @property
    def readers(self) -> int:
        """The number of readers that currently have the keypad open."""
        return len(self._opened)

    def press(self, code: int) -> None:
        """Press the key with the given code. If it is already pressed, nothing happens."""
        self._move(code, _DOWN)

    def release(self, code: int) -> None:
        """Release the key with the given code. If it is not pressed, nothing happens."""
        self._move(code, _UP)

    def repeat(self, code: int) -> None:
        """Send one repeat event for a key, as the kernel does while the key is held down."""
        self._send((EV_KEY, code, _AGAIN), (EV_SYN, _SYN_REPORT, 1))

    def syn_dropped(self, down: Iterable[int] = (), up: Iterable[int] = ()) -> None:
        """Simulate an overflow of the kernel's event queues.

        A program must then ignore the events in its queue, and ask the kernel which keys are pressed.

        Args:
            down: the codes of keys that are pressed during the overflow.
            up: the codes of keys that are released during the overflow.
        """
        with self._lock:
            self.down = (self.down | {*down}) - {*up}
            left = [(EV_KEY, code, _DOWN) for code in down] + [(EV_KEY, code, _UP) for code in up]
            self._send((EV_SYN, _SYN_DROPPED, 0), *left, (EV_SYN, _SYN_REPORT, 0))

    def unplug(self) -> None:
        """Unplug the keypad. All its keys are released, and nothing more can be read from it."""
        with self._lock:
            self._present = False
            self.down.clear()
            for device in self._opened:
                device.hang_up()
            self._opened.clear()

    def plug(self) -> None:
        """Plug the keypad in again."""
        self._present = True

    def open(self, path: str) -> EmulatedEventDevice:
        """Open the keypad as if `path` were its device file.

        Raises:
            OSError: the keypad is not plugged in.
        """
        with self._lock:
            self.answer()
            self._opened.append(EmulatedEventDevice(self, path, self._lock))
            return self._opened[-1]

    def answer(self) -> None:
        """Check that the keypad is plugged in, as the kernel does whenever a program uses a device.

        Raises:
            OSError: the keypad is not plugged in.
        """
        if not self._present:
            raise OSError(ENODEV, os.strerror(ENODEV))

    def grab(self, device: EmulatedEventDevice) -> None:
        """Send events only to the given open device.

        Raises:
            OSError: the keypad is already grabbed, or is not plugged in.
        """
        self.answer()
        if self.taken or self.grabbed:
            raise OSError(EBUSY, os.strerror(EBUSY))
        device.has_grabbed = True

    def forget(self, device: EmulatedEventDevice) -> None:
        """Stop sending this keypad's events to `device`, which has been closed."""
        self._opened = [one for one in self._opened if one is not device]

    def _move(self, code: int, value: int) -> None:
        with self._lock:
            if code not in self.codes or (code in self.down) == bool(value):
                return
            (self.down.add if value else self.down.discard)(code)
            self._send((_EV_MSC, _MSC_SCAN, 0x70000 + code), (EV_KEY, code, value), (EV_SYN, _SYN_REPORT, 0))

    def _send(self, *events: tuple[int, int, int]) -> None:
        seconds, micros = divmod(round(1e6 * self._clock()), 1_000_000)
        records = b"".join(RECORD.pack(seconds, micros, *event) for event in events)
        with self._lock:
            for device in self._opened:
                if not self.taken and (device.has_grabbed or not self.grabbed):
                    device.feed(records)


class EmulatedEventDevice(EventDevice):
    """An emulated keypad as seen by a program that has opened it.

    The keypad writes its events to a pipe. The base class, which is the real driver, reads the pipe.

    Attributes:
        has_grabbed: True if this device has grabbed the keypad.
    """

    def __init__(self, keypad: EmulatedKeypad, path: str, lock: threading.RLock) -> None:
        # EventDevice's own constructor is not called, because a pipe answers none of its requests.
        self.fd, self._end = os.pipe()
        os.set_blocking(self.fd, False)
        self.path, self.name, self.untimed = path, keypad.name, None
        self.has_grabbed = False
        self._keyboard, self._lock = keypad, lock

    def read(self) -> Iterator[KernelEvent]:
        """Return the unread events.

        Raises:
            BlockingIOError: there are no unread events.
            OSError: the keypad was unplugged.
        """
        if self._end < 0:
            raise OSError(ENODEV, os.strerror(ENODEV))
        return super().read()

    def codes(self) -> list[int]:
        """Return the codes of the keypad's keys."""
        return [*self._keyboard.codes]

    def active_keys(self) -> list[int]:
        """Return the codes of the keys that are currently pressed, and discard all unread key events."""
        with self._lock:
            self._keyboard.answer()
            with suppress(BlockingIOError):
                waiting = os.read(self.fd, 1 << 16)
                kept = [record for record in RECORD.iter_unpack(waiting) if record[2] != EV_KEY]
                os.write(self._end, b"".join(RECORD.pack(*record) for record in kept))
            return sorted(self._keyboard.down)

    def grab(self) -> None:
        """Grab the keypad, so that no other reader receives the keypad's events.

        Raises:
            OSError: the keypad has already been grabbed, or is not plugged in.
        """
        with self._lock:
            self._keyboard.grab(self)

    def ungrab(self) -> None:
        """Release a grab, so that all open devices receive events again."""
        self.has_grabbed = False

    def close(self) -> None:
        """Close the device. If it has grabbed the keypad, this also releases the grab."""
        with self._lock:
            self.ungrab()
            self._keyboard.forget(self)
            self.hang_up()
            if self.fd >= 0:
                os.close(self.fd)
            self.fd = -1

    def feed(self, records: bytes) -> None:
        """Add event records to this device's queue."""
        os.write(self._end, records)

    def hang_up(self) -> None:
        """Close the write end of the device's pipe, so that its reader notices that the keypad is gone."""
        if self._end >= 0:
            os.close(self._end)
        self._end = -1


class EmulatedInputFolder:
    """A temporary folder in place of /dev/input, with plain files instead of device files.

    Attributes:
        folder: the path to the folder. Its parent folder contains nothing else.
    """

    def __init__(self, *, missing: bool = False) -> None:
        """Create an empty folder.

        Args:
            missing: if True, the folder does not exist until the first keypad is plugged in.
        """
        self._temporary = tempfile.TemporaryDirectory(prefix="muggins-")
        self.folder = Path(self._temporary.name) / "input"
        self._nodes: dict[str, EmulatedKeypad] = {}
        if not missing:
            self.folder.mkdir()

    def plug(self, keypad: EmulatedKeypad, node: str = "event0", *, permitted: bool = True) -> str:
        """Plug a keypad in and return the path to its device file.

        Args:
            keypad: the keypad.
            node: the name of the device file.
            permitted: if False, only root may read the device file until `permit` is called.
        """
        self.folder.mkdir(exist_ok=True)
        path = self.folder / node
        keypad.plug()
        self._nodes[str(path)] = keypad
        os.close(os.open(path, os.O_CREAT | os.O_EXCL, 0o600))
        if permitted:
            self.permit(node)
        return str(path)

    def permit(self, node: str = "event0") -> None:
        """Allow the group `input` to read the device file called `node`, as udev does on Linux."""
        (self.folder / node).chmod(0o660)

    def unplug(self, keypad: EmulatedKeypad) -> None:
        """Unplug a keypad and remove its device file. If no device files are left, remove the folder too."""
        keypad.unplug()
        for path in [path for path, one in self._nodes.items() if one is keypad]:
            del self._nodes[path]
            os.unlink(path)
        if not self._nodes:
            with suppress(OSError):
                self.folder.rmdir()

    def opener(self, path: str) -> EmulatedEventDevice:
        """Open the device file at `path` with the permissions of a user in the group `input`.

        Raises:
            OSError: there is no such file, the group does not have permission to read it, or the keypad was
                unplugged.
        """
        try:
            mode = os.stat(path).st_mode
        except FileNotFoundError:
            raise OSError(ENOENT, os.strerror(ENOENT), path) from None
        if not mode & 0o060:
            raise OSError(EACCES, os.strerror(EACCES), path)
        keypad = self._nodes.get(path)
        if keypad is None:  # the keypad is being unplugged at this moment
            raise OSError(ENODEV, os.strerror(ENODEV), path)
        return keypad.open(path)

    def close(self) -> None:
        """Remove the folder."""
        self._temporary.cleanup()
