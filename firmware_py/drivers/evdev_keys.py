"""The keys of the kernel's input devices: keypads and keyboards on USB, and overlays such as `gpio-key`.

Event types, codes and values are those of linux/input-event-codes.h and of the kernel's documentation,
input/event-codes.
"""

from __future__ import annotations

import os
import select
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from errno import EBUSY, ENODEV, ENOENT, ENXIO
from pathlib import Path
from typing import Any, Generic, TypeVar

from firmware_py.drivers.input_device import EV_KEY, EV_SYN, InputDevice
from firmware_py.ports import UsageError

_SYN_REPORT, _SYN_DROPPED = 0, 3
K = TypeVar("K")

Change = tuple[int, bool, float | None]
"""A code, True if it went down or False if it came up, and when; None if the kernel did not say."""

_UP, _DOWN = 0, 1  # 2 is an autorepeat
_GONE = (ENODEV, ENOENT, ENXIO)


class Keyboards(Generic[K]):
    """Reports the edges of keys, of all keyboards that have them, plugged in at any time.

    A keyboard is any event device with one of the key codes wanted, whatever it is called: so two keypads
    work as one, and so does a keypad whose keys are spread over several devices. Each is a source of its
    own, numbered from 1, with the number of one that was unplugged taken by the next.

    One thread reads them all. It sleeps in the kernel until a key moves, or something is plugged in or out.

    A key already down at the start, or when its keyboard is plugged in, makes no edge: all that is reported
    of it is its release. Of keys held down on a keyboard that is unplugged, the release is reported.
    """

    def __init__(
        self,
        codes: Mapping[int, K],
        put: Callable[[K, bool, int, float | None], object],
        *,
        device: str | None = None,
        grab: bool = True,
        tell: Callable[[str], None] = lambda text: None,
        folder: str = "/dev/input",
        opener: Callable[[str], Any] | None = None,
    ) -> None:
        """Open the keyboards that are there, and report from now on.

        Args:
            codes: the meaning of each of the kernel's key codes; several may have the same.
            put: called in the reader's thread with the meaning of a code, True if it went down or False if it
                came up, the number of its keyboard, and when that was, on the clock of `time.monotonic`; None
                if the kernel did not say. It should only put its arguments on a queue.
            device: the one device to read, by its path (a link to it will do) or by its name; None for all
                that have one of the codes.
            grab: keep the keys from everybody else. The console would read them too.
            tell: takes a line about a keyboard that comes, goes, or cannot be read. It may be called in the
                reader's thread.
            folder: where the kernel's event devices are.
            opener: opens a device by its path; `InputDevice` if None.

        Raises:
            UsageError: the package inotify_simple is not installed, or the kernel cannot watch the folder.
                No keyboard at all is no error: it is waited for.
        """
        self._opener, self._watcher = opener or InputDevice, _watcher()
        self._codes, self._put, self._tell = dict(codes), put, tell
        self._device, self._grab, self._folder = device, grab, Path(folder)
        self._keyboards: dict[str, _Keyboard] = {}
        self._poll = select.poll()
        self._wake, self._waker = os.pipe()
        self._thread: threading.Thread | None = None
        self._poll.register(self._wake, select.POLLIN)
        self._poll.register(self._watcher.fileno(), select.POLLIN)
        try:
            self._watch()
            self._open_all(None)
            if not self._keyboards:
                self._tell(f"{self._wanted}: none can be read that has the keys; waiting for one")
            self._thread = threading.Thread(target=self._run, name="keyboards", daemon=True)
            self._thread.start()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Let go of all keyboards and end the thread; nothing is reported any more."""
        if self._waker < 0:
            return
        os.close(self._waker)
        self._waker = -1
        if self._thread is not None and self._thread.is_alive():
            self._thread.join()
        for keyboard in self._keyboards.values():
            keyboard.device.close()
        self._keyboards.clear()
        self._watcher.close()
        os.close(self._wake)

    @property
    def _wanted(self) -> str:
        return f"keyboard {self._device}" if self._device else "keyboards"

    def _run(self) -> None:
        """Read whatever is ready, until the other end of the pipe is closed."""
        while True:
            ready = {number for number, _ in self._poll.poll()}
            if self._wake in ready:
                return
            lost = False
            for keyboard in [one for one in self._keyboards.values() if one.device.fd in ready]:
                lost |= not self._read(keyboard)
            # One that took the node of one just lost may have been passed over before.
            if lost or self._watcher.fileno() in ready:
                self._look_round()

    def _read(self, keyboard: _Keyboard) -> bool:
        """Report what a keyboard has to tell; whether it is still there."""
        try:
            for code, down, at in keyboard.changes():
                self._put(self._codes[code], down, keyboard.source, at)
        except BlockingIOError:
            return True
        except OSError as error:
            self._lose(keyboard, error)
            return False
        return True

    def _lose(self, keyboard: _Keyboard, error: OSError) -> None:
        """A keyboard can be read no more."""
        del self._keyboards[keyboard.path]
        self._poll.unregister(keyboard.device.fd)
        with suppress(OSError):
            keyboard.device.close()
        for code in sorted(keyboard.held):
            self._put(self._codes[code], False, keyboard.source, None)
        why = "unplugged" if error.errno in _GONE else f"cannot be read: {error.strerror}"
        self._tell(f"{keyboard.title}: {why}; it is taken again when it is plugged in")

    def _look_round(self) -> None:
        """Something was plugged in or out: open what can be opened now."""
        from inotify_simple import flags

        changed = list(self._watcher.read(timeout=0))
        try:
            self._watch()
        except UsageError as error:
            self._tell(str(error))
        # A new node is root's alone until udev has given it its group: that it cannot be opened before is
        # nothing to tell.
        settled = {event.name for event in changed if event.mask & flags.ATTRIB}
        for keyboard in self._open_all(settled):
            self._tell(f"{keyboard.title}: found")

    def _watch(self) -> None:
        """Hear of new nodes, and of their permissions.

        The folder itself comes with the first device and goes with the last, so its parent is watched too; so
        is where the link is that names the device. A folder watched already is not watched twice.

        Raises:
            UsageError: the kernel cannot watch.
        """
        from inotify_simple import flags

        masks = {self._folder.parent: flags.CREATE}
        if self._device and os.path.isabs(self._device):
            masks[Path(self._device).parent] = flags.CREATE | flags.MOVED_TO
        masks[self._folder] = flags.CREATE | flags.ATTRIB
        for folder, mask in masks.items():
            try:
                self._watcher.add_watch(folder, mask)
            except FileNotFoundError:
                continue
            except OSError as error:
                raise UsageError(f"cannot watch {folder} for keyboards: {error}") from error

    def _open_all(self, settled: set[str] | None) -> list[_Keyboard]:
        """Open the keyboards that are not open yet; returns them.

        Args:
            settled: the nodes of which it is worth telling that they may not be opened; None for all.
        """
        opened, refused = [], []
        for name in _nodes(self._folder):
            path = str(self._folder / name)
            if path in self._keyboards:
                continue
            try:
                keyboard = self._open(path)
            except PermissionError:
                if settled is None or name in settled:
                    refused.append(path)
            except OSError as error:
                if error.errno not in _GONE:
                    self._tell(f"keyboard {path}: cannot be opened: {error}")
            else:
                opened += [keyboard] if keyboard else []
        if refused:
            self._tell(f"no permission to read {', '.join(refused)}: is the user in the group input?")
        return opened

    def _open(self, path: str) -> _Keyboard | None:
        """Open a device and read it from now on, if it is one that is wanted.

        Raises:
            OSError: it cannot be opened.
        """
        device = self._opener(path)
        try:
            keys = self._codes.keys() & set(device.codes())
            if not keys or not self._is_wanted(device):
                device.close()
                return None
            title = f"keyboard {device.name} ({path})"
            if self._grab and not _grabbed(device):
                self._tell(f"{title}: another program has grabbed it; its keys do nothing here till it ends")
            taken = {keyboard.source for keyboard in self._keyboards.values()}
            source = next(number for number in range(1, len(taken) + 2) if number not in taken)
            keyboard = _Keyboard(device, path, title, source, frozenset(keys))
            self._poll.register(device.fd, select.POLLIN)
            if device.untimed:
                self._tell(
                    f"{title}: the kernel does not say when its keys move ({device.untimed}); "
                    "while the Pi is busy, a press may be missed"
                )
        except BaseException:
            device.close()
            raise
        self._keyboards[path] = keyboard
        return keyboard

    def _is_wanted(self, device: Any) -> bool:
        if self._device is None or device.name == self._device:
            return True
        return bool(os.path.realpath(self._device) == os.path.realpath(device.path))


class _Keyboard:
    """A device that is read.

    Attributes:
        device: it.
        path: its node.
        title: what it is called where people are told of it.
        source: its number.
        held: the codes that are down.
    """

    def __init__(self, device: Any, path: str, title: str, source: int, codes: frozenset[int]) -> None:
        self.device, self.path, self.title, self.source = device, path, title, source
        self._codes = codes
        self._dropping = False
        # The kernel takes the events that it answers for off the queue, so that none is reported as well.
        self.held = self._down()

    def changes(self) -> Iterator[Change]:
        """The codes that went down or up since this was last asked for.

        Raises:
            BlockingIOError: nothing has happened.
            OSError: the device is gone.
        """
        for event in self.device.read():
            if event.type == EV_SYN:
                yield from self._synchronised(event.code, event.at)
            elif event.type == EV_KEY and not self._dropping and event.value in (_UP, _DOWN):
                yield from self._moved(event.code, event.value == _DOWN, event.at)

    def _synchronised(self, code: int, at: float | None) -> list[Change]:
        """A packet of events is complete, or some are lost: the kernel's buffer ran over.

        Then what comes up to the end of the packet is worth nothing, and the device has to be asked for its
        state (input/event-codes, SYN_DROPPED).
        """
        if code == _SYN_DROPPED:
            self._dropping = True
        if code != _SYN_REPORT or not self._dropping:
            return []
        self._dropping = False
        down, held = self._down(), self.held
        gone = [change for code in sorted(held - down) for change in self._moved(code, False, at)]
        return gone + [change for code in sorted(down - held) for change in self._moved(code, True, at)]

    def _moved(self, code: int, down: bool, at: float | None) -> list[Change]:
        if code not in self._codes or (code in self.held) == down:
            return []
        self.held = self.held | {code} if down else self.held - {code}
        return [(code, down, at)]

    def _down(self) -> frozenset[int]:
        return self._codes.intersection(self.device.active_keys())


def _watcher() -> Any:
    """What watches folders."""
    try:
        from inotify_simple import INotify
    except ImportError as error:
        raise UsageError(f"a keyboard needs the package {error.name}, which is not installed") from error
    try:
        return INotify()
    except OSError as error:
        raise UsageError(f"the kernel cannot watch for keyboards: {error}") from error


def _nodes(folder: Path) -> list[str]:
    """The event devices in a folder, event2 before event10; none if there is no such folder."""
    with suppress(FileNotFoundError):
        return sorted((name for name in os.listdir(folder) if name.startswith("event")), key=_place)
    return []


def _place(name: str) -> tuple[int, str]:
    return len(name), name


def _grabbed(device: Any) -> bool:
    """Grab a device; False if another program has done so."""
    try:
        device.grab()
    except OSError as error:
        if error.errno != EBUSY:
            raise
        return False
    return True
