"""Check the I2C and SPI buses, the displays on them, and the settings that LEDs on SPI need."""

from __future__ import annotations

import errno
import struct
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from typing import NamedTuple

from firmware_py.config.clashes import I2C_PINS
from firmware_py.config.displays import (
    OLED_ADDRESSES,
    OLED_CONTROLLERS,
    DisplaySettings,
    controller_by_status,
)
from firmware_py.config.lights import BUFSIZ
from firmware_py.config.requirements import (
    CORE_CLOCK,
    I2C_HZ,
    I2C_PARAMS,
    i2c_line,
    spi0_overlay,
    spi_devices,
    spidev_bufsiz,
)
from firmware_py.system.i2c_bus import I2CBus

from .boot_files import Overlay
from .diagnosis import FAULT, OK, WARNING, Diagnosis
from .machine import UNIT, Machine


class BusAnswers(NamedTuple):
    """The result of an I2C bus scan.

    Attributes:
        addresses: the addresses at which a device responds.
        busy: the addresses that a kernel driver uses.
        status: the status bytes of the configured displays that respond, keyed by address.
    """

    addresses: tuple[int, ...] = ()
    busy: tuple[int, ...] = ()
    status: Mapping[int, int] = {}


_FIRST, _LAST = 0x08, 0x77  # lower and higher addresses are reserved (I2C specification, 3.1.12)


def bus_answers(machine: Machine) -> Mapping[int, BusAnswers]:
    """Scan the I2C buses of the board's displays and return the results keyed by bus number."""
    found: dict[int, BusAnswers] = {}
    displays = [each for each in machine.config.displays if machine.is_here and each.interface == "i2c"]
    for bus in {each.bus for each in displays}:
        if machine.devices.get(f"/dev/i2c-{bus}"):
            wanted = {each.address for each in displays if each.bus == bus}
            with suppress(OSError):
                found[bus] = scan(bus, wanted)
    return found


def scan(bus: int, displays: set[int]) -> BusAnswers:
    """Read a byte from each address on an I2C bus and return the addresses that respond.

    The status byte of each display that responds is also returned.

    Args:
        displays: the addresses of the displays on the bus.

    Raises:
        OSError: the bus cannot be opened.
    """
    addresses, busy, status = [], [], {}
    with closing(I2CBus(bus)) as port:
        for address in range(_FIRST, _LAST + 1):
            try:
                port.select(address)
                port.read(1)
            except OSError as error:
                if error.errno == errno.EBUSY:
                    busy.append(address)
            else:
                addresses.append(address)
        for address in displays.intersection(addresses):
            with suppress(OSError):
                port.select(address)
                port.write(b"\x00")  # the control byte after which an OLED sends its status
                (status[address],) = port.read(1)
    return BusAnswers(tuple(addresses), tuple(busy), status)


def i2c_clocks(machine: Machine) -> Mapping[int, int]:
    """Return the clock frequencies of the I2C buses in Hz, keyed by bus number."""
    found = {}
    for path in sorted(machine.root.glob("sys/bus/i2c/devices/i2c-*/of_node/clock-frequency")):
        number = path.parts[-3].removeprefix("i2c-")
        with suppress(OSError, struct.error):
            if number.isdigit():
                (found[int(number)],) = struct.unpack(">I", path.read_bytes())
    return found


def spidev_buffer(machine: Machine) -> int | None:
    """Return the number of bytes that spidev can send in one transfer."""
    text = machine.text("sys/module/spidev/parameters/bufsiz")
    return int(text) if text and text.strip().isdigit() else None


def check_i2c(machine: Machine) -> Iterator[Diagnosis]:
    """Check that the I2C buses are enabled and fast enough, and that the displays respond."""
    for bus in sorted({each.bus for each in machine.config.displays if each.interface == "i2c"}):
        yield from _i2c(machine, bus)
    for part, display in zip(("display", "second_display"), machine.config.displays, strict=False):
        if display.interface == "i2c":
            yield from _display(machine, part, display)


def _i2c(machine: Machine, bus: int) -> Iterator[Diagnosis]:
    line, name = i2c_line(bus), f"/dev/i2c-{bus}"
    now = machine.settings.base.get(I2C_PARAMS.get(bus, ""))
    if name not in machine.devices:
        if line and not machine.settings.is_on(I2C_PARAMS[bus]):
            yield Diagnosis(FAULT, f"I2C is off: there is no {name}", machine.write(line, now))
        else:
            place = f" ({now.place})" if now else ""
            yield Diagnosis(
                FAULT,
                f"I2C bus {bus} is switched on{place}, but there is no {name}",
                "restart; if that does not help: echo i2c-dev | sudo tee /etc/modules-load.d/i2c-dev.conf, "
                "and restart again",
            )
        return
    hz = machine.fact(i2c_clocks).get(bus)
    if hz is None or hz >= I2C_HZ:
        yield Diagnosis(OK, f"I2C bus {bus} is on" + (f", at {hz // 1000} kHz" if hz else ""))
        return
    set_to = machine.settings.base.get(f"{I2C_PARAMS.get(bus, '')}_baudrate")
    if set_to and set_to.value == str(I2C_HZ):
        remedy = f"{set_to.place} says {I2C_HZ}: restart"
    else:
        remedy = machine.write(line, set_to or now) if line else "give its overlay baudrate=400000"
    yield Diagnosis(
        WARNING, f"I2C bus {bus} runs at {hz // 1000} kHz, not {I2C_HZ // 1000}: slow to draw", remedy
    )


def _display(machine: Machine, part: str, display: DisplaySettings) -> Iterator[Diagnosis]:
    bus, address = display.bus, display.address
    answers = machine.fact(bus_answers).get(bus)
    if answers is None:
        if machine.devices.get(f"/dev/i2c-{bus}"):
            yield Diagnosis(WARNING, f"I2C bus {bus} could not be searched for devices")
        return
    if address in answers.busy:
        lines = [f"{each.place}: remove {each.text}" for each in _kernel_displays(machine)]
        yield Diagnosis(
            FAULT,
            f"a kernel driver uses the {part} at {address:#04x}",
            "\n".join(lines) or "remove the overlay that loads it: lsmod | grep ssd130",
        )
    elif address in answers.addresses:
        yield _controller(part, display, answers.status.get(address))
    else:
        yield _absent(part, display, answers.addresses, runs=machine.unit(UNIT).state == "active")


def _kernel_displays(machine: Machine) -> list[Overlay]:
    return [each for each in machine.settings.overlays if each.name.startswith(tuple(OLED_CONTROLLERS))]


def _controller(part: str, display: DisplaySettings, status: int | None) -> Diagnosis:
    where = f"at {display.address:#04x} on I2C bus {display.bus}"
    kind = controller_by_status(status)
    if kind is None or kind == OLED_CONTROLLERS[display.controller].reads_as:
        return Diagnosis(OK, f"the {part} answers {where}")
    return Diagnosis(
        FAULT,
        f"the {part} {where} is configured as {display.controller}, but its status byte says {kind}",
        f'in the configuration, under [{part}]: controller = "{kind}"',
    )


def _absent(part: str, display: DisplaySettings, others: tuple[int, ...], runs: bool) -> Diagnosis:
    where = f"{display.address:#04x} on I2C bus {display.bus}"
    usual = [other for other in others if other in OLED_ADDRESSES]
    if usual:
        return Diagnosis(
            FAULT,
            f"nothing answers at {where}, but something does at {usual[0]:#04x}, a usual address of displays",
            f"in the configuration, under [{part}]: address = {usual[0]:#04x}",
        )
    if display.reset is not None and not runs:
        return Diagnosis(
            WARNING,
            f"the {part} does not answer at {where}; it may be waiting for its reset (BCM {display.reset}), "
            "which only the running board drives",
            "start the board and look at the screen: sudo systemctl start muggins",
        )
    data, clock = I2C_PINS.get(display.bus, ("its SDA", "its SCL"))
    there = (
        f"; there are {', '.join(f'{other:#04x}' for other in others)}"
        if others
        else ", nor at any other address"
    )
    return Diagnosis(
        FAULT,
        f"the {part} does not answer at {where}{there}",
        f"check its power (3.3 V), its ground, SDA to BCM {data} and SCL to BCM {clock}",
    )


def check_spi(machine: Machine) -> Iterator[Diagnosis]:
    """Check that SPI is enabled, and that the LEDs receive their data in one transfer at a constant speed."""
    for bus, device in sorted(spi_devices(machine.config)):
        yield from _spi(machine, bus, device)
    yield from _one_transfer(machine)
    yield from _core_clock(machine)


def _spi(machine: Machine, bus: int, device: int) -> Iterator[Diagnosis]:
    name = f"/dev/spidev{bus}.{device}"
    if name in machine.devices:
        yield Diagnosis(OK, f"SPI is on: {name}")
        return
    selects = [each for each in machine.settings.overlays if each.name.startswith(f"spi{bus}-")]
    if bus == 0 and not machine.settings.is_on("spi"):
        remedy = machine.write("dtparam=spi=on", machine.settings.base.get("spi"))
        # Switching the bus on also claims the pins of its chip selects, so name the line that frees them too.
        needed = spi0_overlay(machine.config)
        if needed and not selects:
            remedy += f"\nadd {needed.text} as well: it {needed.why}"
        yield Diagnosis(FAULT, f"SPI is off: there is no {name}", remedy)
    elif bus != 0 and not selects:
        line = f"dtoverlay=spi{bus}-{device + 1}cs"
        yield Diagnosis(FAULT, f"SPI bus {bus} is off: there is no {name}", machine.write(line))
    elif device and selects:
        yield Diagnosis(
            FAULT,
            f"there is no {name}: {selects[-1].text} gives SPI bus {bus} too few chip selects",
            f"{selects[-1].place}: make it dtoverlay=spi{bus}-{device + 1}cs and restart",
        )
    else:
        yield Diagnosis(
            FAULT,
            f"SPI is switched on, but there is no {name}",
            f"restart; if that does not help, another line of {machine.config_file} uses the bus: "
            "look for a dtoverlay of a display or a network card",
        )


def _one_transfer(machine: Machine) -> Iterator[Diagnosis]:
    wanted = spidev_bufsiz(machine.config.lights)
    if wanted is None:
        return
    have = machine.fact(spidev_buffer) or BUFSIZ
    if have >= wanted:
        yield Diagnosis(OK, f"spidev sends {have} bytes in one transfer")
        return
    word = f"spidev.bufsiz={wanted}"
    if word in (machine.cmdline_txt or "").split():
        remedy = f"{machine.cmdline_file} says {wanted}: restart"
    else:
        remedy = f"{machine.cmdline_file}: add {word} at the end of its one line, after a space, and restart"
    yield Diagnosis(FAULT, f"spidev sends {have} bytes in one transfer, too few for all LEDs", remedy)


def _core_clock(machine: Machine) -> Iterator[Diagnosis]:
    lights = machine.config.lights
    if lights is None or not lights.timed or lights.bus != 0:
        return
    for section, (fixed, least) in CORE_CLOCK.items():
        if section not in machine.models:
            continue
        wrong = []
        for name, wanted in (("core_freq", fixed), ("core_freq_min", least)):
            number = machine.settings.number(name)
            # On a Pi 4, core_freq is 500 by default.
            if wanted and number != wanted and not (number is None and (name, wanted) == ("core_freq", 500)):
                wrong.append(machine.write(f"{name}={wanted}", machine.settings.values.get(name)))
        if wrong:
            what = "the core clock is not fixed: the SPI clock of this model follows it, and the LEDs flicker"
            yield Diagnosis(FAULT, what, "\n".join(wrong))
        else:
            yield Diagnosis(OK, f"the core clock is fixed at {fixed} MHz, for the LEDs")
