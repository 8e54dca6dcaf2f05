"""The Python packages, programs, device files and groups that a board needs."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from firmware_py.config.config import Config
from firmware_py.config.keypads import ButtonSettings, KeyboardSettings
from firmware_py.errors import UsageError
from firmware_py.speech.synthesiser import Synthesiser

if TYPE_CHECKING:
    from firmware_py.config.speech import SpeechSettings

PLAYER = "aplay"
"""The program that plays the sound of the voice."""


def spi_devices(config: Config) -> set[tuple[int, int]]:
    """Return the SPI devices that the displays and LEDs use, each as a pair: bus and chip select."""
    devices = {(each.bus, each.device) for each in config.displays if each.interface == "spi"}
    if config.lights:
        devices.add((config.lights.bus, config.lights.device))
    return devices


def needed_devices(config: Config) -> dict[str, str]:
    """Return the device files of the buses that a board uses, each mapped to the group that may open it."""
    needed = {f"/dev/i2c-{each.bus}": "i2c" for each in config.displays if each.interface == "i2c"}
    needed |= {f"/dev/spidev{bus}.{device}": "spi" for bus, device in sorted(spi_devices(config))}
    return needed


def uses_pins(config: Config) -> bool:
    """Return True if any header pins are used for the board, either by this program or by the kernel."""
    kernel = any(isinstance(each, KeyboardSettings) and (each.pins or each.rows) for each in config.inputs)
    return kernel or opens_pins(config)


def opens_pins(config: Config) -> bool:
    """Return True if this program itself, not the kernel, reads or drives any header pins for the board."""
    return (
        any(isinstance(each, ButtonSettings) for each in config.inputs)
        or any(each.interface == "spi" or each.reset is not None for each in config.displays)
        or config.signals is not None
    )


def needed_groups(config: Config) -> set[str]:
    """Return the groups that a user must be in to be able to open a board's devices."""
    wanted = set(needed_devices(config).values())
    if opens_pins(config):
        wanted.add("gpio")
    if any(isinstance(each, KeyboardSettings) for each in config.inputs):
        wanted.add("input")
    if config.speech:
        wanted.add("audio")
    return wanted


def synthesiser(settings: SpeechSettings) -> str:
    """Return the name of the speech synthesiser program, with its folder if the configuration names one.

    Raises:
        UsageError: the command line in the configuration is not valid.
    """
    return Synthesiser.parse(settings.synthesiser).words[0]


def needed_programs(settings: SpeechSettings) -> set[str]:
    """Return the names of the programs that the voice needs with the given settings."""
    with suppress(UsageError):
        return {PLAYER, synthesiser(settings)}
    return {PLAYER}


def is_published(config: Config, service: str | None, enabled: str | None) -> bool:
    """Return True if the board is set up to publish its games to an MQTT broker.

    Args:
        config: the board's configuration.
        service: the state of the service that publishes them, such as `active`; None if it is not installed.
        enabled: the unit file state of that service, such as `enabled`; None if it is not installed.
    """
    return config.mqtt is not None or service == "active" or enabled == "enabled"


def needed_packages(config: Config) -> dict[str, str]:
    """Return the Python packages that a board needs, each mapped to the words that say what needs it.

    For example, `spidev` is mapped to `SPI needs`, for a message that ends with "which SPI needs".
    """
    needed = {}
    if opens_pins(config):
        needed["gpiozero"] = "pins need"
    if spi_devices(config):
        needed["spidev"] = "SPI needs"
    if config.displays:
        needed["luma.oled"] = "the display needs"
    if any(each.interface == "i2c" for each in config.displays):
        needed["smbus2"] = "I2C needs"
    if any(isinstance(each, KeyboardSettings) for each in config.inputs):
        needed["inotify_simple"] = "the keypad needs"
    return needed
