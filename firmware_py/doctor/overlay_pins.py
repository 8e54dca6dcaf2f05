"""The pins that config.txt assigns to buses and overlays.

The names, parameters and defaults are those in the overlays README (raspberrypi/linux,
arch/arm/boot/dts/overlays/README). Overlays that are not in the tables are assumed to use no pins.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from firmware_py.config.needs import MATRIX, MATRIX_PINS, SINGLE_KEY

from .config_txt import Overlay, Settings, yes

# For each overlay, the parameters that name a pin, with their default pins.
_PINS: Mapping[str, Mapping[str, int]] = {
    "dht11": {"gpiopin": 4},
    "enc28j60": {"int_pin": 25},
    "gc9a01": {"": 18},
    "goodix": {"interrupt": 4, "reset": 17},
    "gpio-charger": {"gpio": 4},
    "gpio-fan": {"gpiopin": 12},
    "gpio-hog": {"gpio": 26},
    "gpio-ir": {"gpio_pin": 18},
    "gpio-ir-tx": {"gpio_pin": 18},
    SINGLE_KEY: {"gpio": 3},
    "gpio-led": {"gpio": 19},
    "gpio-poweroff": {"gpiopin": 26},
    "gpio-shutdown": {"gpio_pin": 3},
    MATRIX: MATRIX_PINS,
    "i2c-gpio": {"i2c_gpio_sda": 23, "i2c_gpio_scl": 24},
    "pps-rp1": {"pin": 18},
    "pwm": {"pin": 18},
    "pwm-2chan": {"pin": 18, "pin2": 19},
    "pwm-gpio": {"gpio": 4},
    "pwm-gpio-fan": {"fan_gpio": 18},
    "pwm-ir-tx": {"gpio_pin": 18},
    "pwm-pio": {"gpio": 4},
    "rotary-encoder": {"pin_a": 4, "pin_b": 17},
    "rp1-pio-uart": {"tx_pin": 14, "rx_pin": 15},
    "w1-gpio": {"gpiopin": 4},
    "w1-gpio-pullup": {"gpiopin": 4, "extpullup": 5},
    "w5500": {"int_pin": 25},
    "wittypi": {"led_gpio": 17},
    "ws2812-pio": {"gpio": 4},
}
# The overlays that always use the same pins.
_FIXED: Mapping[str, tuple[int, ...]] = {
    "qca7000-uart0": (14, 15),
    "uart0": (14, 15),
    "uart0-pi5": (14, 15),
    "uart1": (14, 15),
    "uart2": (0, 1),
    "uart2-pi5": (4, 5),
    "uart3": (4, 5),
    "uart3-pi5": (8, 9),
    "uart4": (8, 9),
    "uart4-pi5": (12, 13),
    "uart5": (12, 13),
    "vga666": tuple(range(2, 22)),
}
# Sound cards on the I2S pins: BCLK 18, LRCLK 19, DIN 20, DOUT 21.
_I2S = (18, 19, 20, 21)
_SOUND = ("hifiberry-", "iqaudio-", "justboom-", "allo-", "audioinjector-", "i2s-", "rpi-dac", "rpi-codec")
_SOUND_NAMES = ("googlevoicehat-soundcard", "max98357a", "wm8960-soundcard", "tc358743-audio")


class TakenPin(NamedTuple):
    """A pin that a setting in config.txt assigns to a bus or an overlay.

    Attributes:
        pin: the BCM number of the pin.
        by: the setting, exactly as written, such as `dtoverlay=w1-gpio`.
        place: the file and line number of the setting.
        overlay: the overlay's name, or an empty string for a parameter of the base device tree.
        remedy: a config.txt line that frees the pin, or None if the setting has to be removed.
    """

    pin: int
    by: str
    place: str
    overlay: str = ""
    remedy: str | None = None


def taken(settings: Settings) -> list[TakenPin]:
    """Return all header pins that are used by the buses and overlays in config.txt."""
    return [*_by_buses(settings), *(use for overlay in settings.overlays for use in _by(overlay))]


def is_sound_card(name: str) -> bool:
    """Return True if the overlay called `name` is for a sound card on the I2S pins."""
    return name.startswith(_SOUND) or name in _SOUND_NAMES


def _by(overlay: Overlay) -> Iterator[TakenPin]:
    name = overlay.name.removesuffix("-pi5") if overlay.name not in _FIXED else overlay.name
    pins = [_pin(overlay, param, default) for param, default in _PINS.get(name, {}).items()]
    pins += _FIXED.get(name, ())
    if is_sound_card(name):
        pins += _I2S
    if name == "audremap":
        pins += (18, 19) if "pins_18_19" in overlay.params else (12, 13)
    if name == "max98357a" and not yes(overlay.params.get("no-sdmode", "off")):
        pins.append(_pin(overlay, "sdmode-pin", 4))
    if name.startswith("spi1-") and name.endswith("cs"):
        pins += [20, 19, 21]
        count = int(name[5]) if name[5].isdigit() else 0
        pins += [_pin(overlay, f"cs{each}_pin", 18 - each) for each in range(count)]
    for pin in pins:
        yield TakenPin(pin, overlay.text, overlay.place, overlay.name)


def _by_buses(settings: Settings) -> Iterator[TakenPin]:
    base = settings.base
    if settings.is_on("i2c_arm"):
        for pin in (2, 3):
            yield TakenPin(pin, "dtparam=i2c_arm=on", base["i2c_arm"].place)
    if settings.is_on("i2c_vc"):
        for pin in (0, 1):
            yield TakenPin(pin, "dtparam=i2c_vc=on", base["i2c_vc"].place)
    if settings.is_on("i2s"):
        for pin in _I2S:
            yield TakenPin(pin, "dtparam=i2s=on", base["i2s"].place)
    for name in ("uart0", "uart0_console"):
        if settings.is_on(name):
            for pin in (14, 15):
                yield TakenPin(pin, f"dtparam={name}=on", base[name].place)
    selects, no_miso = _spi0(settings)
    if settings.is_on("spi"):
        place = base["spi"].place
        for pin in (10, 11):
            yield TakenPin(pin, "dtparam=spi=on", place)
        if not no_miso:
            yield TakenPin(9, "dtparam=spi=on", place, remedy="dtoverlay=spi0-1cs,no_miso")
        for number, pin in enumerate(selects):
            yield TakenPin(pin, "dtparam=spi=on", place, remedy=f"dtoverlay=spi0-{number}cs")


def _spi0(settings: Settings) -> tuple[tuple[int, ...], bool]:
    selects: tuple[int, ...] = (8, 7)
    no_miso = False
    for overlay in settings.overlays:
        if overlay.name in ("spi0-0cs", "spi0-1cs", "spi0-1cs-inverted", "spi0-2cs", "spi0-cs"):
            count = int(overlay.name[5]) if overlay.name[5].isdigit() else 2
            pins = (_pin(overlay, "cs0_pin", 8), _pin(overlay, "cs1_pin", 7))
            selects = pins[:count]
            no_miso = "no_miso" in overlay.params and yes(overlay.params["no_miso"])
    return selects, no_miso


def _pin(overlay: Overlay, param: str, default: int) -> int:
    value = overlay.params.get(param, "")
    return int(value) if value.isdigit() else default
