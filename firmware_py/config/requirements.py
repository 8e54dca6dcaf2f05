"""Everything that a board needs on its machine, from lines in config.txt to Python packages and groups.

The overlays and their parameters are described in raspberrypi/linux, arch/arm/boot/dts/overlays/README.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from firmware_py.system.errors import UsageError

from .clashes import SPI_PINS, SPI_SELECTS, uses
from .config import Config
from .keypads import ButtonSettings, KeyboardSettings
from .lights import BUFSIZ, wanted_bufsiz
from .programs import AMPLIFIERS, synthesiser_words

if TYPE_CHECKING:
    from .lights import LightSettings
    from .programs import SpeechSettings


SINGLE_KEY = "gpio-key"
"""The overlay that makes the kernel read a single key."""
MATRIX = "muggins-keypad-4x4"
"""The overlay for a matrix keypad: hardware/overlays/muggins-keypad-4x4.dts."""
MATRIX_PINS = {"row0": 5, "row1": 6, "row2": 13, "row3": 19, "col0": 12, "col1": 16, "col2": 20, "col3": 21}
"""The default pins of the overlay `MATRIX`, keyed by parameter."""
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
    return synthesiser_words(settings.synthesiser)[0]


def needed_programs(settings: SpeechSettings) -> set[str]:
    """Return the names of the programs that the voice needs with the given settings."""
    with suppress(UsageError):
        return {PLAYER, synthesiser(settings)}
    return {PLAYER}


def is_published(config: Config, service: str | None, enabled: str | None) -> bool:
    """Return True if the board is set up to publish its games to an MQTT broker.

    Args:
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
    if any(each.interface == "spi" for each in config.displays):
        needed["luma.core"] = "a display on SPI needs"
    if any(isinstance(each, KeyboardSettings) for each in config.inputs):
        needed["inotify_simple"] = "the keypad needs"
    return needed


I2C_HZ = 400_000
"""The I2C clock, in Hz. A whole picture takes 23 ms to send at this speed, and 93 ms at the usual 100 kHz."""
I2C_PARAMS = {0: "i2c_vc", 1: "i2c_arm"}
"""The parameters that enable the usual I2C buses. Some models have more buses, which need overlays."""
UART_PINS = (14, 15)
"""The BCM pins of the serial console, TXD and RXD."""
CORE_CLOCK = {"pi0": (250, None), "pi3": (250, None), "pi4": (500, 500)}
"""The values of core_freq and core_freq_min for LEDs without a clock wire, in MHz, keyed by model filter.

The SPI clock is the core clock divided by a whole number, and on these models the core clock changes with
the load. It must be fixed at a value that can be divided to 3.2 MHz (rpi_ws281x, README, "SPI"). The `pi0`
models need the same values as a Pi 3, because they have the same default core clock, 400 MHz (documentation
of config.txt, "Overclocking"; rpi_ws281x issue 440). The core clock of a Pi 1 or 2 is always 250 MHz, and on
a Pi 5 the SPI clock does not depend on the core clock.
"""


class ConfigLine(NamedTuple):
    """A line to be added to config.txt.

    Attributes:
        why: the purpose of the line, in a few words.
        section: the model filter under which the line belongs, such as `pi5`, or `all` for every model.
    """

    text: str
    why: str
    section: str = "all"


class KeyOverlay(NamedTuple):
    """An overlay that makes the kernel read keys connected to pins."""

    name: str
    params: dict[str, str]

    @property
    def line(self) -> str:
        """The line in config.txt that loads the overlay."""
        params = [f"{name}={value}" for name, value in self.params.items()]
        return f"dtoverlay={','.join([self.name, *params])}"


class CmdlineWord(NamedTuple):
    """A word to add to cmdline.txt or to remove from it.

    Attributes:
        text: the word to add, or the beginning of the word to remove.
        wanted: True to add the word, or False to remove it.
        why: the purpose of the change, in a few words.
    """

    text: str
    wanted: bool
    why: str


def config_lines(config: Config) -> list[ConfigLine]:
    """Return the lines that a board needs in config.txt."""
    pins = {use.pin: use for use in uses(config) if not use.shared}
    return [
        *_i2c_lines(config),
        *_spi_lines(config),
        *(
            [ConfigLine("enable_uart=0", "frees BCM 14 and 15, which the serial port uses by default")]
            if any(pin in pins for pin in UART_PINS)
            else ()
        ),
        *(line for each in config.inputs if isinstance(each, KeyboardSettings) for line in key_lines(each)),
        *_clock_lines(config.lights),
        *_sound_lines(config),
    ]


def cmdline_words(config: Config) -> list[CmdlineWord]:
    """Return the words that a board needs added to cmdline.txt or removed from it."""
    words = []
    if any(use.pin in UART_PINS and not use.shared for use in uses(config)):
        words.append(CmdlineWord("console=serial0", False, "no console on BCM 14 and 15"))
    bufsiz = spidev_bufsiz(config.lights)
    if bufsiz:
        words.append(
            CmdlineWord(
                f"spidev.bufsiz={bufsiz}",
                True,
                "sends the data for all LEDs in one transfer, without a pause",
            )
        )
    return words


def listing(lines: Iterable[ConfigLine]) -> str:
    """Return lines as text to append to config.txt, with the purpose of each line as a comment."""
    text: list[str] = []
    section, why = "", ""
    for line in lines:
        if line.section != section:
            text.append(f"[{line.section}]")
            section = line.section
        if line.why != why:
            text.append(f"# {line.why}")
            why = line.why
        text.append(line.text)
    if section not in ("", "all"):
        text.append("[all]")
    return "\n".join(text) + "\n" if text else ""


def spidev_bufsiz(lights: LightSettings | None) -> int | None:
    """Return the size of the spidev buffer that the LEDs need, in bytes, or None if the default is enough."""
    if lights is None or not lights.timed:
        return None
    bufsiz = wanted_bufsiz(lights.shape.leds, lights.order)
    return bufsiz if bufsiz > BUFSIZ else None


def key_lines(keyboard: KeyboardSettings) -> Iterator[ConfigLine]:
    """Yield the config.txt lines that make the kernel read keys connected to pins."""
    for overlay in key_overlays(keyboard):
        is_matrix = overlay.name == MATRIX
        why = "the matrix keypad: hardware/overlays" if is_matrix else "buttons that the kernel reads"
        yield ConfigLine(overlay.line, why)


def key_overlays(keyboard: KeyboardSettings) -> Iterator[KeyOverlay]:
    """Yield the overlays that make the kernel read keys connected to pins.

    Each key with a pin of its own has its own overlay. A matrix keypad has a single one.
    """
    for key, pin in keyboard.pins.items():
        wired = {"gpio": str(pin), "active_low": "1", "gpio_pull": "up"}
        yield KeyOverlay(SINGLE_KEY, {**wired, "label": key, "keycode": str(keyboard.codes[key][0])})
    if keyboard.rows:
        pins = {f"row{each}": pin for each, pin in enumerate(keyboard.rows)}
        pins |= {f"col{each}": pin for each, pin in enumerate(keyboard.columns)}
        other = {name: str(pin) for name, pin in pins.items()} if pins != MATRIX_PINS else {}
        yield KeyOverlay(MATRIX, other)


def i2c_line(bus: int) -> str | None:
    """Return the config.txt line that enables an I2C bus, or None for a bus other than 0 and 1."""
    param = I2C_PARAMS.get(bus)
    return f"dtparam={param}=on,{param}_baudrate={I2C_HZ}" if param else None


def spi0_line(devices: Iterable[int], others: Iterable[int]) -> str | None:
    """Return the config.txt line that frees SPI0 pins for other parts, or None if no other part needs them.

    Args:
        devices: the chip selects of SPI0 that are in use.
        others: the BCM numbers of the pins used by other parts.
    """
    others = set(others)
    if not others & {*SPI_SELECTS[0], SPI_PINS[0][1]}:
        return None
    first, second = SPI_SELECTS[0]
    count = 2 if second not in others else 1 if first not in others else 0
    # Opening a device needs its device file, even if its chip select is not wired.
    count = max(count, 2 if 1 in devices else 0)
    miso = ",no_miso" if SPI_PINS[0][1] in others else ""
    return f"dtoverlay=spi0-{count}cs{miso}"


def spi0_overlay(config: Config) -> ConfigLine | None:
    """Return the line that frees pins of SPI0 for a board's other parts, or None if they need none."""
    selects = {device for bus, device in spi_devices(config) if bus == 0}
    # LEDs ignore their chip select, so `uses` counts its pin as free. Here the pin belongs to SPI0.
    own = {SPI_SELECTS[0][device] for device in selects if device < len(SPI_SELECTS[0])}
    line = spi0_line(selects, {use.pin for use in uses(config) if not use.shared} - own)
    return ConfigLine(line, "frees pins of SPI0 for other parts") if line else None


def _i2c_lines(config: Config) -> Iterator[ConfigLine]:
    for bus in sorted({each.bus for each in config.displays if each.interface == "i2c"}):
        line = i2c_line(bus)
        if line:
            yield ConfigLine(line, "the display's bus, at 400 kHz")


def _spi_lines(config: Config) -> Iterator[ConfigLine]:
    devices = spi_devices(config)
    for bus in sorted({bus for bus, _ in devices}):
        selects = {device for each, device in devices if each == bus}
        if bus == 0:
            yield ConfigLine("dtparam=spi=on", "SPI0")
            line = spi0_overlay(config)
            if line:
                yield line
        else:
            yield ConfigLine(f"dtoverlay=spi{bus}-{max(selects) + 1}cs", f"SPI{bus}")


def _sound_lines(config: Config) -> Iterator[ConfigLine]:
    if config.speech and config.speech.amplifier:
        yield ConfigLine(AMPLIFIERS[config.speech.amplifier].config_line, "the amplifier of the voice")


def _clock_lines(lights: LightSettings | None) -> Iterator[ConfigLine]:
    if lights is None or not lights.timed or lights.bus != 0:
        return
    for section, (fixed, least) in CORE_CLOCK.items():
        why = "keeps the SPI clock steady for the LEDs"
        yield ConfigLine(f"core_freq={fixed}", why, section)
        if least:
            yield ConfigLine(f"core_freq_min={least}", why, section)
