"""An emulated OLED on a USB adapter for I2C, plugged into an emulated machine.

A test can read the picture on the OLED. The adapter is an i2c-tiny-usb. Linux has a driver for it, so the
board on the machine sees an ordinary bus, /dev/i2c-*. The adapter answers the requests that this driver sends
(drivers/i2c/busses/i2c-tiny-usb.c in Linux). The OLED's controller is `Ssd1306`, which decodes the bytes as
the controller's data sheet specifies.
"""

from __future__ import annotations

import struct
from pathlib import Path
from threading import Lock

from PIL import Image

from firmware_py.config import defaults
from firmware_py.emulator.oled_chips import Ssd1306
from firmware_py.emulator.oled_controller import ProtocolError
from tests.appliance.usb_redirection import PluggedIn, Request

NAME = "i2c-tiny-usb"
"""How the name of the adapter's bus begins, in /sys/class/i2c-dev/*/name."""
_GET_DESCRIPTOR = 6
_DEVICE, _CONFIGURATION = 1, 2
_CONFIGURATION_DESCRIPTOR = struct.pack("<BBHBBBBB", 9, _CONFIGURATION, 18, 1, 1, 0, 0x80, 50) + bytes(
    [9, 4, 0, 0, 0, 0xFF, 0, 0, 0]
)
"""One configuration with one interface, which has no endpoints (USB 2.0 specification, 9.6.3 and 9.6.5)."""
_GET_FUNCTIONS, _SET_DELAY, _GET_STATUS, _IO = 1, 2, 3, range(4, 8)
_ADDRESS_ACKNOWLEDGED, _ADDRESS_REFUSED = 1, 2
_READS = 0x0001
"""The flag of a message that reads (I2C_M_RD in linux/i2c.h)."""
_I2C_AND_SMBUS = 0x0EFF_0009
"""I2C_FUNC_I2C and I2C_FUNC_SMBUS_EMUL in linux/i2c.h."""


class UsbDisplay:
    """An emulated USB adapter with an OLED.

    Attributes:
        vendor: the vendor ID that Linux uses to recognise the adapter.
        product: the product ID that Linux uses to recognise the adapter.
        complaints: the reasons why the OLED's controller rejected bytes. It rejects everything that its data
            sheet does not allow.
    """

    vendor, product = 0x0403, 0xC631

    def __init__(self, address: int = defaults.ADDRESS) -> None:
        self.complaints: list[str] = []
        self._address, self._chip, self._lock = address, Ssd1306(), Lock()
        self._status = _ADDRESS_REFUSED

    def plug_into(self, path: Path) -> PluggedIn:
        """Plug the adapter into the machine whose QEMU is listening on the socket at `path`."""
        return PluggedIn(path, self)

    def image(self) -> Image.Image:
        """Return the picture on the OLED, 128 x 64 pixels."""
        with self._lock:
            return self._chip.image()

    def answer(self, request: Request) -> bytes | None:
        """Return the adapter's answer to a request, or None if it does not know the request."""
        if request.number == _GET_DESCRIPTOR and request.kind == 0x80:
            return self._descriptor(request.value >> 8)
        if request.number == _GET_FUNCTIONS:
            return struct.pack("<I", _I2C_AND_SMBUS)
        if request.number == _GET_STATUS:
            return bytes([self._status])
        if request.number in _IO:
            return self._transferred(request)
        return b"" if request.number == _SET_DELAY else None

    def _descriptor(self, kind: int) -> bytes | None:
        if kind == _DEVICE:
            usb, revision = 0x0110, 0x0205
            ids = (self.vendor, self.product, revision)
            return struct.pack("<BBHBBBBHHHBBBB", 18, _DEVICE, usb, 0xFF, 0, 0, 64, *ids, 0, 0, 0, 1)
        return _CONFIGURATION_DESCRIPTOR if kind == _CONFIGURATION else None

    def _transferred(self, request: Request) -> bytes:
        """Pass the bytes in a request on to the OLED, and return the bytes that the OLED sends back."""
        if request.index != self._address:
            self._status = _ADDRESS_REFUSED
            return bytes(request.length) if request.value & _READS else b""
        self._status = _ADDRESS_ACKNOWLEDGED
        with self._lock:
            if request.value & _READS:
                return bytes([self._chip.status()]) * request.length
            try:
                self._chip.write(request.data)
            except ProtocolError as error:
                self.complaints.append(str(error))
        return b""
