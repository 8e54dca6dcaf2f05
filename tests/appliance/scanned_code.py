"""A phone that scans the code on the board's OLED, opens the page from outside the machine, and plays.

The emulated OLED is on a USB adapter outside the machine. The code is read by zbarimg, and the phone is
Debian's Chromium.

Emulated USB devices, connected to an emulated machine through QEMU's device `usb-redir`.

The protocol is described in "USB Network Redirection protocol description version 0.7", in the usbredir
project. A packet is a header and its body, all little-endian. Only the default endpoint is supported, which
is enough for devices that need nothing but control transfers (USB 2.0 specification, chapter 9).

An emulated OLED on a USB adapter for I2C, plugged into an emulated machine.

A test can read the picture on the OLED. The adapter is an i2c-tiny-usb. Linux has a driver for it, so the
board on the machine sees an ordinary bus, /dev/i2c-*. The adapter answers the requests that this driver sends
(drivers/i2c/busses/i2c-tiny-usb.c in Linux). The OLED's controller is `Ssd1306`, which decodes the bytes as
the controller's data sheet specifies.
"""

from __future__ import annotations

import os
import shutil
import socket
import struct
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Lock, Thread
from urllib.parse import urlsplit

from playwright.sync_api import Error as BrowserError
from playwright.sync_api import Page, expect, sync_playwright

from firmware_py.config import defaults
from firmware_py.emulator.oled_chips import Ssd1306
from firmware_py.emulator.oled_controller import ProtocolError
from tests.appliance.board import KeyedBoard, Row
from tests.appliance.debian_image import NETWORK_FILES, progress
from tests.appliance.faults import configured, no_unit_failed
from tests.appliance.qemu_machine import DRIVERS, Outlets
from tests.appliance.services import PAGE, PAGE_PROGRAMS, PAGE_SOCKET, enable
from tests.browser.test_phones import key
from tests.support.deadline import PATIENCE, until
from tests.support.pictures import QR_PROGRAM, read_qr_codes

_HELLO, _DEVICE_CONNECT, _INTERFACE_INFO, _EP_INFO, _CONTROL = 0, 1, 4, 5, 100
_SET_CONFIGURATION, _GET_CONFIGURATION, _CONFIGURATION_STATUS = 6, 7, 8
_SUCCESS, _STALL = 0, 4
_FULL_SPEED = 1
_NONE = 0xFF  # the type of an endpoint that does not exist
_CAPABILITIES = 1 << 4 | 1 << 5 | 1 << 6
"""QEMU's xHCI controller requires these: packet sizes of endpoints, 64-bit IDs, 32-bit bulk lengths."""
_HELLO_HEADER, _HEADER = struct.Struct("<III"), struct.Struct("<IIQ")
"""The type, the length of the body and the ID. The IDs have 64 bits after the first packet."""
_CONTROL_HEADER = struct.Struct("<BBBBHHH")
_IN = 0x80  # the bit of a request type, and of an endpoint, that marks a transfer to the computer


class PluggedIn:
    """A USB device that is plugged into an emulated machine until `close` is called."""

    def __init__(self, path: Path, device: UsbDisplay) -> None:
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
                body = self._read(length)
                if kind == _CONTROL:
                    self._control(number, body)
                elif kind in (_SET_CONFIGURATION, _GET_CONFIGURATION):
                    self._send(_CONFIGURATION_STATUS, number, bytes([_SUCCESS, 1]))
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

    def _control(self, number: int, body: bytes) -> None:
        endpoint, request, kind, _, value, index, length = _CONTROL_HEADER.unpack_from(body)
        data = body[_CONTROL_HEADER.size :]
        answer = self._device.answer(kind, request, value, index, data or bytes(length))
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


NAME = "i2c-tiny-usb"  # How the name of the adapter's bus begins, in /sys/class/i2c-dev/*/name
_GET_DESCRIPTOR = 6
_DEVICE, _CONFIGURATION = 1, 2
_INTERFACE = bytes([9, 4, 0, 0, 0, 0xFF, 0, 0, 0])
_CONFIGURATION_DESCRIPTOR = struct.pack("<BBHBBBBB", 9, _CONFIGURATION, 18, 1, 1, 0, 0x80, 50) + _INTERFACE
"""One configuration with one interface, which has no endpoints (USB 2.0 specification, 9.6.3 and 9.6.5)."""
_GET_FUNCTIONS, _SET_DELAY, _GET_STATUS, _IO = 1, 2, 3, range(4, 8)
_ADDRESS_ACKNOWLEDGED, _ADDRESS_REFUSED = 1, 2
_READS = 0x0001  # the flag of a message that reads (I2C_M_RD in linux/i2c.h)
_I2C_AND_SMBUS = 0x0EFF_0009  # I2C_FUNC_I2C and I2C_FUNC_SMBUS_EMUL in linux/i2c.h


class UsbDisplay:
    """An emulated USB adapter with an OLED.

    Attributes:
        vendor: the vendor ID that Linux uses to recognise the adapter.
        product: the product ID that Linux uses to recognise the adapter.
        complaints: the reasons why the OLED's controller rejected bytes. It rejects everything that its data
            sheet does not allow.
    """

    vendor, product = 0x0403, 0xC631

    def __init__(self) -> None:
        self.complaints: list[str] = []
        self._chip, self._lock = Ssd1306(), Lock()
        self._status = _ADDRESS_REFUSED

    def image(self) -> bytes:
        """Return the frame on the OLED, 128 x 64 pixels."""
        with self._lock:
            return self._chip.image()

    def answer(self, kind: int, request: int, value: int, index: int, data: bytes) -> bytes | None:
        """Return the adapter's answer to a control request, or None if it does not know the request.

        Args:
            kind: the request type (bmRequestType), such as 0xC1 for a vendor-specific read request.
            request: the request code (bRequest in the USB specification), such as 6 for GET_DESCRIPTOR.
            value: the request's value (wValue).
            index: the request's index (wIndex).
            data: the bytes written, or as many zeros as are to be read.
        """
        if request == _GET_DESCRIPTOR and kind == 0x80:
            return self._descriptor(value >> 8)
        if request == _GET_FUNCTIONS:
            return struct.pack("<I", _I2C_AND_SMBUS)
        if request == _GET_STATUS:
            return bytes([self._status])
        if request in _IO:
            return self._transferred(index, data, reads=bool(value & _READS))
        return b"" if request == _SET_DELAY else None

    def _descriptor(self, kind: int) -> bytes | None:
        if kind == _DEVICE:
            usb, revision = 0x0110, 0x0205
            ids = (self.vendor, self.product, revision)
            return struct.pack("<BBHBBBBHHHBBBB", 18, _DEVICE, usb, 0xFF, 0, 0, 64, *ids, 0, 0, 0, 1)
        return _CONFIGURATION_DESCRIPTOR if kind == _CONFIGURATION else None

    def _transferred(self, address: int, data: bytes, *, reads: bool) -> bytes:
        """Pass the bytes of a message on to the OLED, and return the bytes that the OLED sends back."""
        is_mine = address == defaults.ADDRESS
        self._status = _ADDRESS_ACKNOWLEDGED if is_mine else _ADDRESS_REFUSED
        if not is_mine:
            return data if reads else b""
        with self._lock:
            if reads:
                return bytes([self._chip.status()]) * len(data)
            try:
                self._chip.write(data)
            except ProtocolError as error:
                self.complaints.append(str(error))
        return b""


PROGRAMS = ("python3-segno",)
"""The package that draws QR codes. The package under test recommends it."""
NEEDS = {"chromium": "chromium", QR_PROGRAM: "zbar-tools"}
"""The Debian package of each program that is needed on this computer, keyed by the program's name."""
PHONE = {"width": 390, "height": 844}
_BUS = f"until grep --files-with-matches {NAME} /sys/class/i2c-dev/*/name; do sleep 0.2; done"
_NETWORK = "/run/systemd/network"
_LONGEST = 80  # the number of keys after which somebody must have pegged


def scan(board: KeyedBoard) -> None:
    """Scan the code on the display with a phone, press keys on the page, and check the points scored."""
    missing = [package for program, package in NEEDS.items() if not shutil.which(program)]
    if missing or board.outlets is None:
        progress(f"no {' '.join(missing)}: the scanned code is left out")
        return
    board.must(f"apt-get install --yes --no-install-recommends {' '.join((*PAGE_PROGRAMS, *PROGRAMS))}", 600)
    board.must(enable(PAGE_SOCKET))
    told = board.presses
    with _network(board), _display(board, board.outlets) as display, tempfile.TemporaryDirectory() as scratch:
        began = time.monotonic()
        board.must("muggins press MENU K")
        text = _scanned(board, display, Path(scratch))
        seconds = [time.monotonic() - began]
        try:
            with _phone(board, text, board.outlets.port) as phone:
                seconds.append(_play(board, phone))
        except (BrowserError, AssertionError) as error:
            board.check(False, f"the phone: {error}")
        codes = read_qr_codes(display.image(), Path(scratch))
        board.check(not codes, f"while a game is played, the display still shows {codes}")
        board.check(not display.complaints, f"the display refused bytes: {display.complaints[:3]}")
    lost = board.settle(board.presses)
    no_unit_failed(board)
    pressed = board.presses - told
    board.report(Row("a code scanned, then keys pressed on the phone", 1, pressed, lost, seconds))


@contextmanager
def _network(board: KeyedBoard) -> Iterator[None]:
    """Give the emulated machine a network connection until the `with` block ends."""
    [(_, text)] = [each for each in NETWORK_FILES.items() if each[0].endswith(".network")]
    lines = text.replace("\n", "\\n")
    board.must(f"modprobe --all {' '.join(DRIVERS)} && mkdir -p {_NETWORK}")
    board.must(f"printf '{lines}' > {_NETWORK}/80-all.network && systemctl start systemd-networkd")
    board.must("/usr/lib/systemd/systemd-networkd-wait-online --any --timeout=240", 240)
    yield
    board.must(f"systemctl stop systemd-networkd.socket systemd-networkd; rm {_NETWORK}/80-all.network")


@contextmanager
def _display(board: KeyedBoard, outlets: Outlets) -> Iterator[UsbDisplay]:
    """Plug in a display, configure the board to use it, and yield the display."""
    display = UsbDisplay()
    with closing(PluggedIn(outlets.usb, display)):
        name = board.must(_BUS)
        bus = name.rpartition("/i2c-")[2].partition("/")[0]
        with configured(board, "[display]", f"bus = {bus}"):
            yield display


def _scanned(board: KeyedBoard, display: UsbDisplay, scratch: Path) -> str:
    """Wait for a QR code on the display, and return its text."""
    found: list[str] = []

    def is_there() -> bool:
        found[:] = read_qr_codes(display.image(), scratch)
        return bool(found)

    until(is_there, "a code on the display", PATIENCE * board.machine.slowness)
    progress(f"scanned: {found[0][:-8]} and a code of 8 characters")
    return found[0]


@contextmanager
def _phone(board: KeyedBoard, address: str, port: int) -> Iterator[Page]:
    """Open the scanned address in a browser on this computer, and yield the page once it shows its keys.

    The port on this computer leads to the machine's page.
    """
    patience = 1000 * PATIENCE * board.machine.slowness
    expect.set_options(timeout=patience)
    machine = urlsplit(address).hostname
    options = [f"--host-resolver-rules=MAP {machine}:80 127.0.0.1:{port}"]
    options += ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=options)
        with closing(chromium) as browser:
            page = browser.new_page(viewport=PHONE)
            page.set_default_timeout(patience)
            page.goto(address)
            page.wait_for_selector("#pad button")
            yield page


def _play(board: KeyedBoard, phone: Page) -> float:
    """Press keys on a phone until a side pegs points. Before the last key, stop the page's server.

    It must start again for the phone, and recognise it. Return the time from the last key press until the
    page showed the points, in seconds.
    """
    first = board.presses
    before = _scores(board, first)
    pressed = next(count for count in range(1, _LONGEST) if _scores(board, first + count) != before)
    *words, ending = board.keys.words(first, pressed)
    for word in words:
        key(phone, word)
    _restart_server(board, phone)
    last = time.monotonic()
    key(phone, ending)
    expect(phone.locator(".score")).to_have_text(_scores(board, first + pressed))
    board.count(first + pressed)
    return time.monotonic() - last


def _restart_server(board: KeyedBoard, phone: Page) -> None:
    """Stop the page's server, wait until the phone has started it again, and check what it stores."""
    is_back = f"until systemctl is-active --quiet {PAGE}; do sleep 0.5; done"
    board.must(f"systemctl stop {PAGE} && {is_back}", 120)
    expect(phone.locator("#state")).to_be_hidden()
    token = phone.evaluate("localStorage.getItem('muggins-token')")
    kept = board.must(f"stat --format='%a %U' /run/{PAGE}; cat /run/{PAGE}/phones.json")
    board.check(kept.startswith(f"700 {PAGE}") and token not in kept, f"the server stores {kept}")


def _scores(board: KeyedBoard, presses: int) -> list[str]:
    """Return the scores that the page should show after the first `presses` key presses in the test."""
    return [str(side["score"]) for side in board.keys.standing(presses)["sides"]]
