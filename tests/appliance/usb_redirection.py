"""Emulated USB devices, connected to an emulated machine through QEMU's device `usb-redir`.

The protocol is described in "USB Network Redirection protocol description version 0.7", in the usbredir
project. A packet is a header and its body, all little-endian. Only the default endpoint is supported, which
is enough for devices that need nothing but control transfers (USB 2.0 specification, chapter 9).
"""

from __future__ import annotations

import socket
import struct
from pathlib import Path
from threading import Thread
from typing import NamedTuple, Protocol

from tests.support.deadline import PATIENCE

_HELLO, _DEVICE_CONNECT, _INTERFACE_INFO, _EP_INFO, _CONTROL = 0, 1, 4, 5, 100
_SET_CONFIGURATION, _GET_CONFIGURATION, _CONFIGURATION_STATUS = 6, 7, 8
_SUCCESS, _STALL = 0, 4
_FULL_SPEED = 1
_NONE = 0xFF
"""The type of an endpoint that does not exist."""
_CAPABILITIES = 1 << 4 | 1 << 5 | 1 << 6
"""QEMU's xHCI controller requires these: packet sizes of endpoints, 64-bit IDs, 32-bit bulk lengths."""
_HELLO_HEADER, _HEADER = struct.Struct("<III"), struct.Struct("<IIQ")
"""The type, the length of the body and the ID. The IDs have 64 bits after the first packet."""
_CONTROL_HEADER = struct.Struct("<BBBBHHH")
_IN = 0x80
"""The bit of a request type, and of an endpoint, that marks a transfer to the computer."""


class Request(NamedTuple):
    """A control request to a USB device.

    Attributes:
        kind: the request type (bmRequestType), such as 0xC1 for a vendor-specific read request.
        number: the request code (bRequest in the USB specification), such as 6 for GET_DESCRIPTOR.
        value: the request's value (wValue).
        index: the request's index (wIndex).
        length: the number of bytes to read or write.
        data: the bytes written.
    """

    kind: int
    number: int
    value: int
    index: int
    length: int
    data: bytes


class Device(Protocol):
    """A USB device.

    Attributes:
        vendor: the vendor ID.
        product: the product ID.
    """

    vendor: int
    product: int

    def answer(self, request: Request) -> bytes | None:
        """Return the bytes that the device sends in response to a request, or None if it refuses the request.

        The response to a write request is empty.
        """


class PluggedIn:
    """A USB device that is plugged into an emulated machine until `close` is called."""

    def __init__(self, path: Path, device: Device) -> None:
        """Plug a device in.

        Args:
            path: the path to the socket of QEMU's device `usb-redir`.
            device: the emulated USB device.

        Raises:
            OSError: QEMU is not listening on this socket.
        """
        self._device = device
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket.connect(str(path))
        self._thread = Thread(target=self._serve, name="usb device", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join(PATIENCE)
        self._socket.close()

    def _serve(self) -> None:
        body = struct.pack("<64sI", b"muggins", _CAPABILITIES)
        self._socket.sendall(_HELLO_HEADER.pack(_HELLO, len(body), 0) + body)
        try:
            _, length, _ = _HELLO_HEADER.unpack(self._read(_HELLO_HEADER.size))
            self._read(length)
            self._introduce()
            while True:
                kind, length, number = _HEADER.unpack(self._read(_HEADER.size))
                self._handle(kind, number, self._read(length))
        except (EOFError, ConnectionError, BrokenPipeError):
            return

    def _introduce(self) -> None:
        """Tell QEMU that the device has one interface, and no endpoints other than the default ones."""
        default = [at in (0, 16) for at in range(32)]  # the first of 16 endpoints out, and of 16 in
        kinds = bytes(0 if is_default else _NONE for is_default in default)
        sizes = struct.pack("<32H", *(64 if is_default else 0 for is_default in default))
        self._send(_EP_INFO, 0, kinds + bytes(32) + bytes(32) + sizes)
        own = b"\xff" + bytes(31)  # a class of the manufacturer's own
        self._send(_INTERFACE_INFO, 0, struct.pack("<I", 1) + bytes(32) + own + bytes(32) + bytes(32))
        told = struct.pack("<BBBBHH", _FULL_SPEED, 0xFF, 0, 0, self._device.vendor, self._device.product)
        self._send(_DEVICE_CONNECT, 0, told)

    def _handle(self, kind: int, number: int, body: bytes) -> None:
        if kind == _CONTROL:
            self._control(number, body)
        elif kind in (_SET_CONFIGURATION, _GET_CONFIGURATION):
            self._send(_CONFIGURATION_STATUS, number, bytes([_SUCCESS, 1]))

    def _control(self, number: int, body: bytes) -> None:
        endpoint, request, kind, _, value, index, length = _CONTROL_HEADER.unpack_from(body)
        data = body[_CONTROL_HEADER.size :]
        answer = self._device.answer(Request(kind, request, value, index, length, data))
        status, sent = (_STALL, b"") if answer is None else (_SUCCESS, answer[:length])
        taken = len(sent) if endpoint & _IN else len(data) if answer is not None else 0
        header = _CONTROL_HEADER.pack(endpoint, request, kind, status, value, index, taken)
        self._send(_CONTROL, number, header + sent)

    def _send(self, kind: int, number: int, body: bytes) -> None:
        self._socket.sendall(_HEADER.pack(kind, len(body), number) + body)

    def _read(self, count: int) -> bytes:
        found = b""
        while len(found) < count:
            part = self._socket.recv(count - len(found))
            if not part:
                raise EOFError
            found += part
        return found
