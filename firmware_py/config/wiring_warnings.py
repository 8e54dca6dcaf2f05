"""Warnings about wiring that cannot work, that fails on many boards, or that only a person can check.

If the wiring cannot work, the configuration is rejected when it is loaded. The less serious warnings are
printed by `muggins wiring`, `muggins doctor` and `muggins setup`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from firmware_py.system.errors import ConfigurationMistake

from .clashes import KEYS, uses
from .config import Config
from .displays import OLED_CONTROLLERS, DisplaySettings
from .keypads import KeyboardSettings
from .lights import LightSettings
from .pi import PLUG_ON_BOARDS, has_plain_spi1, plug_on_board

FAULT, WARNING, NOTE = "fault", "warning", "note"
"""The levels: the board cannot work, it may fail, or nothing seems wrong but a person must check."""

AUXILIARY_SPI = (1, 2)
"""The SPI buses that have neither DMA nor a long FIFO up to the Pi 4."""
FASTEST_CHAIN_HZ = 4_000_000
"""The highest clock frequency, in Hz, at which builders found no faults in long chains of APA102 and SK9822.

tinue/apa102-pi 37 (720 SK9822: faults from 5 MHz on); wled/WLED 2558 and scanlime/fadecandy 111 (APA102).
"""
NUM_LOCK = 69
"""The code of KEY_NUMLOCK (linux/input-event-codes.h).

Many numeric keypads send this key before and after each of their digits (thkala/actkbd 6,
barrettford/Octoprint-Usb_keyboard 37).
"""
RESET_PINS = (25, 24, 23, 22, 27, 17, 18, 4)
"""The pins to suggest for a reset line, the most convenient first."""

BONNET_ADDRESS = 0x3C
"""The display's I2C address on Adafruit's OLED Bonnet (128x64 OLED Bonnet, Pinouts)."""


class WiringWarning(NamedTuple):
    """A fault or a risk in a board's wiring, or something that a person must check.

    Attributes:
        level: `FAULT`, `WARNING` or `NOTE`.
        what: a description of the problem, in one line without a full stop.
        remedy: what to do about it, in one line without a full stop.
    """

    level: str
    what: str
    remedy: str

    @property
    def sentence(self) -> str:
        """The description and the remedy, joined into one sentence."""
        text = f"{self.what}; {self.remedy}."
        return text[0].upper() + text[1:] if self.level == NOTE else f"Warning: {text}"


def wiring_warnings(config: Config, model: str | None = None) -> list[WiringWarning]:
    """Return the warnings about a board's wiring, most serious first."""
    found = [
        *_pulses(config.lights, model),
        *_resets(config),
        *_clocks(config),
        *_num_lock(config),
        *_manual_checks(config),
    ]
    return sorted(found, key=lambda each: (FAULT, WARNING, NOTE).index(each.level))


def refuse_faults(name: str, config: Config, model: str | None) -> None:
    """Raise ConfigurationMistake if a board's wiring cannot work on this machine."""
    for warning in wiring_warnings(config, model):
        if warning.level == FAULT:
            raise ConfigurationMistake(name, f"{warning.what}: {warning.remedy}")


def _pulses(lights: LightSettings | None, model: str | None) -> Iterator[WiringWarning]:
    if lights is None or not lights.timed or lights.bus not in AUXILIARY_SPI or has_plain_spi1(model):
        return
    yield WiringWarning(
        WARNING if has_plain_spi1(model) is None else FAULT,
        f"{lights.chip.upper()} LEDs on SPI bus {lights.bus} get broken pulses up to the Pi 4: "
        "without DMA this bus pauses between bytes",
        "put them on SPI0 (bus = 0 under [lights], data on BCM 10), or use APA102 or SK9822; "
        f"only a Pi 5 drives {lights.chip.upper()} there",
    )


def _resets(config: Config) -> Iterator[WiringWarning]:
    """Most SSD1309 on I2C stay dark without a reset (olikraus/u8g2 issue 825, rsta2/circle issue 649)."""
    taken = {use.pin for use in uses(config)}
    free = next((pin for pin in RESET_PINS if pin not in taken), None)
    for part, name, display in _named_displays(config):
        if display.controller != "ssd1309" or display.interface != "i2c" or display.reset is not None:
            continue
        wire = (
            f"wire its RES to a free pin and name the pin under [{part}], such as reset = {free}"
            if free is not None
            else "no pin is free: give RES 10 kOhm to 3V3 and 100 nF to GND"
        )
        yield WiringWarning(
            WARNING,
            f"the {name}, an SSD1309 on I2C, has no reset line: most such modules stay dark without a reset",
            f'{wire}; a module that is still set to SPI, as most are sold, needs interface = "spi"',
        )


def _named_displays(config: Config) -> Iterator[tuple[str, str, DisplaySettings]]:
    names = (("display", "display"), ("second_display", "second display"))
    for (part, name), display in zip(names, config.displays, strict=False):
        yield part, name, display


def _clocks(config: Config) -> Iterator[WiringWarning]:
    for part, name, display in _named_displays(config):
        limit = OLED_CONTROLLERS[display.controller].fastest_hz
        if display.interface == "spi" and display.hz > limit:
            yield WiringWarning(
                WARNING,
                f"the {name} runs at {display.hz // 1_000_000} MHz; "
                f"the data sheet of the {display.controller.upper()} allows {limit // 1_000_000}",
                f"leave out hz under [{part}]",
            )
    lights = config.lights
    if lights and not lights.timed and lights.hz > FASTEST_CHAIN_HZ:
        yield WiringWarning(
            WARNING,
            f"the lights run at {lights.hz / 1_000_000:g} MHz; above 4 MHz, long chains flicker",
            "leave out hz under [lights]: at 2 MHz a picture takes 4 ms",
        )


def _num_lock(config: Config) -> Iterator[WiringWarning]:
    for each in config.inputs:
        codes = each.codes if isinstance(each, KeyboardSettings) else {}
        for key in (key for key, some in codes.items() if NUM_LOCK in some):
            yield WiringWarning(
                WARNING,
                f"{key} is on Num Lock (code {NUM_LOCK}): "
                f"many keypads send Num Lock with every key, so {key} would follow every card",
                f"give {key} another key: the point has code 83, if you add MENU = false "
                "(a long press of OK opens the menu as well)",
            )


def _manual_checks(config: Config) -> Iterator[WiringWarning]:
    wired = [*(["lights"] if config.lights else []), *(["amplifier"] if _has_amplifier(config) else [])]
    board = plug_on_board(config)
    if wired and board and config.displays:
        name, parts = board.short, " and the ".join(wired)
        yield WiringWarning(
            NOTE,
            f"the {name} covers the whole header, so the wires of the {parts} find no pin",
            f"put a 1-to-2 GPIO splitter between Pi and {name}, or solder the wires to the pins below the Pi",
        )
    elif wired and _may_be_a_bonnet(config):
        yield WiringWarning(
            NOTE,
            "a plug-on Bonnet covers the whole header",
            f"for {'lights' if config.lights else 'the amplifier'}, "
            "take a display on wires or a 1-to-2 GPIO splitter",
        )
    if config.lights:
        yield from _by_eye_on_lights(config.lights)


def _by_eye_on_lights(lights: LightSettings) -> Iterator[WiringWarning]:
    ground = "1, 4, 5, 9, 10, 12 and 13" if lights.timed else "1, 4, 9, 10, 12 and 13"
    yield WiringWarning(
        NOTE,
        "the level shifter of the lights must be a 74AHCT125, not a 74HC125 or 74HCT125: "
        "those let current from the Pi's pins into the 5 V supply while it is off",
        f"besides pin 7, tie its pins {ground} to GND (without 1 and 4 on GND nothing lights), "
        "and put 100 nF between its pins 14 and 7",
    )
    resistor = "300 to 500 ohms in the data line at the first LED, " if lights.timed else ""
    far = "power wires of the panel" if lights.shape.panel else "far end of the chain"
    yield WiringWarning(
        NOTE,
        "the lights have a 5 V supply of their own, which is switched on before the Pi and off after it",
        f"put {resistor}1000 uF between 5 V and GND at the first LED, and bring 5 V and GND to the {far} too",
    )


def _has_amplifier(config: Config) -> bool:
    return config.speech is not None and config.speech.amplifier is not None


def _may_be_a_bonnet(config: Config) -> bool:
    keys = {use.pin for use in uses(config) if use.part in KEYS}
    return keys <= PLUG_ON_BOARDS["oled-bonnet"].keys and any(
        (each.controller, each.interface, each.address) == ("ssd1306", "i2c", BONNET_ADDRESS)
        for each in config.displays
    )
