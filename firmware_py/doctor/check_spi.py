"""Check the SPI buses, and the settings that LEDs on SPI need."""

from __future__ import annotations

from collections.abc import Iterator

from firmware_py.config.led_chips import BUFSIZ
from firmware_py.doctor.boot_settings import CORE_CLOCK, spi0_overlay, spidev_bufsiz
from firmware_py.doctor.diagnosis import FAULT, OK, Case, Diagnosis
from firmware_py.doctor.requirements import spi_devices


def check(case: Case) -> Iterator[Diagnosis]:
    """Check that SPI is enabled, and that the LEDs receive their data in one transfer at a constant speed."""
    for bus, device in sorted(spi_devices(case.config)):
        yield from _spi(case, bus, device)
    yield from _one_transfer(case)
    yield from _core_clock(case)


def _spi(case: Case, bus: int, device: int) -> Iterator[Diagnosis]:
    name = f"/dev/spidev{bus}.{device}"
    if name in case.machine.devices:
        yield Diagnosis(OK, f"SPI is on: {name}")
        return
    selects = [each for each in case.settings.overlays if each.name.startswith(f"spi{bus}-")]
    if bus == 0 and not case.settings.is_on("spi"):
        remedy = case.write("dtparam=spi=on", case.settings.base.get("spi"))
        # Switching the bus on also claims the pins of its chip selects, so name the line that frees them too.
        needed = spi0_overlay(case.config)
        if needed and not selects:
            remedy += f"\nadd {needed.text} as well: it {needed.why}"
        yield Diagnosis(FAULT, f"SPI is off: there is no {name}", remedy)
    elif bus != 0 and not selects:
        line = f"dtoverlay=spi{bus}-{device + 1}cs"
        yield Diagnosis(FAULT, f"SPI bus {bus} is off: there is no {name}", case.write(line))
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
            f"restart; if that does not help, another line of {case.config_file} uses the bus: "
            "look for a dtoverlay of a display or a network card",
        )


def _one_transfer(case: Case) -> Iterator[Diagnosis]:
    wanted = spidev_bufsiz(case.config.lights)
    if wanted is None:
        return
    have = case.machine.bufsiz or BUFSIZ
    if have >= wanted:
        yield Diagnosis(OK, f"spidev sends {have} bytes in one transfer")
        return
    word = f"spidev.bufsiz={wanted}"
    if word in (case.machine.cmdline_txt or "").split():
        remedy = f"{case.cmdline_file} says {wanted}: restart"
    else:
        remedy = f"{case.cmdline_file}: add {word} at the end of its one line, after a space, and restart"
    yield Diagnosis(FAULT, f"spidev sends {have} bytes in one transfer, too few for all LEDs", remedy)


def _core_clock(case: Case) -> Iterator[Diagnosis]:
    lights = case.config.lights
    if lights is None or not lights.timed or lights.bus != 0:
        return
    for section, (fixed, least) in CORE_CLOCK.items():
        if section not in case.models:
            continue
        wrong = []
        for name, wanted in (("core_freq", fixed), ("core_freq_min", least)):
            number = case.settings.number(name)
            # On a Pi 4, core_freq is 500 by default.
            if wanted and number != wanted and not (number is None and (name, wanted) == ("core_freq", 500)):
                wrong.append(case.write(f"{name}={wanted}", case.settings.values.get(name)))
        if wrong:
            what = "the core clock is not fixed: the SPI clock of this model follows it, and the LEDs flicker"
            yield Diagnosis(FAULT, what, "\n".join(wrong))
        else:
            yield Diagnosis(OK, f"the core clock is fixed at {fixed} MHz, for the LEDs")
