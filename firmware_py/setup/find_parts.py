"""Find the parts of a board (displays, SPI ports and input devices), and the profiles that match them."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from engine.setup import Setup
from firmware_py.board.ports import Display, Lights, OpenPart
from firmware_py.config import defaults, files
from firmware_py.config.build import load
from firmware_py.config.config import Config
from firmware_py.config.displays import (
    OLED_ADDRESSES,
    OLED_CONTROLLERS,
    DisplaySettings,
    controller_by_status,
)
from firmware_py.config.keypads import ButtonSettings, KeyboardSettings
from firmware_py.config.lights import LightSettings
from firmware_py.config.programs import SpeechSettings
from firmware_py.config.requirements import spi_devices
from firmware_py.doctor.check_buses import bus_answers
from firmware_py.doctor.check_pins import pin_users
from firmware_py.doctor.machine import InputDevice, Machine

_LAST_BUS = 9
"""The last I2C bus to scan. Buses with higher numbers lead to cameras and HDMI sockets, not to the header."""
_KEYPAD = re.compile(r"key ?pad|num ?pad|numeric", re.IGNORECASE)
_NUMERIC = frozenset((*range(71, 84), 55, 96, 98))
"""The codes of a numeric keypad: KEY_KP7 to KEY_KPDOT, and `*`, Enter and `/` (linux/input-event-codes.h)."""


class FoundDisplay(NamedTuple):
    """A display that responds on an I2C bus.

    Attributes:
        controller: the type of the display's controller, or None if it cannot be determined from the status
            byte.
    """

    bus: int
    address: int
    controller: str | None


class FoundParts(NamedTuple):
    """The parts that were found on this machine.

    Attributes:
        panels: the displays on I2C.
        devices: the input devices that have keys.
        used_pins: the BCM numbers of the pins that something used before setup opened any.
    """

    machine: Machine
    panels: tuple[FoundDisplay, ...]
    devices: tuple[InputDevice, ...]
    used_pins: frozenset[int] = frozenset()

    @property
    def keypad(self) -> InputDevice | None:
        """The first USB numeric keypad, or None if there is none.

        Keyboards with letters do not count as keypads.
        """
        numeric = [each for each in self.devices if len(each.codes & _NUMERIC) >= 10]
        named = (each for each in numeric if _KEYPAD.search(each.name) or _share(each, {*_NUMERIC}) > 0.5)
        return next(named, None)


class ProfileFit(NamedTuple):
    """A profile, and the parts of that profile that are missing from this machine.

    Attributes:
        missing: a short description of each part that was not found.
    """

    name: str
    config: Config
    missing: tuple[str, ...]


def find(inspect: Callable[[Config], Machine]) -> FoundParts:
    """Find the parts that are connected to this machine. All I2C buses of the pin header are scanned.

    Args:
        inspect: a function that inspects the machine and scans the I2C buses in the given configuration.
    """
    first = inspect(_scan_config())
    buses = [number for number in range(_LAST_BUS + 1) if f"/dev/i2c-{number}" in first.devices]
    machine = inspect(_scan_config(*buses)) if buses else first
    panels = [
        FoundDisplay(bus, address, controller_by_status(answers.status.get(address)))
        for bus, answers in sorted(machine.fact(bus_answers).items())
        for address in OLED_ADDRESSES
        if address in answers.addresses
    ]
    devices = tuple(each for each in machine.inputs or () if each.node and each.codes)
    return FoundParts(machine, tuple(panels), devices, frozenset(machine.fact(pin_users) or ()))


def descriptions(found: FoundParts) -> Iterator[str]:
    """Yield lines of text for the user that list which parts were found and which were not."""
    other = "This is not a Raspberry Pi: it has no pins for buttons, a screen or lights."
    yield f"This is a {found.machine.model}." if found.machine.is_pi else other
    if found.machine.is_pi or found.panels:
        yield from _on_the_header(found)
    yield from _keys(found)


def _on_the_header(found: FoundParts) -> Iterator[str]:
    machine = found.machine
    user = machine.user
    chips = {name: opens for name, opens in machine.devices.items() if name.startswith("/dev/gpiochip")}
    if chips:
        closed = f", but {user} may not use them: sudo adduser {user} gpio, then log in again"
        yield f"  pins     {', '.join(chips)}{'' if any(chips.values()) else closed}"
    buses = {
        int(name[9:]): opens for name, opens in machine.devices.items() if re.fullmatch(r"/dev/i2c-\d", name)
    }
    for panel in found.panels:
        yield f"  display  at {panel.address:#04x} on I2C bus {panel.bus}{_an(panel.controller)}"
    if not buses:
        yield "  display  none found: I2C is off"
    elif not any(buses.values()):
        yield f"  display  {user} may not use I2C: sudo adduser {user} i2c, then log in again"
    elif not found.panels:
        yield f"  display  none found on I2C bus {', '.join(map(str, sorted(buses)))}"
    ports = [name for name in machine.devices if name.startswith("/dev/spidev")]
    yield f"  SPI      {', '.join(ports) or 'off'}"


def _keys(found: FoundParts) -> Iterator[str]:
    machine = found.machine
    user = machine.user
    for device in found.devices:
        count = len(device.codes)
        yield f"  keys     {device.name} ({count} key{'s' if count != 1 else ''})"
    if not found.devices:
        yield "  keys     no keypad or keyboard is plugged in"
    closed = [each.node for each in found.devices if each.node and not machine.devices.get(each.node, True)]
    if closed:
        yield f"  keys     {user} may not read them: sudo adduser {user} input, then log in again"


def ranked_profiles(found: FoundParts) -> list[ProfileFit]:
    """Return all profiles, starting with the one that best matches the parts found."""
    ranked = []
    for name in files.profile_names():
        config = load(files.profile(name))
        missing = dict(_missing(config, found))
        # If a bus is off, its parts may still be connected, so they do not count as absent.
        absent = sum(missing.values())
        # A found display that the profile does not use counts against the profile; found keys count in its
        # favour.
        unused = bool(found.panels) and not any(each.interface == "i2c" for each in config.displays)
        boards = [each for each in config.inputs if isinstance(each, KeyboardSettings)]
        likeness = max((_likeness(each, found) for each in boards), default=0.0)
        keys = max((len(each.codes) for each in boards), default=0) if likeness else 0
        # SPI is on only if somebody wants lights. Neither LEDs nor buttons answer: the usual ones come first.
        spi = bool(spi_devices(config)) != any(
            each.startswith("/dev/spidev") for each in found.machine.devices
        )
        unusual = config.lights is not None and config.lights.chip != defaults.CHIP
        rank = (absent, unused, -likeness, -keys, spi, unusual, name != "keypad-20", name)
        ranked.append((rank, ProfileFit(name, config, tuple(missing))))
    return [fit for _, fit in sorted(ranked, key=lambda each: each[0])]


def _an(controller: str | None) -> str:
    """Return a phrase such as `, an SSD1306 or SSD1309`."""
    alike = [name.upper() for name, each in OLED_CONTROLLERS.items() if each.reads_as == controller]
    return f", an {' or '.join(alike)}" if alike else ""


def _scan_config(*buses: int) -> Config:
    """Return a configuration that makes `inspect` examine the machine's pins and scan the given I2C buses."""
    displays = tuple(DisplaySettings(bus=bus, address=address) for bus in buses for address in OLED_ADDRESSES)
    return Config(None, None, "", Setup(), False, (ButtonSettings({}),), displays, None, None)


def _missing(config: Config, found: FoundParts) -> Iterator[tuple[str, bool]]:
    """Yield each part that was not found, with False if it may be connected to a bus that is disabled."""
    devices = found.machine.devices
    if any(each.interface == "i2c" for each in config.displays) and not found.panels:
        yield "a display on I2C", any(name.startswith("/dev/i2c-") for name in devices)
    for bus, device in sorted(spi_devices(config)):
        if f"/dev/spidev{bus}.{device}" not in devices:
            yield f"SPI (/dev/spidev{bus}.{device})", False
    for each in config.inputs:
        if isinstance(each, ButtonSettings) and not found.machine.is_pi:
            yield "pins", True
        elif isinstance(each, KeyboardSettings) and not has_keys(each, found):
            yield "keys that the kernel reads from pins" if _on_pins(each) else "a keypad with its keys", True


def has_keys(keyboard: KeyboardSettings, found: FoundParts) -> bool:
    """Return True if the input devices found can send more than half of a configured keyboard's key codes."""
    return len(_sendable_codes(keyboard, found)) * 2 > len(keyboard.codes)


def _sendable_codes(keyboard: KeyboardSettings, found: FoundParts) -> frozenset[int]:
    """For keys wired to GPIO pins, ignore devices with many other keys, such as an ordinary keyboard."""
    wanted = {code for codes in keyboard.codes.values() for code in codes}
    # Every keyboard has letters, but a device for keys on pins has no other keys.
    devices = [each for each in found.devices if not _on_pins(keyboard) or _share(each, wanted) > 0.5]
    return frozenset(code for each in devices for code in each.codes & wanted)


def _likeness(keyboard: KeyboardSettings, found: FoundParts) -> float:
    """Return the proportion of the keyboard's key codes that the matching devices can send.

    A device matches if more than half of the codes that it can send belong to the keyboard. A device whose
    name contains a word such as "keypad" matches too, unless the keyboard is wired to GPIO pins.
    """
    wanted = {code for codes in keyboard.codes.values() for code in codes}
    alike = [
        each
        for each in found.devices
        if _share(each, wanted) > 0.5 or (not _on_pins(keyboard) and _KEYPAD.search(each.name))
    ]
    return len({code for each in alike for code in each.codes & wanted}) / len(wanted)


def _share(device: InputDevice, wanted: set[int]) -> float:
    return len(device.codes & wanted) / len(device.codes)


def _on_pins(keyboard: KeyboardSettings) -> bool:
    return bool(keyboard.pins or keyboard.rows)


class Hardware(NamedTuple):
    """Functions that find and open the parts of a board.

    Attributes:
        inspect: returns a description of the machine, after scanning the I2C buses of the displays in the
            configuration.
        button: watches a BCM pin with a pull-up resistor. It takes the pin and a callback. Any thread may
            call the callback, with True when the pin goes low and with False when it goes high. Raises
            UsageError if the pin is unavailable.
        keyboard: watches an input device. It takes the device file, the key codes to report, and a callback.
            Any thread may call the callback. Its arguments are the key code, and True if the key went down or
            False if it went up. Raises UsageError if the device is unavailable.
        say: says some text aloud with the given voice settings. Raises UsageError if that is not possible.
    """

    inspect: Callable[[Config], Machine]
    display: Callable[[DisplaySettings], Display]
    lights: Callable[[LightSettings], Lights]
    button: Callable[[int, Callable[[bool], object]], OpenPart]
    keyboard: Callable[[str, Iterable[int], Callable[[int, bool], object]], OpenPart]
    say: Callable[[str, SpeechSettings], None]
    sleep: Callable[[float], None] = time.sleep
    clock: Callable[[], float] = time.monotonic
