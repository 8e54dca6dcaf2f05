"""Checks: I2C and the displays on it, SPI and what is on that."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from firmware_py.config.clashes import I2C_PINS
from firmware_py.config.led_chips import BUFSIZ
from firmware_py.config.oled_controllers import OLED_CONTROLLERS, controller_by_status
from firmware_py.doctor.boot_settings import (
    CORE_CLOCK,
    I2C_HZ,
    I2C_PARAMS,
    config_lines,
    i2c_line,
    spi_devices,
    spidev_bufsiz,
)
from firmware_py.doctor.findings import FAULT, OK, WARNING, Case, Finding

if TYPE_CHECKING:
    from firmware_py.config.displays import DisplaySettings
    from firmware_py.doctor.config_txt import Overlay


def check(case: Case) -> Iterator[Finding]:
    """Check that the buses are on and fast enough, and that the displays answer."""
    for bus in sorted({each.bus for each in case.config.displays if each.interface == "i2c"}):
        yield from _i2c(case, bus)
    for part, display in zip(("display", "second_display"), case.config.displays, strict=False):
        if display.interface == "i2c":
            yield from _display(case, part, display)
    for bus, device in sorted(spi_devices(case.config)):
        yield from _spi(case, bus, device)
    yield from _one_piece(case)
    yield from _clock(case)


def _i2c(case: Case, bus: int) -> Iterator[Finding]:
    line, name = i2c_line(bus), f"/dev/i2c-{bus}"
    now = case.settings.base.get(I2C_PARAMS.get(bus, ""))
    if name not in case.machine.devices:
        if line and not case.settings.is_on(I2C_PARAMS[bus]):
            yield Finding(FAULT, f"I2C is off: there is no {name}", case.write(line, now))
        else:
            place = f" ({now.place})" if now else ""
            yield Finding(
                FAULT,
                f"I2C bus {bus} is switched on{place}, but there is no {name}",
                "restart; if that does not help: echo i2c-dev | sudo tee /etc/modules-load.d/i2c-dev.conf, "
                "and restart again",
            )
        return
    hz = case.machine.i2c_hz.get(bus)
    if hz is None or hz >= I2C_HZ:
        yield Finding(OK, f"I2C bus {bus} is on" + (f", at {hz // 1000} kHz" if hz else ""))
        return
    set_to = case.settings.base.get(f"{I2C_PARAMS.get(bus, '')}_baudrate")
    if set_to and set_to.value == str(I2C_HZ):
        remedy = f"{set_to.place} says {I2C_HZ}: restart"
    else:
        remedy = case.write(line, set_to or now) if line else "give its overlay baudrate=400000"
    yield Finding(
        WARNING, f"I2C bus {bus} runs at {hz // 1000} kHz, not {I2C_HZ // 1000}: slow to draw", remedy
    )


def _display(case: Case, part: str, display: DisplaySettings) -> Iterator[Finding]:
    bus, address = display.bus, display.address
    answers = case.machine.answers.get(bus)
    if answers is None:
        if case.machine.devices.get(f"/dev/i2c-{bus}"):
            yield Finding(WARNING, f"I2C bus {bus} could not be searched for devices")
        return
    if address in answers.busy:
        lines = [f"{each.place}: remove {each.text}" for each in _kernel_displays(case)]
        yield Finding(
            FAULT,
            f"a kernel driver uses the {part} at {address:#04x}",
            "\n".join(lines) or "remove the overlay that loads it: lsmod | grep ssd130",
        )
    elif address in answers.addresses:
        yield _controller(part, display, answers.status.get(address))
    else:
        yield _absent(part, display, answers.addresses)


def _kernel_displays(case: Case) -> list[Overlay]:
    return [each for each in case.settings.overlays if each.name.startswith(tuple(OLED_CONTROLLERS))]


def _controller(part: str, display: DisplaySettings, status: int | None) -> Finding:
    """A display is there; is it of the kind that is configured?"""
    where = f"at {display.address:#04x} on I2C bus {display.bus}"
    kind = controller_by_status(status)
    if kind is None or kind == OLED_CONTROLLERS[display.controller].reads_as:
        return Finding(OK, f"the {part} answers {where}")
    return Finding(
        FAULT,
        f"the {part} {where} is configured as {display.controller}, but its status byte says {kind}",
        f'in the configuration, under [{part}]: controller = "{kind}"',
    )


def _absent(part: str, display: DisplaySettings, others: tuple[int, ...]) -> Finding:
    where = f"{display.address:#04x} on I2C bus {display.bus}"
    usual = [other for other in others if other in (0x3C, 0x3D)]
    if usual:
        return Finding(
            FAULT,
            f"nothing answers at {where}, but something does at {usual[0]:#04x}, a usual address of displays",
            f"in the configuration, under [{part}]: address = {usual[0]:#04x}",
        )
    data, clock = I2C_PINS.get(display.bus, ("its SDA", "its SCL"))
    there = (
        f"; there are {', '.join(f'{other:#04x}' for other in others)}"
        if others
        else ", nor at any other address"
    )
    return Finding(
        FAULT,
        f"the {part} does not answer at {where}{there}",
        f"check its power (3.3 V), its ground, SDA to BCM {data} and SCL to BCM {clock}",
    )


def _spi(case: Case, bus: int, device: int) -> Iterator[Finding]:
    name = f"/dev/spidev{bus}.{device}"
    if name in case.machine.devices:
        yield Finding(OK, f"SPI is on: {name}")
        return
    selects = [each for each in case.settings.overlays if each.name.startswith(f"spi{bus}-")]
    if bus == 0 and not case.settings.is_on("spi"):
        remedy = case.write("dtparam=spi=on", case.settings.base.get("spi"))
        # Whoever switches the bus on should know at once which of its pins are to stay free.
        for needed in config_lines(case.config):
            if needed.text.startswith("dtoverlay=spi0-") and not selects:
                remedy += f"\nadd {needed.text} as well: it {needed.why}"
        yield Finding(FAULT, f"SPI is off: there is no {name}", remedy)
    elif bus != 0 and not selects:
        line = f"dtoverlay=spi{bus}-{device + 1}cs"
        yield Finding(FAULT, f"SPI bus {bus} is off: there is no {name}", case.write(line))
    elif device and selects:
        yield Finding(
            FAULT,
            f"there is no {name}: {selects[-1].text} gives SPI bus {bus} too few chip selects",
            f"{selects[-1].place}: make it dtoverlay=spi{bus}-{device + 1}cs and restart",
        )
    else:
        yield Finding(
            FAULT,
            f"SPI is switched on, but there is no {name}",
            f"restart; if that does not help, another line of {case.config_file} uses the bus: "
            "look for a dtoverlay of a display or a network card",
        )


def _one_piece(case: Case) -> Iterator[Finding]:
    wanted = spidev_bufsiz(case.config.lights)
    if wanted is None:
        return
    have = case.machine.bufsiz or BUFSIZ
    if have >= wanted:
        yield Finding(OK, f"spidev sends {have} bytes in one transfer")
        return
    word = f"spidev.bufsiz={wanted}"
    if word in (case.machine.cmdline_txt or "").split():
        remedy = f"{case.cmdline_file} says {wanted}: restart"
    else:
        remedy = f"{case.cmdline_file}: add {word} at the end of its one line, after a space, and restart"
    yield Finding(FAULT, f"spidev sends {have} bytes in one transfer, too few for all LEDs", remedy)


def _clock(case: Case) -> Iterator[Finding]:
    lights = case.config.lights
    if lights is None or not lights.timed or lights.bus != 0:
        return
    for section, (fixed, least) in CORE_CLOCK.items():
        if section not in case.models:
            continue
        wrong = []
        for name, wanted in (("core_freq", fixed), ("core_freq_min", least)):
            number = case.settings.number(name)
            # A Pi 4's core_freq is 500 if nothing is said.
            if wanted and number != wanted and not (number is None and (name, wanted) == ("core_freq", 500)):
                wrong.append(case.write(f"{name}={wanted}", case.settings.values.get(name)))
        if wrong:
            what = "the core clock is not fixed: the SPI clock of this model follows it, and the LEDs flicker"
            yield Finding(FAULT, what, "\n".join(wrong))
        else:
            yield Finding(OK, f"the core clock is fixed at {fixed} MHz, for the LEDs")
