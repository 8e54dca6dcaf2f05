"""The pins that a board's parts use, and the check that no two parts clash over a pin, address or bus."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from firmware_py.system.errors import ConfigurationMistake

from .config import Config
from .displays import DisplaySettings
from .keypads import ButtonSettings
from .lights import SignalSettings
from .pi import PlugOnBoard, plug_on_board
from .programs import I2S_INPUT, I2S_PINS

I2C_PINS = {0: (0, 1), 1: (2, 3)}
"""The BCM pins of SDA and SCL, for each I2C bus with its own pins on the GPIO header."""
SPI_PINS = {0: (10, 9, 11), 1: (20, 19, 21)}
"""The BCM pins of MOSI, MISO and SCLK, for each SPI bus. The kernel claims MISO although no part uses it."""
SPI_SELECTS = {0: (8, 7), 1: (18, 17, 16)}
"""The BCM pins of the chip selects, for each SPI bus."""


_FIRST, *_, _LAST = sorted((*I2S_PINS.values(), I2S_INPUT))
_NO_AMPLIFIER = "use a USB speaker, which needs no pin: amplifier = false under [speech]"


class PinUser(Enum):
    """A part that uses pins. Each value is the name of its setting in the configuration."""

    BUTTON = "buttons"
    KEYBOARD_KEY = "keyboard.pins"
    KEYPAD_ROW = "keyboard.rows"
    KEYPAD_COLUMN = "keyboard.columns"
    DISPLAY = "display"
    SECOND_DISPLAY = "second_display"
    LIGHTS = "lights"
    TURN = "signals.turn"
    DEALER = "signals.dealer"
    GAME_OVER = "signals.game_over"
    BUZZER = "signals.buzzer"
    AMPLIFIER = "speech.amplifier"


READ_BY_KERNEL = (PinUser.KEYBOARD_KEY, PinUser.KEYPAD_ROW, PinUser.KEYPAD_COLUMN)
"""The parts whose pins the kernel reads. It reports their keys to programs like those of a keyboard."""
KEYS = (PinUser.BUTTON, *READ_BY_KERNEL)
"""The parts that players press."""
_ONE_WIRE = {
    PinUser.KEYPAD_ROW: "row",
    PinUser.KEYPAD_COLUMN: "column",
    PinUser.TURN: "turn",
    PinUser.DEALER: "dealer",
    PinUser.GAME_OVER: "game over",
    PinUser.BUZZER: "buzzer",
}
"""The names of the wires of those parts that have only one wire, except single keys."""


class Signal(Enum):
    """A signal of a part with several wires. Each value is its usual name."""

    SDA = "SDA"
    SCL = "SCL"
    MOSI = "MOSI"
    MISO = "MISO"
    SCLK = "SCLK"
    CE0 = "CE0"
    CE1 = "CE1"
    CE2 = "CE2"
    DC = "DC"
    RST = "RST"
    BCLK = "BCLK"
    LRC = "LRC"
    DIN = "DIN"
    SOUND_INPUT = "input"
    """The sound input. No part is wired to it, but the kernel claims its pin with the other sound pins."""


CHIP_SELECTS = (Signal.CE0, Signal.CE1, Signal.CE2)
"""The chip selects of an SPI bus, in the order of their numbers."""
_SPI = (Signal.MOSI, Signal.MISO, Signal.SCLK)


class Use(NamedTuple):
    """A pin, and the part that uses it.

    Attributes:
        pin: the BCM number of the pin.
        signal: the signal on this pin; None if the part has only one wire.
        key: the name of the key, such as `OK`; empty if the part is not a key.
        number: the number of the keypad's row or column, or of the side that an indicator is for, counted
            from 1; None for any other part.
        shared: True if the wire is part of a bus, so that other parts may use the pin too.
    """

    pin: int
    part: PinUser
    signal: Signal | None = None
    key: str = ""
    number: int | None = None
    shared: bool = False

    @property
    def setting(self) -> str:
        """The name of the part in the configuration, such as `buttons.OK`, `keyboard.rows[1]` or `lights`."""
        if self.key:
            return f"{self.part.value}.{self.key}"
        return self.part.value if self.number is None else f"{self.part.value}[{self.number}]"

    @property
    def wire(self) -> str:
        """The name of the part's wire on this pin, such as `SDA`, `OK`, `row 1` or `buzzer`."""
        if self.signal:
            return self.signal.value
        if self.key:
            return self.key
        name = _ONE_WIRE[self.part]
        return name if self.number is None else f"{name} {self.number}"


def uses(config: Config) -> list[Use]:
    """Return all pins that a board uses, each with the part that uses it. The list is ordered by part."""
    return [
        *_of_inputs(config),
        *_of_displays(config),
        *_of_lights(config),
        *_of_signals(config.signals),
        *_of_speech(config),
    ]


def refuse(name: str, config: Config) -> None:
    """Raise ConfigurationMistake if two parts of a board use the same pin, address or bus."""
    _refuse_shared_bus(name, config)
    plugged = plug_on_board(config)
    taken: dict[int, Use] = {}
    for use in uses(config):
        other = taken.setdefault(use.pin, use)
        if other is not use and not (other.shared and use.shared and other.signal == use.signal):
            both = f"{_called(other)} and {_called(use)} are both on BCM {use.pin}"
            if use.part is PinUser.AMPLIFIER:
                raise ConfigurationMistake(name, f"{both}: {_i2s_advice(other, plugged)}")
            if plugged and use.part is PinUser.LIGHTS:
                raise ConfigurationMistake(
                    name, f"{both}, which the {plugged.short} needs: leave out the lights: lights = false"
                )
            raise ConfigurationMistake(name, f"{both}: give one of them another pin")


def _i2s_advice(other: Use, plugged: PlugOnBoard | None) -> str:
    if plugged and other.pin in plugged.pins:
        return f"the {plugged.short} needs that pin, and the amplifier can have no other: {_NO_AMPLIFIER}"
    if other.part is PinUser.LIGHTS:
        return f"put the lights on SPI0 (bus = 0 under [lights]), or {_NO_AMPLIFIER}"
    if other.signal in (*_SPI, *CHIP_SELECTS):
        return f"put the {other.setting.replace('_', ' ')} on SPI0 (bus = 0) or on I2C, or {_NO_AMPLIFIER}"
    why = f"sound takes BCM {_FIRST} to {_LAST} and no others"
    return f"{why}, so give {_called(other)} another pin, or {_NO_AMPLIFIER}"


def _refuse_shared_bus(name: str, config: Config) -> None:
    if len(config.displays) == 2:
        first, second = config.displays
        if _position(first) == _position(second):
            where = (
                f"at I2C address {first.address:#04x} of bus {first.bus}"
                if first.interface == "i2c"
                else f"on chip select {first.device} of SPI bus {first.bus}"
            )
            raise ConfigurationMistake(
                name, f"display and second_display are both {where}: give one of them another"
            )
    for part, display in _named(config):
        if config.lights and display.interface == "spi" and display.bus == config.lights.bus:
            raise ConfigurationMistake(
                name,
                f"{part.value} and lights are both on SPI bus {display.bus}: "
                "LEDs have no chip select and would show what is meant for the screen; "
                f"{_apart(config)}",
            )


def _apart(config: Config) -> str:
    if plug_on_board(config):
        return "use a screen on I2C, such as the OLED Bonnet, or leave out the lights: lights = false"
    return f"use a screen on I2C, {_other_bus(config)}or leave one of them out, such as lights = false"


def _other_bus(config: Config) -> str:
    """LEDs without a clock wire need a steady data rate, which SPI1 has only on a Pi 5."""
    lights = config.lights
    others = {use.pin for use in uses(config._replace(lights=None))}
    if lights is None or lights.timed or others & {*SPI_PINS[1], SPI_SELECTS[1][0]}:
        return ""
    return "or put the LEDs on SPI1 (bus = 1 under [lights]: data on BCM 20, clock on 21), "


def _named(config: Config) -> list[tuple[PinUser, DisplaySettings]]:
    return list(zip((PinUser.DISPLAY, PinUser.SECOND_DISPLAY), config.displays, strict=False))


def _position(display: DisplaySettings) -> tuple[str, int, int]:
    return display.interface, display.bus, display.address if display.interface == "i2c" else display.device


def _called(use: Use) -> str:
    return f"{use.setting} ({use.wire})" if use.signal else use.setting


def _of_inputs(config: Config) -> Iterator[Use]:
    for each in config.inputs:
        if isinstance(each, ButtonSettings):
            for key, pin in each.pins.items():
                yield Use(pin, PinUser.BUTTON, key=key)
            continue
        for key, pin in each.pins.items():
            yield Use(pin, PinUser.KEYBOARD_KEY, key=key)
        for part, pins in ((PinUser.KEYPAD_ROW, each.rows), (PinUser.KEYPAD_COLUMN, each.columns)):
            for number, pin in enumerate(pins, 1):
                yield Use(pin, part, number=number)


def _of_displays(config: Config) -> Iterator[Use]:
    for part, display in _named(config):
        if display.interface == "i2c":
            for pin, signal in zip(I2C_PINS.get(display.bus, ()), (Signal.SDA, Signal.SCL), strict=False):
                yield Use(pin, part, signal, shared=True)
        else:
            yield from _of_spi(display.bus, display.device, part)
            yield Use(display.dc, part, Signal.DC)
        if display.reset is not None:
            yield Use(display.reset, part, Signal.RST)


def _of_lights(config: Config) -> Iterator[Use]:
    if config.lights:
        yield from _of_spi(config.lights.bus, config.lights.device, PinUser.LIGHTS)


def _of_spi(bus: int, device: int, part: PinUser) -> Iterator[Use]:
    for pin, signal in zip(SPI_PINS.get(bus, ()), _SPI, strict=False):
        yield Use(pin, part, signal, shared=True)
    # The overlay that gives a bus its second chip select also claims the pin of the first.
    for pin, select in zip(SPI_SELECTS.get(bus, ())[: device + 1], CHIP_SELECTS, strict=False):
        yield Use(pin, part, select, shared=True)


def _of_signals(signals: SignalSettings | None) -> Iterator[Use]:
    if signals is None:
        return
    for part, pins in ((PinUser.TURN, signals.turn), (PinUser.DEALER, signals.dealer)):
        for number, pin in enumerate(pins, 1):
            yield Use(pin, part, number=number)
    if signals.game_over is not None:
        yield Use(signals.game_over, PinUser.GAME_OVER)
    if signals.buzzer is not None:
        yield Use(signals.buzzer, PinUser.BUZZER)


def _of_speech(config: Config) -> Iterator[Use]:
    if config.speech and config.speech.amplifier:
        for name, pin in I2S_PINS.items():
            yield Use(pin, PinUser.AMPLIFIER, Signal(name))
        yield Use(I2S_INPUT, PinUser.AMPLIFIER, Signal.SOUND_INPUT)
