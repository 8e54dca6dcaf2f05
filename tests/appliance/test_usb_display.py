"""The emulated USB display shows what a computer writes to it."""

from __future__ import annotations

import socket
import struct
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.appliance.usb_display import UsbDisplay
from tests.support.deadline import PATIENCE

# The requests as drivers/i2c/busses/i2c-tiny-usb.c of Linux makes them.
WRITE, READ, STATUS = 7, 7, 3
TO_DEVICE, FROM_DEVICE = 0x41, 0xC1
CONTROL = struct.Struct("<BBBBHHH")


class Host:
    """A test double for QEMU's end of a USB redirection (usbredir) connection."""

    def __init__(self, connection: socket.socket) -> None:
        self._file = connection.makefile("rwb")
        self._file.write(struct.pack("<III64sI", 0, 68, 0, b"host", 1 << 4 | 1 << 5 | 1 << 6))
        self._file.flush()
        kind, length, _ = struct.unpack("<III", self._read(12))
        assert (kind, length) == (0, 68)
        self._read(length)
        self.introduced = dict(self._packet() for _ in range(3))

    def ask(self, kind: int, request: int, value: int, index: int, length: int, sent: bytes = b"") -> bytes:
        """Send a USB control request, and return the data in the reply, which is empty for a write request.

        Args:
            kind: the type of the request. Its highest bit is set for a read request.
            request: the number of the request.
            value: the request's value (wValue in the USB specification).
            index: the request's index (wIndex).
            length: the number of bytes to read or write.
            sent: the bytes to write.
        """
        endpoint = kind & 0x80
        body = CONTROL.pack(endpoint, request, kind, 0, value, index, length) + sent
        self._file.write(struct.pack("<IIQ", 100, len(body), 5) + body)
        self._file.flush()
        _, answer = self._packet()
        status = answer[3]
        assert status == 0
        return answer[CONTROL.size :]

    def _packet(self) -> tuple[int, bytes]:
        kind, length, _ = struct.unpack("<IIQ", self._read(16))
        return kind, self._read(length)

    def _read(self, count: int) -> bytes:
        found = self._file.read(count)
        assert len(found) == count
        return found


@pytest.fixture
def display() -> UsbDisplay:
    return UsbDisplay()


@pytest.fixture
def host(display: UsbDisplay, tmp_path: Path) -> Iterator[Host]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listening:
        listening.bind(str(tmp_path / "usb"))
        listening.listen()
        plugged = display.plug_into(tmp_path / "usb")
        connection, _ = listening.accept()
        with connection:
            connection.settimeout(PATIENCE)
            yield Host(connection)
        plugged.close()


def test_the_machine_recognises_the_adapter(host: Host) -> None:
    ep_info, interface_info, connect = host.introduced[5], host.introduced[4], host.introduced[1]
    assert (len(ep_info), len(interface_info)) == (160, 132)
    assert struct.unpack("<BBBBHH", connect)[4:] == (0x0403, 0xC631)
    device = host.ask(0x80, 6, 1 << 8, 0, 18)
    assert len(device) == device[0] == 18
    assert device[8:12] == bytes.fromhex("03 04 31 c6")
    configuration = host.ask(0x80, 6, 2 << 8, 0, 9)
    assert struct.unpack("<BBHB", configuration[:5]) == (9, 2, 18, 1)
    assert len(host.ask(0x80, 6, 2 << 8, 0, 18)) == 18


def test_the_picture_is_what_the_machine_has_written(host: Host, display: UsbDisplay) -> None:
    # The charge pump on, the display on, horizontal addressing; a page of white; no operation.
    picture = b"\x40" + b"\xff" * 128 + b"\x00" * 896
    for message in (b"\x00\x8d\x14\xaf\x20\x00", picture, b"\x00\xe3"):
        host.ask(TO_DEVICE, WRITE, 0, 0x3C, len(message), message)
        assert host.ask(FROM_DEVICE, STATUS, 0, 0, 1) == b"\x01"
    assert display.image().convert("L").histogram()[255] == 8 * 128
    assert host.ask(FROM_DEVICE, READ, 1, 0x3C, 1) == b"\x06"  # bit 6 is clear: the panel is on
    assert display.complaints == []


def test_nothing_answers_at_another_address(host: Host) -> None:
    host.ask(TO_DEVICE, WRITE, 0, 0x3D, 2, b"\x00\xaf")
    assert host.ask(FROM_DEVICE, STATUS, 0, 0, 1) == b"\x02"
