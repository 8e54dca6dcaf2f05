"""The kernel's event devices: the requests and the records, as its headers have them."""

import errno
import os
import struct
from pathlib import Path

import pytest

from firmware_py.drivers import input_device
from firmware_py.drivers.input_device import Event, InputDevice

# What strace shows of these requests on every machine whose ioctls are asm-generic's, all Pis among them.
REQUESTS = {
    "EVIOCGNAME": 0x81004506,
    "EVIOCGKEY": 0x80604518,
    "EVIOCGBIT_KEY": 0x80604521,
    "EVIOCGRAB": 0x40044590,
}


class Kernel:
    """The kernel's side of the requests."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[int] = []
        self.has = {30, 96, 0x2FF}
        self.down = {96}
        self.taken = False
        monkeypatch.setattr("fcntl.ioctl", self.ioctl)

    def ioctl(self, fd: int, request: int, argument: bytearray | int) -> int:
        os.fstat(fd)
        self.asked.append(request)
        if request == REQUESTS["EVIOCGRAB"]:
            if self.taken:
                raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))
            assert argument == 1
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
def device(kernel: Kernel, tmp_path: Path) -> InputDevice:
    (tmp_path / "event0").touch()
    return InputDevice(str(tmp_path / "event0"))


@pytest.mark.parametrize("name", REQUESTS)
def test_the_requests_are_the_kernels(name: str) -> None:
    assert getattr(input_device, name) == REQUESTS[name]


def test_a_device_says_what_it_is_and_has(device: InputDevice, kernel: Kernel) -> None:
    assert device.name == "USB Keypad"
    assert device.codes() == [30, 96, 0x2FF]
    assert device.active_keys() == [96]
    device.close()
    device.close()
    with pytest.raises(OSError, match="Bad file descriptor"):
        device.codes()


def test_it_can_be_had_for_oneself_unless_somebody_else_has_it(device: InputDevice, kernel: Kernel) -> None:
    device.grab()
    kernel.taken = True
    with pytest.raises(OSError, match="busy"):
        device.grab()
    device.close()


def test_its_descriptor_never_blocks_and_is_not_inherited(device: InputDevice) -> None:
    assert not os.get_blocking(device.fd)
    assert not os.get_inheritable(device.fd)
    device.close()


def test_records_are_read_as_the_kernel_writes_them(kernel: Kernel, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "event0")
    device = InputDevice(str(tmp_path / "event0"))
    kernel_end = os.open(tmp_path / "event0", os.O_WRONLY)
    with pytest.raises(BlockingIOError):
        device.read()
    # struct input_event: a struct timeval of two longs, two unsigned shorts and a signed int.
    assert struct.calcsize("llHHi") == input_device.RECORD.size
    records = [(1, 2, 1, 96, 1), (1, 3, 0, 0, 0), (9, 9, 2, 8, -1)]
    os.write(kernel_end, b"".join(struct.pack("llHHi", *record) for record in records))
    assert list(device.read()) == [Event(1, 96, 1), Event(0, 0, 0), Event(2, 8, -1)]
    os.close(kernel_end)
    with pytest.raises(OSError, match="No such device") as raised:
        device.read()
    assert raised.value.errno == errno.ENODEV
    device.close()


def test_what_is_no_event_device_is_closed_again(tmp_path: Path) -> None:
    (tmp_path / "event0").touch()
    open_files = len(os.listdir("/proc/self/fd"))
    with pytest.raises(OSError, match="Inappropriate ioctl"):
        InputDevice(str(tmp_path / "event0"))
    assert len(os.listdir("/proc/self/fd")) == open_files
