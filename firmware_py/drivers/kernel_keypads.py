"""Keypads that the kernel reads: USB keypads, key matrices, and buttons set up with the overlay `gpio-key`.

The kernel presents each keypad as an input device. Keypads may be plugged in and unplugged at any time.
"""

from __future__ import annotations

import os
import select
import stat
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from errno import ENODEV, ENOENT, ENXIO
from pathlib import Path
from typing import Any, Generic, TypeVar

from firmware_py.system.errors import UsageError

from .kernel_event_device import EventDevice, OpenKeypad

K = TypeVar("K")

_GONE = (ENODEV, ENOENT, ENXIO)


class KernelKeypads(Generic[K]):
    """A thread that reads all keypads known to the kernel, and reports every key that is pressed or released.

    Any input device that has at least one of the wanted keys counts as a keypad. Keypads may be plugged in
    and unplugged at any time; each gets the lowest free number, from 1.

    If a key is already pressed when its keypad is opened, only its release is reported. If a keypad is
    unplugged while some of its keys are pressed, those keys are reported as released.
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
        """Open the keypads that are plugged in, and start reporting their keys.

        Args:
            codes: maps each of the kernel's key codes to the value to pass to `put`, such as a key. Several
                codes may have the same value.
            put: a function that is called in the reader's thread when a key is pressed or released. The first
                argument is the key's value from `codes`. The second is True if the key was pressed, or False
                if it was released. The third is a number that identifies the keypad. The fourth is the time
                in seconds, comparable with `time.monotonic`, or None if it is not known.
            device: the only device to read: its path, the path to a link to it, or its name; None to read all
                devices that have one of the codes.
            grab: if True, the keys are hidden from all other programs.
            tell: a function that is called with a message when a keypad is plugged in, unplugged, or cannot
                be read. It may run in the reader's thread.
            opener: a function that opens the device at a path; None for `EventDevice`.

        Raises:
            UsageError: the package inotify_simple is not installed, or the kernel cannot watch the folder. A
                missing keypad is not an error.
        """
        self._opener, self._watcher = opener or EventDevice, _watcher()
        self._codes, self._put, self._tell = dict(codes), put, tell
        self._device, self._grab, self._folder = device, grab, Path(folder)
        self._keypads: dict[str, OpenKeypad] = {}
        self._poll = select.poll()
        self._wake, self._waker = os.pipe()
        self._thread: threading.Thread | None = None
        self._poll.register(self._wake, select.POLLIN)
        self._poll.register(self._watcher.fileno(), select.POLLIN)
        try:
            self._watch()
            self._open_all(None)
            if not self._keypads:
                self._tell(f"no {self._wanted} found: plug it in, and the board will pick it up")
            self._thread = threading.Thread(target=self._run, name="keyboards", daemon=True)
            self._thread.start()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Stop reporting keys, end the reader's thread, and close all keypads."""
        if self._waker < 0:
            return
        os.close(self._waker)
        self._waker = -1
        if self._thread is not None and self._thread.is_alive():
            self._thread.join()
        for keypad in self._keypads.values():
            keypad.device.close()
        self._keypads.clear()
        self._watcher.close()
        os.close(self._wake)

    @property
    def _wanted(self) -> str:
        return f"keyboard {self._device}" if self._device else "keypad"

    def _run(self) -> None:
        while True:
            ready = {number for number, _ in self._poll.poll()}
            if self._wake in ready:
                return
            lost = False
            for keypad in [one for one in self._keypads.values() if one.device.fd in ready]:
                lost |= not self._read(keypad)
            # A new keypad may have the node of the lost one. It was skipped while that node was still open.
            if lost or self._watcher.fileno() in ready:
                self._look_round()

    def _read(self, keypad: OpenKeypad) -> bool:
        """Report the changes of a keypad's keys. Return False if the keypad is gone."""
        try:
            for code, down, at in keypad.changes():
                self._put(self._codes[code], down, keypad.source, at)
        except BlockingIOError:
            return True
        except OSError as error:
            self._lose(keypad, error)
            return False
        return True

    def _lose(self, keypad: OpenKeypad, error: OSError) -> None:
        del self._keypads[keypad.path]
        self._poll.unregister(keypad.device.fd)
        with suppress(OSError):
            keypad.device.close()
        for code in sorted(keypad.held):
            self._put(self._codes[code], False, keypad.source, None)
        why = "unplugged" if error.errno in _GONE else f"cannot be read: {error.strerror}"
        self._tell(f"{keypad.title}: {why}; plug it in again, and the board will pick it up")

    def _look_round(self) -> None:
        from inotify_simple import flags

        changed = list(self._watcher.read(timeout=0))
        try:
            self._watch()
        except UsageError as error:
            self._tell(str(error))
        # Until udev has finished with a new node, only root may read it: that refusal is not reported. udev
        # changes the group first and then the mode (systemd, `fchmod_and_chown`).
        settled = {
            event.name
            for event in changed
            if event.mask & flags.ATTRIB and _permits_its_group(self._folder / event.name)
        }
        for keypad in self._open_all(settled):
            self._tell(f"{keypad.title}: found")

    def _watch(self) -> None:
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

    def _open_all(self, settled: set[str] | None) -> list[OpenKeypad]:
        """A refusal is reported only for the files in `settled`: udev may still permit others. None: all."""
        opened, refused = [], []
        for name in _nodes(self._folder):
            path = str(self._folder / name)
            if path in self._keypads:
                continue
            try:
                keypad = self._open(path)
            except PermissionError:
                if settled is None or name in settled:
                    refused.append(path)
            except OSError as error:
                if error.errno not in _GONE:
                    self._tell(f"keyboard {path} cannot be opened: {error}")
            else:
                opened += [keypad] if keypad else []
        if refused:
            nodes = ", ".join(refused)
            self._tell(f"no permission to read {nodes}: add the user to the group input, and log in again")
        return opened

    def _open(self, path: str) -> OpenKeypad | None:
        """Return None if it has none of the board's keys, or is not the device that was configured."""
        device = self._opener(path)
        try:
            keys = self._codes.keys() & set(device.codes())
            if not keys or not self._is_wanted(device):
                device.close()
                return None
            title = f"keyboard {device.name} ({path})"
            taken = {keypad.source for keypad in self._keypads.values()}
            source = next(number for number in range(1, len(taken) + 2) if number not in taken)
            keypad = OpenKeypad(device, path, title, source, frozenset(keys))
            if self._grab and not keypad.grab():
                self._tell(
                    f"{title}: another program is using it alone; close that program to use its keys here"
                )
            self._poll.register(device.fd, select.POLLIN)
            if device.untimed:
                self._tell(
                    f"{title}: the kernel does not say when its keys were pressed ({device.untimed}); "
                    "while the Pi is busy, a press may be missed"
                )
        except BaseException:
            device.close()
            raise
        self._keypads[path] = keypad
        return keypad

    def _is_wanted(self, device: Any) -> bool:
        if self._device is None or device.name == self._device:
            return True
        return bool(os.path.realpath(self._device) == os.path.realpath(device.path))


def _watcher() -> Any:
    try:
        from inotify_simple import INotify
    except ImportError as error:
        raise UsageError(f"a keyboard needs the package {error.name}, which is not installed") from error
    try:
        return INotify()
    except OSError as error:
        raise UsageError(f"the kernel cannot watch for keyboards: {error}") from error


def _nodes(folder: Path) -> list[str]:
    with suppress(FileNotFoundError):
        return sorted((name for name in os.listdir(folder) if name.startswith("event")), key=_place)
    return []


def _place(name: str) -> tuple[int, str]:
    return len(name), name


def _permits_its_group(node: Path) -> bool:
    try:
        return bool(node.stat().st_mode & stat.S_IRWXG)
    except OSError:
        return False
