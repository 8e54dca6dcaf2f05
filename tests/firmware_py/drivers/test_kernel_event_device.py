"""The driver's requests and structures for input devices match the kernel's headers."""

import ctypes
import errno
import os
import struct
import time
from pathlib import Path

import pytest

from firmware_py.drivers import kernel_event_device
from firmware_py.drivers.kernel_event_device import RECORD, EventDevice, KernelEvent

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
        self.has = {30, 96, 0x2FF}
        self.down = {96}
        self.taken = False
        self.clock: int | None = None
        self.has_clocks = True
        monkeypatch.setattr("fcntl.ioctl", self.ioctl)

    def ioctl(self, fd: int, request: int, argument: bytearray | bytes | int) -> int:
        os.fstat(fd)
        self.asked.append(request)
        if request == REQUESTS["EVIOCGRAB"]:
            if self.taken:
                raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))
            assert argument == 1
            return 0
        if request == REQUESTS["EVIOCSCLOCKID"]:
            if not self.has_clocks:
                raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
            # evdev_do_ioctl expects a pointer to an int, not the number itself.
            assert isinstance(argument, bytes)
            (self.clock,) = struct.unpack("i", argument)
            return 0
        assert isinstance(argument, bytearray)
        assert len(argument) == request >> 16 & 0x3FFF
        if request == REQUESTS["EVIOCGNAME"]:
            argument[:12] = b"USB Keypad\0\0"
            return 11
        codes = self.has if request == REQUESTS["EVIOCGBIT_KEY"] else self.down
        for code in codes:
            argument[code // 8] |= 1 << code % 8
        return len(argument)


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch) -> Kernel:
    return Kernel(monkeypatch)


@pytest.fixture
def device(kernel: Kernel, tmp_path: Path) -> EventDevice:
    (tmp_path / "event0").touch()
    return EventDevice(str(tmp_path / "event0"))


@pytest.mark.parametrize("name", REQUESTS)
def test_the_requests_are_the_kernels(name: str) -> None:
    assert getattr(kernel_event_device, name) == REQUESTS[name]


def test_a_device_reports_its_name_and_its_keys(device: EventDevice, kernel: Kernel) -> None:
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


def test_its_descriptor_never_blocks_and_is_not_inherited(device: EventDevice) -> None:
    assert not os.get_blocking(device.fd)
    assert not os.get_inheritable(device.fd)
    device.close()


def test_records_are_read_as_the_kernel_writes_them(kernel: Kernel, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "event0")
    device = EventDevice(str(tmp_path / "event0"))
    kernel_end = os.open(tmp_path / "event0", os.O_WRONLY)
    with pytest.raises(BlockingIOError):
        device.read()
    # struct input_event is a struct timeval of two longs, two unsigned shorts and a signed int.
    assert struct.calcsize("llHHi") == kernel_event_device.RECORD.size
    records = [(1, 2, 1, 96, 1), (1, 3, 0, 0, 0), (9, 9, 2, 8, -1)]
    os.write(kernel_end, b"".join(struct.pack("llHHi", *record) for record in records))
    assert list(device.read()) == [
        KernelEvent(1, 96, 1, 1.000002),
        KernelEvent(0, 0, 0, 1.000003),
        KernelEvent(2, 8, -1, 9.000009),
    ]
    os.close(kernel_end)
    with pytest.raises(OSError, match="No such device") as raised:
        device.read()
    assert raised.value.errno == errno.ENODEV
    device.close()


def test_its_records_have_the_time_of_the_clock_that_never_jumps(device: EventDevice, kernel: Kernel) -> None:
    assert kernel.clock == time.CLOCK_MONOTONIC
    # The request discards unread events, so it comes before the request for the keys that are down.
    assert REQUESTS["EVIOCGKEY"] not in kernel.asked
    assert device.untimed is None
    device.close()


def test_a_kernel_that_cannot_choose_the_clock_gives_no_time(kernel: Kernel, tmp_path: Path) -> None:
    kernel.has_clocks = False
    os.mkfifo(tmp_path / "event0")
    device = EventDevice(str(tmp_path / "event0"))
    assert device.untimed == "Invalid argument"
    kernel_end = os.open(tmp_path / "event0", os.O_WRONLY)
    os.write(kernel_end, struct.pack("llHHi", 1_760_000_000, 3, 1, 96, 1))
    assert list(device.read()) == [KernelEvent(1, 96, 1, None)]
    os.close(kernel_end)
    device.close()


class InputEvent(ctypes.Structure):
    """The `struct input_event` in linux/input.h, as a program receives it.

    Its two time fields are as wide as the program's `long` (input-compat.h).
    """

    _fields_ = (
        ("sec", ctypes.c_long),
        ("usec", ctypes.c_long),
        ("type", ctypes.c_uint16),
        ("code", ctypes.c_uint16),
        ("value", ctypes.c_int32),
    )


def test_a_record_is_24_bytes_long_and_16_on_a_pi_of_32_bits() -> None:
    assert RECORD.size == ctypes.sizeof(InputEvent) == 2 * ctypes.sizeof(ctypes.c_long) + 8
    # The same format with the sizes of 32-bit ARM, where nothing needs padding.
    assert struct.calcsize("<" + RECORD.format) == 16


def test_a_file_that_is_not_an_event_device_is_closed_again(tmp_path: Path) -> None:
    (tmp_path / "event0").touch()
    open_files = len(os.listdir("/proc/self/fd"))
    with pytest.raises(OSError, match="Inappropriate ioctl"):
        EventDevice(str(tmp_path / "event0"))
    assert len(os.listdir("/proc/self/fd")) == open_files
