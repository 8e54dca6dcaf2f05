"""Scan I2C buses for devices."""

from __future__ import annotations

import errno
from collections.abc import Mapping
from contextlib import suppress

from firmware_py.config.config import Config
from firmware_py.doctor.machine import BusAnswers

_FIRST, _LAST = 0x08, 0x77  # lower and higher addresses are reserved (I2C specification, 3.1.12)


def scan_all(config: Config, devices: Mapping[str, bool]) -> dict[int, BusAnswers]:
    """Scan the I2C buses of a board's displays and return the results keyed by bus number.

    Args:
        config: the board's configuration.
        devices: maps each device file of the machine to True if the user is permitted to open it.
    """
    found = {}
    for bus in {each.bus for each in config.displays if each.interface == "i2c"}:
        if devices.get(f"/dev/i2c-{bus}"):
            wanted = {each.address for each in config.displays if (each.interface, each.bus) == ("i2c", bus)}
            with suppress(OSError, ImportError):
                found[bus] = scan(bus, wanted)
    return found


def scan(bus: int, displays: set[int]) -> BusAnswers:
    """Read a byte from each address on an I2C bus and return the addresses that respond.

    The status byte of each display that responds is also returned.

    Args:
        bus: the number of the bus.
        displays: the addresses of the displays on the bus.

    Raises:
        OSError: the bus cannot be opened.
        ImportError: smbus2 is not installed.
    """
    from smbus2 import SMBus

    addresses, busy, status = [], [], {}
    with SMBus(bus) as port:
        for address in range(_FIRST, _LAST + 1):
            try:
                port.read_byte(address)
            except OSError as error:
                if error.errno == errno.EBUSY:
                    busy.append(address)
            else:
                addresses.append(address)
        for address in displays.intersection(addresses):
            with suppress(OSError):
                status[address] = port.read_byte_data(address, 0)
    return BusAnswers(tuple(addresses), tuple(busy), status)
