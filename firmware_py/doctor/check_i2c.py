"""Check the I2C buses and the displays on them."""

from __future__ import annotations

from collections.abc import Iterator

from firmware_py.config.clashes import I2C_PINS
from firmware_py.config.displays import DisplaySettings
from firmware_py.config.oled_controllers import OLED_ADDRESSES, OLED_CONTROLLERS, controller_by_status
from firmware_py.doctor.boot_settings import I2C_HZ, I2C_PARAMS, i2c_line
from firmware_py.doctor.config_txt import Overlay
from firmware_py.doctor.diagnosis import FAULT, OK, WARNING, Case, Diagnosis


def check(case: Case) -> Iterator[Diagnosis]:
    """Check that the I2C buses are enabled and fast enough, and that the displays respond."""
    for bus in sorted({each.bus for each in case.config.displays if each.interface == "i2c"}):
        yield from _i2c(case, bus)
    for part, display in zip(("display", "second_display"), case.config.displays, strict=False):
        if display.interface == "i2c":
            yield from _display(case, part, display)


def _i2c(case: Case, bus: int) -> Iterator[Diagnosis]:
    line, name = i2c_line(bus), f"/dev/i2c-{bus}"
    now = case.settings.base.get(I2C_PARAMS.get(bus, ""))
    if name not in case.machine.devices:
        if line and not case.settings.is_on(I2C_PARAMS[bus]):
            yield Diagnosis(FAULT, f"I2C is off: there is no {name}", case.write(line, now))
        else:
            place = f" ({now.place})" if now else ""
            yield Diagnosis(
                FAULT,
                f"I2C bus {bus} is switched on{place}, but there is no {name}",
                "restart; if that does not help: echo i2c-dev | sudo tee /etc/modules-load.d/i2c-dev.conf, "
                "and restart again",
            )
        return
    hz = case.machine.i2c_hz.get(bus)
    if hz is None or hz >= I2C_HZ:
        yield Diagnosis(OK, f"I2C bus {bus} is on" + (f", at {hz // 1000} kHz" if hz else ""))
        return
    set_to = case.settings.base.get(f"{I2C_PARAMS.get(bus, '')}_baudrate")
    if set_to and set_to.value == str(I2C_HZ):
        remedy = f"{set_to.place} says {I2C_HZ}: restart"
    else:
        remedy = case.write(line, set_to or now) if line else "give its overlay baudrate=400000"
    yield Diagnosis(
        WARNING, f"I2C bus {bus} runs at {hz // 1000} kHz, not {I2C_HZ // 1000}: slow to draw", remedy
    )


def _display(case: Case, part: str, display: DisplaySettings) -> Iterator[Diagnosis]:
    bus, address = display.bus, display.address
    answers = case.machine.answers.get(bus)
    if answers is None:
        if case.machine.devices.get(f"/dev/i2c-{bus}"):
            yield Diagnosis(WARNING, f"I2C bus {bus} could not be searched for devices")
        return
    if address in answers.busy:
        lines = [f"{each.place}: remove {each.text}" for each in _kernel_displays(case)]
        yield Diagnosis(
            FAULT,
            f"a kernel driver uses the {part} at {address:#04x}",
            "\n".join(lines) or "remove the overlay that loads it: lsmod | grep ssd130",
        )
    elif address in answers.addresses:
        yield _controller(part, display, answers.status.get(address))
    else:
        yield _absent(part, display, answers.addresses, runs=case.machine.units.service == "active")


def _kernel_displays(case: Case) -> list[Overlay]:
    return [each for each in case.settings.overlays if each.name.startswith(tuple(OLED_CONTROLLERS))]


def _controller(part: str, display: DisplaySettings, status: int | None) -> Diagnosis:
    """Check that a display has the controller named in the configuration, by comparing its status byte.

    Args:
        part: the display's name in the configuration.
        display: the settings of the display.
        status: the status byte that the controller returned; None if it is unknown, which counts as a match.
    """
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
    """Return the finding that no device responds at a display's address.

    Args:
        part: the name of the display.
        display: the settings of the display.
        others: the addresses on the same bus at which a device responds.
        runs: True if the board's service is running. If it is not, a display with a reset line may not
            respond simply because nothing has reset it yet.
    """
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
