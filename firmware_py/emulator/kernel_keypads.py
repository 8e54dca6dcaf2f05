"""Keypads as the kernel presents them: pipes with event records, in a folder of device nodes.

What the kernel does, from its drivers/input/evdev.c and input/event-codes: each program that opens a device
has a queue of its own; a grab takes the events from all others; to ask for the keys that are down takes their
events off the queue; a queue that runs over is thrown away, and says so with SYN_DROPPED.
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
    """A keyboard to press keys on.

    Attributes:
        name: what it calls itself.
        taken: another program has grabbed it.
        grabbed: what has been opened here has grabbed it.
    """

    def __init__(
        self,
        codes: Iterable[int],
        name: str = "USB Keypad",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """A keyboard that has the keys of these codes, all up.

        Args:
            codes: the kernel's codes of its keys.
            name: the name that it gives itself.
            clock: the time in seconds; its events carry it.
        """
        self.name = name
        self._clock = clock
        self.taken = False
        self.codes = sorted(codes)
        self._down: set[int] = set()
        self._opened: list[EmulatedEventDevice] = []
        self._lock = threading.RLock()
        self._present = True

    @property
    def grabbed(self) -> bool:
        """True if a device opened here has grabbed the keyboard."""
        return any(device.has_grabbed for device in self._opened)

    @property
    def readers(self) -> int:
        """The number of devices that have it open."""
        return len(self._opened)

    def press(self, code: int) -> None:
        """A key goes down. One that is down already makes no event."""
        self._move(code, _DOWN)

    def release(self, code: int) -> None:
        """A key comes up. One that is up already makes no event."""
        self._move(code, _UP)

    def repeat(self, code: int) -> None:
        """The kernel's autorepeat of a key that is held down."""
        self._send((EV_KEY, code, _AGAIN), (EV_SYN, _SYN_REPORT, 1))

    def syn_dropped(self, down: Iterable[int] = (), up: Iterable[int] = ()) -> None:
        """The queues ran over while these keys went down, and these came up.

        The packet after it has these changes, though a reader may not rely on it.
        """
        with self._lock:
            lost = [(code, _DOWN) for code in down] + [(code, _UP) for code in up]
            for code, value in lost:
                (self._down.add if value else self._down.discard)(code)
            left = [(EV_KEY, code, value) for code, value in lost]
            self._send((EV_SYN, _SYN_DROPPED, 0), *left, (EV_SYN, _SYN_REPORT, 0))

    def unplug(self) -> None:
        """Pull it out: who has it open can read it no more. Its keys are up when it is plugged in again."""
        with self._lock:
            self._present = False
            self._down.clear()
            for device in self._opened:
                device.hang_up()
            self._opened.clear()

    def plug(self) -> None:
        """Plug it in again."""
        self._present = True

    def open(self, path: str) -> EmulatedEventDevice:
        """Open it, as the node at a path.

        Raises:
            OSError: it is not plugged in.
        """
        with self._lock:
            self.answer()
            self._opened.append(EmulatedEventDevice(self, path, self._lock))
            return self._opened[-1]

    def active(self) -> list[int]:
        """The codes of the keys that are down."""
        return sorted(self._down)

    def answer(self) -> None:
        """Do nothing.

        Raises:
            OSError: it is not plugged in.
        """
        if not self._present:
            raise OSError(ENODEV, os.strerror(ENODEV))

    def grab(self, device: EmulatedEventDevice) -> None:
        """Let nobody but this device hear it.

        Raises:
            OSError: it is grabbed already, or not plugged in.
        """
        self.answer()
        if self.taken or self.grabbed:
            raise OSError(EBUSY, os.strerror(EBUSY))
        device.has_grabbed = True

    def forget(self, device: EmulatedEventDevice) -> None:
        """A device was closed."""
        self._opened = [one for one in self._opened if one is not device]

    def _move(self, code: int, value: int) -> None:
        with self._lock:
            if code not in self.codes or (code in self._down) == bool(value):
                return
            (self._down.add if value else self._down.discard)(code)
            self._send((_EV_MSC, _MSC_SCAN, 0x70000 + code), (EV_KEY, code, value), (EV_SYN, _SYN_REPORT, 0))

    def _send(self, *events: tuple[int, int, int]) -> None:
        seconds, micros = divmod(round(1e6 * self._clock()), 1_000_000)
        records = b"".join(RECORD.pack(seconds, micros, *event) for event in events)
        with self._lock:
            for device in self._opened:
                if not self.taken and (device.has_grabbed or not self.grabbed):
                    device.feed(records)


class EmulatedEventDevice(EventDevice):
    """A keyboard that was opened. What is read comes through the driver's own reader, from a pipe.

    Attributes:
        has_grabbed: it has the keyboard for itself.
    """

    def __init__(self, keyboard: EmulatedKeypad, path: str, lock: threading.RLock) -> None:
        # Not EventDevice's own: a pipe answers none of its requests.
        self.fd, self._end = os.pipe()
        os.set_blocking(self.fd, False)
        self.path, self.name, self.untimed = path, keyboard.name, None
        self.has_grabbed = False
        self._keyboard, self._lock = keyboard, lock

    def read(self) -> Iterator[KernelEvent]:
        """The events that have come, at least one.

        Raises:
            BlockingIOError: there are none.
            OSError: it was pulled out. Events that nobody has read are lost, as in the kernel.
        """
        if self._end < 0:
            raise OSError(ENODEV, os.strerror(ENODEV))
        return super().read()

    def codes(self) -> list[int]:
        """The codes of its keys."""
        return [*self._keyboard.codes]

    def active_keys(self) -> list[int]:
        """The codes of the keys that are down; their events that wait to be read are lost."""
        with self._lock:
            self._keyboard.answer()
            with suppress(BlockingIOError):
                waiting = os.read(self.fd, 1 << 16)
                records = [
                    waiting[at : at + RECORD.size]
                    for at in range(0, len(waiting), RECORD.size)
                    if RECORD.unpack_from(waiting, at)[2] != EV_KEY
                ]
                os.write(self._end, b"".join(records))
            return self._keyboard.active()

    def grab(self) -> None:
        """Have the keyboard for itself.

        Raises:
            OSError: somebody else has.
        """
        with self._lock:
            self._keyboard.grab(self)

    def ungrab(self) -> None:
        """Let others hear it too."""
        self.has_grabbed = False

    def close(self) -> None:
        """Close it, and with that let go of it."""
        with self._lock:
            self.ungrab()
            self._keyboard.forget(self)
            self.hang_up()
            if self.fd >= 0:
                os.close(self.fd)
            self.fd = -1

    def feed(self, records: bytes) -> None:
        """Let events come."""
        os.write(self._end, records)

    def hang_up(self) -> None:
        """The keyboard is gone."""
        if self._end >= 0:
            os.close(self._end)
        self._end = -1


class EmulatedInputFolder:
    """A folder such as /dev/input: a plain file stands for each node, so that the real inotify watches it.

    Attributes:
        folder: its path; its parent has nothing else in it.
    """

    def __init__(self, *, missing: bool = False) -> None:
        """A folder without devices; none at all if `missing`, until the first is plugged in."""
        self._temporary = tempfile.TemporaryDirectory(prefix="muggins-")
        self.folder = Path(self._temporary.name) / "input"
        self._nodes: dict[str, EmulatedKeypad] = {}
        if not missing:
            self.folder.mkdir()

    def plug(self, keyboard: EmulatedKeypad, node: str = "event0", *, permitted: bool = True) -> str:
        """Plug a keyboard in; returns the path of its node.

        The kernel makes the node, root's alone; `permit` is what udev does then, at once if `permitted`.
        """
        self.folder.mkdir(exist_ok=True)
        path = self.folder / node
        keyboard.plug()
        self._nodes[str(path)] = keyboard
        os.close(os.open(path, os.O_CREAT | os.O_EXCL, 0o600))
        if permitted:
            self.permit(node)
        return str(path)

    def permit(self, node: str = "event0") -> None:
        """Give a node to the group."""
        (self.folder / node).chmod(0o660)

    def unplug(self, keyboard: EmulatedKeypad) -> None:
        """Pull a keyboard out. With the last, the kernel takes the folder away."""
        keyboard.unplug()
        for path in [path for path, one in self._nodes.items() if one is keyboard]:
            del self._nodes[path]
            os.unlink(path)
        if not self._nodes:
            with suppress(OSError):
                self.folder.rmdir()

    def opener(self, path: str) -> EmulatedEventDevice:
        """Open a node as a member of the group does, who is not root.

        Raises:
            OSError: there is no such node, or it is not the group's, or its keyboard is gone.
        """
        try:
            mode = os.stat(path).st_mode
        except FileNotFoundError:
            raise OSError(ENOENT, os.strerror(ENOENT), path) from None
        if not mode & 0o060:
            raise OSError(EACCES, os.strerror(EACCES), path)
        keyboard = self._nodes.get(path)
        if keyboard is None:  # it is being pulled out just now
            raise OSError(ENODEV, os.strerror(ENODEV), path)
        return keyboard.open(path)

    def close(self) -> None:
        """Remove the folder."""
        self._temporary.cleanup()
