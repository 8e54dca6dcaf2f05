"""Keypads that the kernel reads: emulated ones, and the requests and structures of the kernel's headers."""

import errno
import importlib.util
import os
import queue
import struct
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from firmware_py.drivers import kernel_event_device
from firmware_py.drivers.kernel_event_device import EventDevice, KernelEvent
from firmware_py.drivers.kernel_keypads import KernelKeypads
from firmware_py.input.keys import Input, Key
from firmware_py.system.errors import UsageError
from tests.support.deadline import PATIENCE
from tests.support.emulated_keypads import EmulatedInputFolder, EmulatedKeypad

if importlib.util.find_spec("inotify_simple") is None:
    pytest.skip("inotify_simple is for Linux alone", allow_module_level=True)

# linux/input-event-codes.h
KP1, KP2, KP_ENTER, ENTER, NUMLOCK, BTN_LEFT = 79, 80, 96, 28, 69, 0x110
CODES: dict[int, Input] = {KP1: Key.ACE, KP2: Key.TWO, KP_ENTER: Key.OK, ENTER: Key.OK}

JOIN = "add the user to the group input, and log in again"

Put = tuple[Input, bool, int]


class KernelKeypadsRig:
    """A test rig: a folder of input devices, the driver that reads them, and what the driver has reported."""

    def __init__(self, *, missing: bool = False) -> None:
        self.inputs = EmulatedInputFolder(missing=missing)
        self.puts: queue.Queue[Put] = queue.Queue()
        self.times: queue.Queue[float | None] = queue.Queue()
        self.told: queue.Queue[str] = queue.Queue()
        self.keyboards: KernelKeypads | None = None

    def open(self, **options: Any) -> KernelKeypads:
        options = {"folder": str(self.inputs.folder), "opener": self.inputs.opener} | options
        self.keyboards = KernelKeypads(CODES, self._take, tell=self.told.put, **options)
        return self.keyboards

    def _take(self, key: Input, down: bool, source: int, at: float | None) -> None:
        self.puts.put((key, down, source))
        self.times.put(at)

    def plugged(self, node: str = "event0", name: str = "USB Keypad", **options: Any) -> EmulatedKeypad:
        """Plug in a keypad and return it.

        Args:
            node: its device file's name.
            name: the name that the kernel reports.
            options: arguments for `EmulatedInputFolder.plug`.
        """
        keyboard = EmulatedKeypad([*CODES, NUMLOCK], name)
        self.inputs.plug(keyboard, node, **options)
        return keyboard

    def put(self) -> Put:
        """Wait for the next edge.

        Return its key, whether the key went down (True) or up (False), and the index of its keypad.
        """
        return self.puts.get(timeout=PATIENCE)

    def line(self) -> str:
        return self.told.get(timeout=PATIENCE)

    def quiet(self) -> bool:
        return self.told.empty() and self.puts.empty()

    def close(self) -> None:
        if self.keyboards:
            self.keyboards.close()
        self.inputs.close()


@pytest.fixture
def bench() -> Iterator[KernelKeypadsRig]:
    bench = KernelKeypadsRig()
    yield bench
    bench.close()


def test_keyboards_are_known_by_their_keys_not_by_their_names(bench: KernelKeypadsRig) -> None:
    mouse = EmulatedKeypad([BTN_LEFT], "Gaming Keyboard")
    keypad = EmulatedKeypad([KP2, KP1], "Optical Mouse")
    bench.inputs.plug(mouse, "event0")
    bench.inputs.plug(keypad, "event1")
    (bench.inputs.folder / "mouse0").touch()
    (bench.inputs.folder / "by-id").mkdir()
    bench.open()
    assert (mouse.readers, keypad.readers) == (0, 1)
    keypad.press(KP2)
    assert bench.put() == (Key.TWO, True, 1)
    assert bench.quiet()


def test_repeats_scan_codes_and_other_keys_are_nothing_and_two_codes_may_be_one_key(
    bench: KernelKeypadsRig,
) -> None:
    keypad = bench.plugged()
    bench.open()
    keypad.press(NUMLOCK)
    keypad.press(KP1)
    keypad.repeat(KP1)
    keypad.press(ENTER)
    keypad.release(NUMLOCK)
    keypad.release(KP1)
    keypad.press(KP_ENTER)
    puts = [bench.put()[:2] for _ in range(4)]
    assert puts == [(Key.ACE, True), (Key.OK, True), (Key.ACE, False), (Key.OK, True)]


def test_keyboards_are_grabbed_unless_they_are_not_to_be(bench: KernelKeypadsRig) -> None:
    keypad = bench.plugged()
    bench.open()
    assert keypad.grabbed
    bench.keyboards.close()
    assert not keypad.grabbed
    bench.open(grab=False)
    assert not keypad.grabbed
    keypad.press(KP1)
    assert bench.put() == (Key.ACE, True, 1)


def test_each_keyboard_is_a_source_of_its_own(bench: KernelKeypadsRig) -> None:
    first, tenth, second = (bench.plugged(node) for node in ("event1", "event10", "event2"))
    bench.open()
    for keyboard, source in ((tenth, 3), (first, 1), (second, 2)):
        keyboard.press(KP1)
        assert bench.put() == (Key.ACE, True, source)
    bench.inputs.unplug(first)
    assert bench.put() == (Key.ACE, False, 1)
    another = bench.plugged("event3")
    assert "unplugged" in bench.line()
    assert "found" in bench.line()
    another.press(KP2)
    assert bench.put() == (Key.TWO, True, 1)


def test_a_keyboard_without_times_is_read_and_told_of(bench: KernelKeypadsRig) -> None:
    def opener(path: str) -> Any:
        device = bench.inputs.opener(path)
        device.untimed = "Invalid argument"
        return device

    keypad = bench.plugged(name="Pad")
    bench.open(opener=opener)
    title = f"keyboard Pad ({bench.inputs.folder / 'event0'})"
    said = "the kernel does not say when its keys were pressed (Invalid argument)"
    assert bench.line() == f"{title}: {said}; while the Pi is busy, a press may be missed"
    keypad.press(KP1)
    assert bench.put() == (Key.ACE, True, 1)
    assert bench.times.get() is None


def test_unplugged_and_plugged_in_again(bench: KernelKeypadsRig) -> None:
    keypad = bench.plugged(name="Pad")
    path = str(bench.inputs.folder / "event0")
    bench.open()
    for _ in range(3):
        keypad.press(KP2)
        keypad.press(KP1)
        keypad.release(KP2)
        assert [bench.put()[:2] for _ in range(3)] == [(Key.TWO, True), (Key.ACE, True), (Key.TWO, False)]
        bench.inputs.unplug(keypad)
        assert bench.put() == (Key.ACE, False, 1)
        again = "plug it in again, and the board will pick it up"
        assert bench.line() == f"keyboard Pad ({path}): unplugged; {again}"
        bench.inputs.plug(keypad)
        assert bench.line() == f"keyboard Pad ({path}): found"
        assert keypad.grabbed
    keypad.press(KP1)
    assert bench.put() == (Key.ACE, True, 1)
    assert bench.quiet()


def test_a_keyboard_that_fails_is_let_go_with_the_reason(
    bench: KernelKeypadsRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    keypad = bench.plugged()
    bench.open()
    keypad.press(KP1)
    bench.put()

    def broken(device: object) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr("tests.support.emulated_keypads.EmulatedEventDevice.read", broken)
    keypad.press(KP2)
    assert "cannot be read: Input/output error" in bench.line()
    assert bench.put() == (Key.ACE, False, 1)


@pytest.mark.parametrize("missing", [False, True])
def test_no_keyboard_at_the_start_is_waited_for(missing: bool) -> None:
    with closing(KernelKeypadsRig(missing=missing)) as bench:
        bench.open()
        assert bench.line() == "no keypad found: plug it in, and the board will pick it up"
        keypad = bench.plugged()
        assert "found" in bench.line()
        keypad.press(KP1)
        assert bench.put() == (Key.ACE, True, 1)


def test_a_new_keyboard_is_opened_when_udev_has_permitted_it(bench: KernelKeypadsRig) -> None:
    other = bench.plugged("event0")
    bench.open()
    keypad = bench.plugged("event1", name="Pad", permitted=False)
    node = bench.inputs.folder / "event1"
    os.chown(node, -1, os.getegid())  # first the group, whose members may not read the node yet
    # Once the second of these keys arrives, the reader has seen it.
    other.press(KP1)
    assert bench.put() == (Key.ACE, True, 1)
    other.release(KP1)
    assert bench.put() == (Key.ACE, False, 1)
    assert keypad.readers == 0 and bench.quiet()
    bench.inputs.permit("event1")
    assert bench.line() == f"keyboard Pad ({node}): found"
    keypad.press(KP1)
    assert bench.put() == (Key.ACE, True, 2)
    assert bench.quiet()


def test_missing_permission_is_told_once_udev_has_been_there(bench: KernelKeypadsRig) -> None:
    bench.plugged("event0", permitted=False)
    bench.plugged("event1", permitted=False)
    bench.open()
    first, second = (bench.inputs.folder / node for node in ("event0", "event1"))
    assert bench.line() == f"no permission to read {first}, {second}: {JOIN}"
    assert "no keypad found" in bench.line()
    second.chmod(0o610)  # its group may do something, but not read it
    assert bench.line() == f"no permission to read {second}: {JOIN}"
    bench.inputs.permit("event1")
    assert "found" in bench.line()


def test_a_keyboard_that_another_program_has_grabbed(bench: KernelKeypadsRig) -> None:
    keypad = bench.plugged(name="Pad")
    keypad.taken = True
    bench.open()
    assert "keyboard Pad" in (line := bench.line())
    assert "another program" in line
    keypad.press(KP1)
    keypad.release(KP1)
    keypad.taken = False
    keypad.press(KP2)
    assert bench.put() == (Key.TWO, True, 1)
    assert bench.quiet()


@pytest.mark.parametrize("by", ["name", "path", "link"])
def test_one_device_by_its_name_or_its_path(bench: KernelKeypadsRig, by: str) -> None:
    other = bench.plugged("event0", "Keyboard")
    wanted = bench.plugged("event1", "Keypad")
    link = bench.inputs.folder / "by-id" / "usb-keypad"
    link.parent.mkdir()
    link.symlink_to("../event1")
    bench.open(device={"name": "Keypad", "path": str(bench.inputs.folder / "event1"), "link": str(link)}[by])
    assert (other.readers, wanted.readers) == (0, 1)
    assert bench.quiet()


@pytest.mark.parametrize("made", [False, True])
def test_a_link_made_after_its_device_was_permitted(bench: KernelKeypadsRig, made: bool) -> None:
    link = bench.inputs.folder / "by-id" / "usb-keypad"
    keypad = bench.plugged("event4", "Keypad")
    if made:
        link.parent.mkdir()
    bench.open(device=str(link))
    assert bench.line() == f"no keyboard {link} found: plug it in, and the board will pick it up"
    link.parent.mkdir(exist_ok=True)
    link.symlink_to("../event4")
    assert "keyboard Keypad" in bench.line()
    assert keypad.readers == 1


def test_after_lost_events_the_device_is_asked_for_its_keys(bench: KernelKeypadsRig) -> None:
    keypad = bench.plugged()
    bench.open()
    keypad.press(KP1)
    assert bench.put() == (Key.ACE, True, 1)
    # KP2 was tapped while events were lost, so the events that remain for it are unreliable.
    keypad.syn_dropped(down=[KP_ENTER, KP2], up=[KP1, KP2])
    assert [bench.put(), bench.put()] == [(Key.ACE, False, 1), (Key.OK, True, 1)]
    keypad.release(KP_ENTER)
    assert bench.put() == (Key.OK, False, 1)
    for _ in range(50):
        keypad.press(KP2)
        keypad.release(KP2)
    assert [bench.put() for _ in range(100)] == [(Key.TWO, True, 1), (Key.TWO, False, 1)] * 50
    # A press among the lost events is reported once.
    keypad.syn_dropped(down=[KP1])
    keypad.press(KP2)
    assert [bench.put(), bench.put()] == [(Key.ACE, True, 1), (Key.TWO, True, 1)]
    assert bench.quiet()


def test_a_file_that_is_not_an_input_device_is_ignored(bench: KernelKeypadsRig) -> None:
    (bench.inputs.folder / "event0").touch()
    open_files = os.listdir("/proc/self/fd")
    bench.open(opener=None)
    assert "event0 cannot be opened: " in bench.line()
    assert "no keypad found" in bench.line()
    bench.keyboards.close()
    assert len(os.listdir("/proc/self/fd")) == len(open_files)


def test_a_package_that_is_not_installed(bench: KernelKeypadsRig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "inotify_simple", None)
    with pytest.raises(UsageError, match="needs the package inotify_simple, which is not installed"):
        bench.open(opener=None)


def test_a_kernel_that_cannot_watch(bench: KernelKeypadsRig, monkeypatch: pytest.MonkeyPatch) -> None:
    keypad = bench.plugged()
    open_files = os.listdir("/proc/self/fd")

    def full(*arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("inotify_simple.INotify.add_watch", full)
    with pytest.raises(UsageError, match=r"cannot watch .* for keyboards: .*No space left"):
        bench.open()
    assert keypad.readers == 0
    assert len(os.listdir("/proc/self/fd")) == len(open_files)


# The requests as strace shows them on every machine with asm-generic's ioctls, including all Pis.
REQUESTS = {
    "EVIOCGNAME": 0x81004506,
    "EVIOCGKEY": 0x80604518,
    "EVIOCGBIT_KEY": 0x80604521,
    "EVIOCGRAB": 0x40044590,
    "EVIOCSCLOCKID": 0x400445A0,
}


class Kernel:
    """A test double for the kernel, which replies to the driver's ioctl requests."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[int] = []
        self.taken, self.has_clocks = False, True
        self.clock: int | None = None
        monkeypatch.setattr("fcntl.ioctl", self.ioctl)

    def ioctl(self, fd: int, request: int, argument: bytearray | bytes | int) -> int:
        os.fstat(fd)
        self.asked.append(request)
        [name] = [name for name, number in REQUESTS.items() if number == request]
        if name == "EVIOCGRAB":
            if self.taken:
                raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))
            assert argument == 1
            return 0
        if name == "EVIOCSCLOCKID":
            if not self.has_clocks:
                raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
            # evdev_do_ioctl expects a pointer to an int, not the number itself.
            assert isinstance(argument, bytes)
            (self.clock,) = struct.unpack("i", argument)
            return 0
        assert isinstance(argument, bytearray) and len(argument) == request >> 16 & 0x3FFF
        if name == "EVIOCGNAME":
            argument[:12] = b"USB Keypad\0\0"
            return 11
        for code in (30, 96, 0x2FF) if name == "EVIOCGBIT_KEY" else (96,):
            argument[code // 8] |= 1 << code % 8
        return len(argument)


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch) -> Kernel:
    return Kernel(monkeypatch)


@pytest.fixture
def device(kernel: Kernel, tmp_path: Path) -> EventDevice:
    (tmp_path / "event0").touch()
    return EventDevice(str(tmp_path / "event0"))


def test_the_requests_are_the_kernels() -> None:
    assert {name: getattr(kernel_event_device, name) for name in REQUESTS} == REQUESTS


def test_a_device_reports_its_name_and_its_keys(device: EventDevice, kernel: Kernel) -> None:
    assert not os.get_blocking(device.fd) and not os.get_inheritable(device.fd)
    assert kernel.clock == time.CLOCK_MONOTONIC  # the clock that never jumps
    # The request discards unread events, so it comes before the request for the keys that are down.
    assert REQUESTS["EVIOCGKEY"] not in kernel.asked
    assert device.untimed is None
    assert device.name == "USB Keypad"
    assert device.codes() == [30, 96, 0x2FF]
    assert device.active_keys() == [96]
    device.close()
    device.close()
    with pytest.raises(OSError, match="Bad file descriptor"):
        device.codes()


def test_it_can_be_had_for_oneself_unless_somebody_else_has_it(device: EventDevice, kernel: Kernel) -> None:
    device.grab()
    kernel.taken = True
    with pytest.raises(OSError, match="busy"):
        device.grab()
    device.close()


def test_records_are_read_as_the_kernel_writes_them(kernel: Kernel, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "event0")
    device = EventDevice(str(tmp_path / "event0"))
    kernel_end = os.open(tmp_path / "event0", os.O_WRONLY)
    with pytest.raises(BlockingIOError):
        device.read()
    # struct input_event is a struct timeval of two longs, two unsigned shorts and a signed int.
    assert struct.calcsize("llHHi") == kernel_event_device.RECORD.size
    assert struct.calcsize("<" + kernel_event_device.RECORD.format) == 16  # on 32-bit ARM: no padding
    records = [(1, 2, 1, 96, 1), (1, 3, 0, 0, 0), (9, 9, 2, 8, -1)]
    os.write(kernel_end, b"".join(struct.pack("llHHi", *record) for record in records))
    read = [KernelEvent(1, 96, 1, 1.000002), KernelEvent(0, 0, 0, 1.000003), KernelEvent(2, 8, -1, 9.000009)]
    assert list(device.read()) == read
    os.close(kernel_end)
    with pytest.raises(OSError, match="No such device") as raised:
        device.read()
    assert raised.value.errno == errno.ENODEV
    device.close()


def test_a_kernel_that_cannot_choose_the_clock_is_not_asked_for_times(kernel: Kernel, tmp_path: Path) -> None:
    kernel.has_clocks = False
    (tmp_path / "event0").write_bytes(struct.pack("llHHi", 1_760_000_000, 3, 1, 96, 1))
    device = EventDevice(str(tmp_path / "event0"))
    assert device.untimed == "Invalid argument"
    assert list(device.read()) == [KernelEvent(1, 96, 1, None)]
    device.close()
