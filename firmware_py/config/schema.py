"""The schema of a configuration file: its tables, their keys, and the allowed values of each key.

A file may leave out any setting. The setting then comes from the file that this file extends, or has its
default value. Each file is checked separately, so that an error names the file that contains the mistake. A
check is a function that takes a value and raises `Wrong` if the value is not allowed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, get_args

from engine.options import OPTIONS
from engine.rules import PLAYERS
from firmware_py.input.keys import Key, Stick
from firmware_py.input.settings import SETTINGS
from firmware_py.system.errors import ConfigurationMistake
from firmware_py.words.in_use import NAMES as WORDS

from .defaults import SECRETS
from .displays import OLED_CONTROLLERS, Facing, Interface
from .lights import LED_CHIPS, MOST_MA, PLUG_A
from .palette import colour
from .programs import AMPLIFIERS, SpeechLevel

Check = Callable[[Any], None]
PathStep = str | int


class Wrong(Exception):
    """Raised when a value in the configuration is not allowed.

    Attributes:
        remedy: a message that says what is allowed.
        path: the keys and list indices that lead to the value, outermost first.
    """

    def __init__(self, remedy: str, path: tuple[PathStep, ...] = ()) -> None:
        super().__init__(remedy)
        self.remedy, self.path = remedy, path


def number(low: int, high: int, noun: str) -> Check:
    """Return a check that accepts only whole numbers from `low` to `high`.

    Args:
        noun: the name of the value in the error message, such as `a BCM pin`.
    """

    def check(value: Any) -> None:
        if not is_whole(value) or not low <= value <= high:
            raise Wrong(f"{noun} must be a whole number from {low} to {high}")

    return check


def is_whole(value: Any) -> bool:
    """Return True if a value is a whole number. `True` and `False` do not count as numbers."""
    return isinstance(value, int) and not isinstance(value, bool)


def one_of(*choices: object) -> Check:
    """Return a check that accepts only the given values. Types must match too: 1.0 is not accepted as 1."""

    def check(value: Any) -> None:
        if not any(value == choice and type(value) is type(choice) for choice in choices):
            raise Wrong(f"must be one of {', '.join(shown(choice) for choice in choices)}")

    return check


def that(accepts: Callable[[Any], object], remedy: str) -> Check:
    """Return a check that accepts only values for which `accepts` is true.

    Args:
        remedy: the error message, such as `must be true or false`.
    """

    def check(value: Any) -> None:
        if not accepts(value):
            raise Wrong(remedy)

    return check


def of_type(kind: type, remedy: str) -> Check:
    """Return a check that accepts only values of type `kind`, with `remedy` as the error message."""
    return that(lambda value: isinstance(value, kind), remedy)


def text_that(accepts: Callable[[str], object], remedy: str) -> Check:
    """Return a check that accepts only text for which `accepts` is true. The arguments are as for `that`."""
    return that(lambda value: isinstance(value, str) and accepts(value), remedy)


def list_of(check_item: Check, least: int, most: int, example: str = "[1, 2]") -> Check:
    """Return a check that accepts a list of `least` to `most` items that all pass `check_item`.

    Args:
        example: an example of such a list, which is shown in the error message.
    """

    def check(value: Any) -> None:
        if not isinstance(value, list) or not least <= len(value) <= most:
            raise Wrong(f"must be a list of {least} to {most}, such as {example}")
        for index, item in enumerate(value):
            _check_inside(index, check_item, item)

    return check


def one_or_list_of(check_item: Check, most: int, example: str = "[1, 2]") -> Check:
    """Return a check that accepts a valid item, or a list of up to `most` of them."""
    check_list = list_of(check_item, 1, most, example)
    return lambda value: (check_list if isinstance(value, list) else check_item)(value)


def table_of(checks: Mapping[str, Check]) -> Check:
    """Return a check that accepts a table only if all its keys and values are valid.

    Args:
        checks: maps each allowed key to the check for its value.
    """

    def check(value: Any) -> None:
        if not isinstance(value, dict):
            raise Wrong("must be a table, such as [display] with a line for each key below it")
        for key, setting in value.items():
            if key not in checks:
                raise Wrong(f"no such key here; the keys are {', '.join(checks)}", (key,))
            _check_inside(key, checks[key], setting)

    return check


def or_false(check_value: Check) -> Check:
    """Return a check that accepts `false`, and all values that `check_value` accepts.

    In a configuration file, `false` removes a setting that the profile contains.
    """

    def check(value: Any) -> None:
        if value is not False:
            check_value(value)

    return check


def _check_inside(step: PathStep, check: Check, value: Any) -> None:
    try:
        check(value)
    except Wrong as wrong:
        raise Wrong(wrong.remedy, (step, *wrong.path)) from None


def shown(value: object) -> str:
    """Return a value as it would be written in TOML, shortened if it is long."""
    if isinstance(value, bool):
        return "true" if value else "false"
    try:
        text = repr(value)
    except ValueError:
        return "a number with thousands of digits"
    return text if len(text) <= 40 else f"{text[:37]}…"


INPUTS = tuple(key.value for key in (*Key, *Stick))
"""The names of the keys and of the directions of a joystick."""
LAST_CODE = 0x2FF
"""The last key code of the kernel, KEY_MAX in linux/input-event-codes.h."""


def check_file(name: str, data: dict[str, Any]) -> None:
    """Check the content of one configuration file.

    Raises:
        ConfigurationMistake: a key or a value is not valid. The message says what would be valid.
    """
    try:
        _FILE(data)
    except Wrong as wrong:
        value: Any = data
        for step in wrong.path:
            value = value[step]
        hidden = isinstance(value, dict) or wrong.path[-1] in SECRETS
        given = "" if hidden else f" = {shown(value)}"
        raise ConfigurationMistake(name, f"{_dotted(wrong.path)}{given}: {wrong.remedy}") from None


def _dotted(path: tuple[PathStep, ...]) -> str:
    """Return a path such as `keyboard.codes.A[2]`, with indices counted from 1."""
    text = ""
    for step in path:
        text += f"[{step + 1}]" if isinstance(step, int) else f".{step}" if text else step
    return text


_address = that(
    lambda value: is_whole(value) and 0x03 <= value <= 0x77,
    "must be an I2C address from 0x03 to 0x77, such as 0x3C",
)
_length = that(
    lambda value: isinstance(value, int | float) and not isinstance(value, bool) and 0 < value <= 1000,
    "must be a length in mm, such as 6.944",
)
_title = text_that(str.isprintable, "must be text in quotes, on one line")
_folder = text_that(
    lambda text: not text or text.startswith("/"),
    'must be the whole path of a folder, such as "/usr/local/share/muggins-voice"',
)
_command = text_that(
    str.strip, 'must be "espeak-ng", or a command line in quotes with {text} and {file} in it'
)
_host = text_that(
    lambda text: text and text.isprintable() and not set(text) & set(" /@[]"),
    'must be the name or the address of a computer, such as "broker.local"',
)
_file = text_that(
    lambda text: text.startswith("/") and not text.endswith("/"),
    'must be the whole path of a file, such as "/etc/muggins/mqtt-password"',
)
_board_name = text_that(
    lambda text: text.isprintable() and 0 < len(text.strip()) <= 40,
    'must be text in quotes of up to 40 characters, such as "Table 7"',
)
_topic_base = text_that(
    lambda text: all(re.fullmatch(r"[\w.-]+", level) for level in text.split("/")),
    'must be the beginning of a topic, such as "muggins" or "club/boards"',
)
_order = text_that(
    lambda text: re.fullmatch(r"(?=.*R)(?=.*G)(?=.*B)[RGB]{3}W?", text),
    'must be the order of the colours on the wire, such as "BGR", "GRB" or "GRBW"',
)
_CODE = number(1, LAST_CODE, "a key code")
_CODE_OR_CODES = one_or_list_of(_CODE, 9)


def _colour(value: Any) -> None:
    if not isinstance(value, str):
        raise Wrong('must be a colour, such as "orange" or "#ff6000"')
    try:
        colour(value)
    except ValueError as error:
        raise Wrong(str(error)) from None


def _option(name: str) -> Check:
    option = OPTIONS[name]

    def check(value: Any) -> None:
        if not isinstance(value, str | int):
            raise Wrong(f"choose from {option.allowed}")
        try:
            option.read(("on" if value else "off") if isinstance(value, bool) else str(value))
        except ValueError:
            raise Wrong(f"choose from {option.allowed}") from None

    return check


_WORD = of_type(str, 'must be text in quotes, such as "usb-numpad"')
_LOGIN = of_type(str, "must be text in quotes")
_FLAG = of_type(bool, "must be true or false")
_PIN = number(2, 27, "a BCM pin")
_DEVICE = text_that(
    lambda text: True, 'must be "auto", or the name of an ALSA device in quotes, or a list of names'
)
_DEVICE_OR_DEVICES = one_or_list_of(_DEVICE, 4, '["default", "hw:1"]')
_KEY_WORD = one_of(*INPUTS)
_SECONDS = number(0, 86_400, "a time in seconds, 0 for never,")
_HZ = number(100_000, 52_000_000, "a clock in Hz")
_BUS = number(0, 9, "the number of a bus")
_PINS = table_of({name: or_false(_PIN) for name in INPUTS})

_DISPLAY = or_false(
    table_of(
        {
            "controller": one_of(*OLED_CONTROLLERS),
            "interface": one_of(*get_args(Interface)),
            "bus": number(0, 22, "the number of a bus"),
            "address": _address,
            "device": number(0, 2, "a chip select"),
            "dc": _PIN,
            "reset": _PIN,
            "hz": one_of(*(mhz * 1_000_000 for mhz in (1, 2, 4, 8, 16, 20))),
            "rotate": one_of(0, 180),
            "facing": one_of(*get_args(Facing)),
            "contrast": number(0, 255, "a contrast"),
            "dim_contrast": number(0, 255, "a contrast"),
            "dim_after": _SECONDS,
            "blank_after": _SECONDS,
        }
    )
)
_SHAPE = table_of(
    {
        "kind": one_of("strips", "ring", "panel"),
        "tracks": number(2, 4, "the number of tracks"),
        "holes": one_of(121, 120),
        "game_hole": one_of("own", "shared"),
        "serpentine": _FLAG,
        "rows": number(1, 12, "the number of rows of a track"),
        "pitch_mm": _length,
        "row_mm": _length,
        "leds": one_of(60, 61, 120, 121),
        "width": number(4, 64, "the number of LEDs in a row"),
        "height": number(4, 64, "the number of LEDs in a column"),
        "panels": number(1, 8, "the number of panels"),
        "by": one_of("columns", "rows"),
    }
)
_LIGHTS = or_false(
    table_of(
        {
            "chip": one_of(*LED_CHIPS),
            "order": _order,
            "bus": _BUS,
            "device": number(0, 2, "a chip select"),
            "hz": _HZ,
            "brightness": number(1, 100, "a brightness in percent"),
            "limit_ma": number(100, MOST_MA, f"a current in mA, for a plug and a fuse of {PLUG_A} A,"),
            "colours": list_of(_colour, 2, 4),
            "shape": _SHAPE,
        }
    )
)
_SIGNALS = or_false(
    table_of(
        {
            "turn": list_of(_PIN, 2, 4),
            "dealer": list_of(_PIN, 2, 4),
            "game_over": or_false(_PIN),
            "buzzer": or_false(_PIN),
        }
    )
)
_SPEECH = or_false(
    table_of(
        {
            "level": one_of(*get_args(SpeechLevel)),
            "voice": _folder,
            "synthesiser": _command,
            "volume": number(0, 100, "a volume in percent"),
            "device": _DEVICE_OR_DEVICES,
            "keep_open": _FLAG,
            "amplifier": or_false(one_of(*AMPLIFIERS)),
        }
    )
)
_MQTT = or_false(
    table_of(
        {
            "host": _host,
            "port": number(1, 65_535, "a port"),
            "user": or_false(_LOGIN),
            "password": or_false(_LOGIN),
            "password_file": or_false(_file),
            "tls": _FLAG,
            "ca": or_false(_file),
            "name": or_false(_board_name),
            "base": _topic_base,
            "discovery": _FLAG,
        }
    )
)
_KEYBOARD = or_false(
    table_of(
        {
            "codes": table_of({name: or_false(_CODE_OR_CODES) for name in INPUTS}),
            "device": _WORD,
            "grab": _FLAG,
            "pins": _PINS,
            "rows": list_of(_PIN, 1, 8),
            "columns": list_of(_PIN, 1, 8),
            "matrix": list_of(list_of(_KEY_WORD, 1, 8), 1, 8),
        }
    )
)
_FILE = table_of(
    {
        "title": _title,
        "extends": _WORD,
        "buttons": or_false(_PINS),
        "keyboard": _KEYBOARD,
        "display": _DISPLAY,
        "second_display": _DISPLAY,
        "lights": _LIGHTS,
        "signals": _SIGNALS,
        "speech": _SPEECH,
        "mqtt": _MQTT,
        "page": table_of({"keys": _FLAG, "open": _FLAG}),
        "game": table_of(
            {
                "players": one_of(*PLAYERS),
                "names": list_of(_WORD, 2, 4, '["Ann", "Bob"]'),
                "words": one_of(*WORDS),
                "profile": one_of("club"),
                "hints": _FLAG,
                **{name: one_of(*setting.values) for name, setting in SETTINGS.items()},
            }
        ),
        "rules": table_of({name: _option(name) for name in OPTIONS}),
    }
)
