"""The LEDs' SPI port is opened at the first write, and again after a failure."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import pytest

from firmware_py.drivers.leds import LatePort
from firmware_py.system.errors import DisplayError


class SpiDev:
    """A test double for `spidev.SpiDev` that records the calls."""

    def __init__(self, *, missing: bool = False, broken: bool = False) -> None:
        self.events: list[object] = []
        self.max_speed_hz = 0
        self.mode = 3
        self._missing = missing
        self._broken = broken

    def open(self, bus: int, device: int) -> None:
        self.events.append((bus, device))
        if self._missing:
            raise FileNotFoundError(2, "No such file or directory")

    def writebytes2(self, data: bytes) -> None:
        self.events.append(data)
        if self._broken:
            raise OSError(108, "Cannot send after transport endpoint shutdown")

    def close(self) -> None:
        self.events.append("closed")
        if self._broken:
            raise OSError(9, "Bad file descriptor")


def test_it_opens_once_at_the_first_write() -> None:
    device = SpiDev()
    made = []
    port = LatePort(1, 2, 4_000_000, lambda: made.append(device) or device)
    assert not made
    port.writebytes2(b"a")
    port.writebytes2(b"b")
    assert made == [device]
    assert device.events == [(1, 2), b"a", b"b"]
    assert (device.max_speed_hz, device.mode) == (4_000_000, 0)
    port.close()
    port.close()
    assert device.events[3:] == ["closed"]


def test_without_a_maker_it_takes_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    device = SpiDev()
    monkeypatch.setitem(sys.modules, "spidev", SimpleNamespace(SpiDev=lambda: device))
    LatePort(0, 0, 1).writebytes2(b"a")
    assert device.events == [(0, 0), b"a"]
    monkeypatch.setitem(sys.modules, "spidev", None)
    with pytest.raises(DisplayError, match="package spidev"):
        LatePort(0, 0, 1).writebytes2(b"a")


def test_a_device_that_comes_later_is_found_then() -> None:
    missing, there = SpiDev(missing=True), SpiDev()
    devices = [missing, there]
    port = LatePort(0, 1, 1, lambda: devices.pop(0))
    with pytest.raises(DisplayError, match=r"cannot open /dev/spidev0\.1: .*No such file"):
        port.writebytes2(b"a")
    assert missing.events == [(0, 1), "closed"]
    port.writebytes2(b"a")
    assert there.events == [(0, 1), b"a"]


def test_a_device_that_goes_away_is_opened_again() -> None:
    broken, there = SpiDev(broken=True), SpiDev()
    devices = [broken, there]
    port = LatePort(0, 0, 1, lambda: devices.pop(0))
    with pytest.raises(OSError, match="shutdown"):
        port.writebytes2(b"a")
    assert broken.events[-1] == "closed"
    port.writebytes2(b"b")
    assert there.events == [(0, 0), b"b"]


def test_closing_an_unopened_port_does_not_open_it() -> None:
    LatePort(0, 0, 1, lambda: pytest.fail("opened")).close()
