"""The lines of config.txt and the words of cmdline.txt that a board needs.

The parameters are those of the overlays README (raspberrypi/linux, arch/arm/boot/dts/overlays/README).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from firmware_py.config.clashes import SPI_PINS, SPI_SELECTS, uses
from firmware_py.config.keypads import KeyboardSettings
from firmware_py.config.led_chips import BUFSIZ, wanted_bufsiz
from firmware_py.doctor.overlay_pins import MATRIX, MATRIX_PINS
from firmware_py.doctor.requirements import spi_devices

if TYPE_CHECKING:
    from firmware_py.config.config import Config
    from firmware_py.config.lights import LightSettings

I2C_HZ = 400_000
"""The clock of I2C. A whole picture takes 23 ms at this speed, and 93 ms at the usual 100 kHz."""
I2C_PARAMS = {0: "i2c_vc", 1: "i2c_arm"}
"""The parameter that switches on each bus of all models; some models have more, which overlays switch on."""
UART_PINS = (14, 15)
"""TXD and RXD of the serial console."""
CORE_CLOCK = {"pi0": (250, None), "pi3": (250, None), "pi4": (500, 500)}
"""core_freq and core_freq_min that LEDs without a clock line need, in MHz, by model filter.

The clock of SPI is a whole fraction of the core clock, which changes with the load on these models. It must
stay where it yields 3.2 MHz (rpi_ws281x, README, "SPI"). The models of `pi0` need the same as a Pi 3, because
their usual core clock is the same, 400 MHz (documentation of config.txt, "Overclocking"; rpi_ws281x issue
440). A Pi 1 or 2 stays at 250 MHz, and on a Pi 5 the clock of SPI is independent of the core.
"""


class ConfigLine(NamedTuple):
    """A line of config.txt.

    Attributes:
        text: the line.
        why: the purpose of the line, in a few words.
        section: the model filter above the line; `all` for every model.
    """

    text: str
    why: str
    section: str = "all"


class CmdlineWord(NamedTuple):
    """A word that must, or must not, be in the one line of cmdline.txt.

    Attributes:
        text: the word, or the beginning of a word to remove.
        wanted: True for a word to add, False for one to remove.
        why: the purpose, in a few words.
    """

    text: str
    wanted: bool
    why: str


def config_lines(config: Config) -> list[ConfigLine]:
    """Return the lines of config.txt that a board needs; lines for every model come first."""
    pins = {use.pin: use for use in uses(config) if not use.shared}
    return [
        *_i2c_lines(config),
        *_spi_lines(config, set(pins)),
        *(
            [ConfigLine("enable_uart=0", "frees BCM 14 and 15, which the serial port uses by default")]
            if any(pin in pins for pin in UART_PINS)
            else ()
        ),
        *(line for each in config.inputs if isinstance(each, KeyboardSettings) for line in key_lines(each)),
        *_clock_lines(config.lights),
    ]


def cmdline_words(config: Config) -> list[CmdlineWord]:
    """Return the words that cmdline.txt must, or must not, contain."""
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
    """Return lines, with their purposes as comments, for the end of any config.txt."""
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
    """Return the spidev buffer size that the LEDs need, in bytes; None if the default 4096 will do."""
    if lights is None or not lights.timed:
        return None
    bufsiz = wanted_bufsiz(lights.shape.leds, lights.order)
    return bufsiz if bufsiz > BUFSIZ else None


def key_lines(keyboard: KeyboardSettings) -> Iterator[ConfigLine]:
    """Yield the overlays for keys that the kernel reads from pins: single keys or a matrix keypad."""
    for key, pin in keyboard.pins.items():
        code = keyboard.codes[key][0]
        yield ConfigLine(
            f"dtoverlay=gpio-key,gpio={pin},active_low=1,gpio_pull=up,label={key},keycode={code}",
            "buttons that the kernel reads",
        )
    if keyboard.rows:
        pins = {f"row{each}": pin for each, pin in enumerate(keyboard.rows)}
        pins |= {f"col{each}": pin for each, pin in enumerate(keyboard.columns)}
        other = "".join(f",{name}={pin}" for name, pin in pins.items()) if pins != MATRIX_PINS else ""
        yield ConfigLine(f"dtoverlay={MATRIX}{other}", "the matrix keypad: hardware/overlays")


def i2c_line(bus: int) -> str | None:
    """Return the line that switches an I2C bus on; None for a bus that only some models have."""
    param = I2C_PARAMS.get(bus)
    return f"dtparam={param}=on,{param}_baudrate={I2C_HZ}" if param else None


def spi0_line(devices: Iterable[int], others: Iterable[int]) -> str | None:
    """Return the overlay that frees the pins of SPI0 that other parts use; None if they use none.

    Args:
        devices: the chip selects in use.
        others: the pins that parts outside SPI0 use.
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


def _i2c_lines(config: Config) -> Iterator[ConfigLine]:
    for bus in sorted({each.bus for each in config.displays if each.interface == "i2c"}):
        line = i2c_line(bus)
        if line:
            yield ConfigLine(line, "the display's bus, at 400 kHz")


def _spi_lines(config: Config, others: set[int]) -> Iterator[ConfigLine]:
    devices = spi_devices(config)
    for bus in sorted({bus for bus, _ in devices}):
        selects = {device for each, device in devices if each == bus}
        if bus == 0:
            yield ConfigLine("dtparam=spi=on", "SPI0")
            # LEDs ignore their chip select, so `uses` counts its pin as free; here it belongs to SPI0.
            own = {SPI_SELECTS[0][device] for device in selects if device < len(SPI_SELECTS[0])}
            line = spi0_line(selects, others - own)
            if line:
                yield ConfigLine(line, "frees pins of SPI0 for other parts")
        else:
            yield ConfigLine(f"dtoverlay=spi{bus}-{max(selects) + 1}cs", f"SPI{bus}")


def _clock_lines(lights: LightSettings | None) -> Iterator[ConfigLine]:
    if lights is None or not lights.timed or lights.bus != 0:
        return
    for section, (fixed, least) in CORE_CLOCK.items():
        why = "keeps the SPI clock steady for the LEDs"
        yield ConfigLine(f"core_freq={fixed}", why, section)
        if least:
            yield ConfigLine(f"core_freq_min={least}", why, section)
