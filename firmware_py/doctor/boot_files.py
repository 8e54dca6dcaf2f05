"""Parse config.txt, the settings that the firmware of a Raspberry Pi reads before Linux starts.

A setting is a line `property=value`. A line `[filter]` restricts the lines below it to certain machines. The
values of `dtparam` and `dtoverlay` are lists separated by commas. See "config.txt", "Conditional filters" and
"Device trees, overlays, and parameters" on https://www.raspberrypi.com/documentation/computers/.

`taken` says which pins the settings give to buses and overlays. The names, parameters and defaults are those
in the overlays README (raspberrypi/linux, arch/arm/boot/dts/overlays/README). Overlays that are not in the
tables are assumed to use no pins.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from firmware_py.config.requirements import MATRIX, MATRIX_PINS, SINGLE_KEY

LONGEST = 98
"""The number of characters that the firmware reads from each line. The rest is ignored ("File format")."""
_DEEPEST = 3  # the maximum depth of nested includes, in case files include each other

# The parameters of the base device tree that matter here, each with the name for which it is an alias
# (overlays README, "<The base DTB>"; except on the very first boards, i2c_arm is bus 1 and i2c_vc is bus 0).
# Any other `dtparam` below a `dtoverlay` belongs to that overlay.
_BASE = {
    "i2c": "i2c_arm",
    "i2c1": "i2c_arm",
    "i2c_arm": "i2c_arm",
    "i2c_baudrate": "i2c_arm_baudrate",
    "i2c1_baudrate": "i2c_arm_baudrate",
    "i2c_arm_baudrate": "i2c_arm_baudrate",
    "i2c0": "i2c_vc",
    "i2c_vc": "i2c_vc",
    "i2c0_baudrate": "i2c_vc_baudrate",
    "i2c_vc_baudrate": "i2c_vc_baudrate",
    "i2s": "i2s",
    "spi": "spi",
    "uart0": "uart0",
    "uart0_console": "uart0_console",
}
_ALIASES = {"device_tree_param": "dtparam", "device_tree_overlay": "dtoverlay"}
_YES = ("", "on", "true", "yes", "y", "1", "okay")


class Setting(NamedTuple):
    """The value of a setting in config.txt, and its position in the file.

    Attributes:
        value: the value, exactly as written.
        place: the file and line number, such as `/boot/firmware/config.txt, line 7`.
    """

    value: str
    place: str


class Overlay(NamedTuple):
    """An overlay that config.txt loads.

    Attributes:
        name: the overlay's name, without its parameters.
        params: the values of the parameters, keyed by name. The value is an empty string for a parameter
            without a value.
        text: the line, exactly as written.
        place: the file and line number, such as `/boot/firmware/config.txt, line 7`.
    """

    name: str
    params: Mapping[str, str]
    text: str
    place: str


class Settings(NamedTuple):
    """The settings in config.txt that apply to a machine. If a property is set twice, the last value counts.

    Attributes:
        values: the plain properties, such as `enable_uart`, keyed by name.
        base: the parameters of the base device tree, keyed by name. Aliases are replaced by the names
            they stand for, e.g. `i2c1` by `i2c_arm`.
        overlays: the overlays, in the order in which they are loaded.
    """

    values: Mapping[str, Setting]
    base: Mapping[str, Setting]
    overlays: tuple[Overlay, ...]

    def is_on(self, name: str) -> bool:
        """Return True if config.txt switches on `name`, a parameter of the base device tree such as `spi`."""
        setting = self.base.get(name)
        return setting is not None and yes(setting.value)

    def number(self, name: str) -> int | None:
        """Return the whole number to which the property `name`, such as `enable_uart`, is set.

        Return None if the property is not set, or if its value is not a whole number.
        """
        setting = self.values.get(name)
        return int(setting.value) if setting and re.fullmatch(r"\d+", setting.value) else None


class _Line(NamedTuple):
    name: str
    value: str
    text: str
    place: str


def yes(value: str) -> bool:
    """Return True if a value in config.txt means "on", such as `on`, `yes`, `1` or an empty string."""
    return value.lower() in _YES


def read(
    text: str, file: str, model: str | None, included: Callable[[str], str | None] = lambda name: None
) -> Settings:
    """Parse a config.txt and return the settings that apply to a given machine.

    Lines below any filter other than a model filter are ignored, such as lines below the serial number filter
    `[0x12345678]`.

    Args:
        file: the file's name, for `Setting.place`.
        model: the content of /proc/device-tree/model, or None if it is unknown. In that case no model filter
            matches.
        included: a function that takes the name of a file that config.txt includes, and returns its content,
            or None if there is no such file.
    """
    values: dict[str, Setting] = {}
    base: dict[str, Setting] = {}
    overlays: list[Overlay] = []
    for line in _lines(text, file, sections(model), included, _DEEPEST):
        if line.name == "dtparam":
            latest = overlays[-1].params if overlays else {}
            for name, value in _parameters(line.value):
                if name in _BASE:
                    base[_BASE[name]] = Setting(value, line.place)
                elif isinstance(latest, dict):
                    latest[name] = value
        elif line.name == "dtoverlay":
            name, _, rest = line.value.partition(",")
            # In the old syntax, the first parameter follows the name after a colon.
            name, _, first = name.partition(":")
            if name.strip():
                params = dict(_parameters(",".join(filter(None, (first, rest)))))
                overlays.append(Overlay(name.strip(), params, line.text, line.place))
        else:
            values[line.name] = Setting(line.value, line.place)
    return Settings(values, base, tuple(overlays))


def commented_out(text: str, wanted: str) -> int | None:
    """Return the number, from 1, of the last commented-out line that matches `wanted`, or None.

    Spaces and everything after the first comma are ignored in the comparison.

    Args:
        wanted: the line to look for, such as `dtparam=spi=on`.
    """
    start = wanted.split(",")[0].replace(" ", "")
    found = None
    for number, line in enumerate(text.splitlines(), 1):
        bare = line.strip()
        if bare.startswith("#") and bare.lstrip("# ").replace(" ", "").split(",")[0] == start:
            found = number
    return found


def sections(model: str | None) -> frozenset[str]:
    """Return the model filters of config.txt, such as `pi4`, that match a machine.

    See "Model filters" in the Raspberry Pi documentation. No filter matches if the machine is not a
    Raspberry Pi.

    Args:
        model: the content of /proc/device-tree/model, such as `Raspberry Pi 3 Model B Plus Rev 1.3`; None if
            there is no such file.
    """
    name = (model or "").removeprefix("Raspberry Pi ")
    if name == (model or ""):
        return frozenset()
    return next((met for pattern, met in _MODELS if re.match(pattern, name)), frozenset({"pi1"}))


# The first pattern that matches counts. None matches the models of 2012 to 2014, whose names have no number.
_MODELS = [
    (pattern, frozenset(met.split()))
    for pattern, met in (
        (r"Zero 2", "pi0 pi0w pi02"),
        (r"Zero W", "pi0 pi0w"),
        (r"Zero|Compute Module 0", "pi0"),
        (r"2 ", "pi2"),
        (r"3 Model [AB] Plus", "pi3 pi3+"),
        (r"3 |Compute Module 3", "pi3"),
        (r"400", "pi4 pi400"),
        (r"Compute Module 4S", "pi4 cm4s"),
        (r"Compute Module 4", "pi4 cm4"),
        (r"4 ", "pi4"),
        (r"500", "pi5 pi500"),
        (r"Compute Module 5", "pi5 cm5"),
        (r"5 ", "pi5"),
    )
]
_MODEL_FILTER = re.compile(r"pi\d|cm\d|none$")


def _lines(
    text: str, file: str, met: frozenset[str], included: Callable[[str], str | None], depth: int
) -> Iterator[_Line]:
    # A filter replaces any filter of the same kind, and combines with other kinds ("Combining filters").
    unmet: set[str] = set()
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()[:LONGEST]
        if line.startswith("["):
            _filter(line.strip("[] ").lower(), met, unmet)
        elif line.startswith("#") or unmet:
            continue
        elif line.startswith("include "):
            name = line.removeprefix("include ").strip()
            inner = included(name) if depth else None
            if inner is not None:
                yield from _lines(inner, name, met, included, depth - 1)
        elif "=" in line:
            name, _, value = line.partition("=")
            name = _ALIASES.get(name.strip(), name.strip())
            value = re.sub(r"\s+#.*", "", value).strip()
            yield _Line(name, value, line, f"{file}, line {number}")


def _filter(name: str, met: frozenset[str], unmet: set[str]) -> None:
    if name == "all":
        unmet.clear()
        return
    kind = "model" if _MODEL_FILTER.match(name) else re.split(r"[=:\dx]", name, maxsplit=1)[0]
    if name in met:
        unmet.discard(kind)
    else:
        unmet.add(kind)


def _parameters(text: str) -> Iterator[tuple[str, str]]:
    for part in text.split(","):
        name, _, value = part.partition("=")
        if name.strip():
            yield name.strip(), value.strip().strip('"')


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
