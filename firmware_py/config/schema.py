"""The schema of a configuration file: its tables, their keys, and the values of each key.

A file need not hold everything: what it leaves out comes from the profile that it extends, or is the usual
value. So each file is checked by itself, and an error names the file that it stands in.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NoReturn

import voluptuous as vol

from engine.options import OPTIONS
from engine.rules import PLAYERS
from firmware_py.config.defaults import ORDER
from firmware_py.errors import UsageError
from firmware_py.input.keys import Key, Stick
from firmware_py.render.palette import colour

Check = Callable[[Any], Any]
Table = dict[str, Any]

INPUTS = tuple(key.value for key in (*Key, *Stick))
"""The words of the keys and of a joystick's directions."""
LAST_CODE = 0x2FF
"""The last key code of the kernel, KEY_MAX of linux/input-event-codes.h."""


def check_file(name: str, data: Table) -> None:
    """Refuse what a file may not hold.

    Raises:
        UsageError: one line with the file, the key, its value and what would be right.
    """
    try:
        _FILE(data)
    except vol.MultipleInvalid as error:
        # The deepest first: of a choice of checks it is the one that was meant.
        first = max(error.errors, key=lambda each: len(each.path))
        raise UsageError(explained(name, data, first.path, first.error_message)) from None


def explained(name: str, data: Any, path: Iterable[Any], what: str) -> str:
    """`file: key = value: what would be right`."""
    words = [getattr(step, "schema", step) for step in path]
    for word in words:
        try:
            data = data[word]
        except (KeyError, IndexError, TypeError):
            return f"{name}: {_dotted(words)}: {what}"
    value = f" = {_shown(data)}" if words and not isinstance(data, dict) else ""
    return f"{name}: {_dotted(words)}{value}: {what}" if words else f"{name}: {what}"


def _dotted(words: Iterable[Any]) -> str:
    text = ""
    for word in words:
        text += f"[{word + 1}]" if isinstance(word, int) else f".{word}" if text else str(word)
    return text


def _shown(value: object) -> str:
    """A value as TOML writes it, cut short."""
    try:
        text = {True: "true", False: "false"}[value] if isinstance(value, bool) else repr(value)
    except ValueError:
        return "a number with thousands of digits"
    return text if len(text) <= 40 else f"{text[:37]}…"


def _refuse(what: str) -> NoReturn:
    raise vol.Invalid(what)


def _number(low: int, high: int, what: str) -> Check:
    """A whole number in a range."""

    def check(value: Any) -> Any:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            _refuse(f"{what} must be a whole number from {low} to {high}")
        return value

    return check


def _one_of(*choices: object) -> Check:
    def check(value: Any) -> Any:
        if not any(value == choice and type(value) is type(choice) for choice in choices):
            _refuse(f"must be one of {', '.join(_shown(choice) for choice in choices)}")
        return value

    return check


def _of_type(kind: type, what: str) -> Check:
    def check(value: Any) -> Any:
        if not isinstance(value, kind):
            _refuse(what)
        return value

    return check


def _list(each: Check, least: int, most: int) -> Check:
    """A list of so many."""
    items = vol.Schema([each])

    def check(value: Any) -> Any:
        if not isinstance(value, list) or not least <= len(value) <= most:
            _refuse(f"must be a list of {least} to {most}, such as [1, 2]")
        return items(value)

    return check


def _unknown(known: Iterable[str]) -> Check:
    def check(value: Any) -> Any:
        _refuse(f"no such key here; the keys are {', '.join(known)}")

    return check


def _table(fields: Mapping[str, Check]) -> Check:
    """A table of which any key may be missing, and none is unknown."""
    checked: dict[Any, Any] = {vol.Optional(name): check for name, check in fields.items()}
    schema = vol.Schema(checked | {vol.Extra: _unknown(fields)})

    def check(value: Any) -> Any:
        if not isinstance(value, dict):
            _refuse("must be a table, such as [display] with a line for each key below it")
        return schema(value)

    return check


def _or_none(check: Check) -> Check:
    """`false` takes away what the profile has."""

    def allowed(value: Any) -> Any:
        return value if value is False else check(value)

    return allowed


def _address(value: Any) -> Any:
    if isinstance(value, bool) or not isinstance(value, int) or not 0x03 <= value <= 0x77:
        _refuse("must be an I2C address from 0x03 to 0x77, such as 0x3C")
    return value


def _positive(value: Any) -> Any:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= 1000:
        _refuse("must be a length in mm, such as 6.944")
    return value


def _codes(value: Any) -> Any:
    code = _number(1, LAST_CODE, "a key code")
    return _list(code, 1, 9)(value) if isinstance(value, list) else code(value)


def _colour(value: Any) -> Any:
    if not isinstance(value, str):
        _refuse('must be a colour, such as "orange" or "#ff6000"')
    try:
        return colour(value)
    except ValueError as error:
        raise vol.Invalid(str(error)) from None


def _title(value: Any) -> Any:
    if not isinstance(value, str) or not value.isprintable():
        _refuse("must be text in quotes, on one line")
    return value


def _order(value: Any) -> Any:
    if not isinstance(value, str) or not re.fullmatch(r"(?=.*R)(?=.*G)(?=.*B)[RGB]{3}W?", value):
        _refuse('must be the order of the colours on the wire, such as "BGR", "GRB" or "GRBW"')
    return value


def _option(name: str) -> Check:
    option = OPTIONS[name]

    def check(value: Any) -> Any:
        if not isinstance(value, str | int):
            _refuse(f"choose from {option.allowed}")
        try:
            option.read(("on" if value else "off") if isinstance(value, bool) else str(value))
        except ValueError:
            _refuse(f"choose from {option.allowed}")
        return value

    return check


_WORD = _of_type(str, 'must be text in quotes, such as "usb-numpad"')
_FLAG = _of_type(bool, "must be true or false")
_PIN = _number(2, 27, "a BCM pin")
_KEY_WORD = _one_of(*INPUTS)
_SECONDS = _number(0, 86_400, "a time in seconds, 0 for never,")
_HZ = _number(100_000, 52_000_000, "a clock in Hz")
_BUS = _number(0, 9, "the number of a bus")
_PINS = _table({name: _or_none(_PIN) for name in INPUTS})

_DISPLAY = _or_none(
    _table(
        {
            "controller": _one_of("ssd1306", "ssd1309", "sh1106"),
            "interface": _one_of("i2c", "spi"),
            "bus": _number(0, 22, "the number of a bus"),
            "address": _address,
            "device": _number(0, 2, "a chip select"),
            "dc": _PIN,
            "reset": _PIN,
            "hz": _one_of(*(mhz * 1_000_000 for mhz in (1, 2, 4, 8, 16, 20))),
            "rotate": _one_of(0, 180),
            "facing": _one_of("fixed", "turn"),
            "contrast": _number(0, 255, "a contrast"),
            "dim_contrast": _number(0, 255, "a contrast"),
            "dim_after": _SECONDS,
            "blank_after": _SECONDS,
        }
    )
)
_SHAPE = _table(
    {
        "kind": _one_of("strips", "ring", "panel"),
        "tracks": _number(2, 3, "the number of tracks"),
        "holes": _one_of(121, 120),
        "game_hole": _one_of("own", "shared"),
        "serpentine": _FLAG,
        "rows": _number(1, 12, "the number of rows of a track"),
        "pitch_mm": _positive,
        "row_mm": _positive,
        "leds": _one_of(60, 61, 120, 121),
        "width": _number(4, 64, "the number of LEDs in a row"),
        "height": _number(4, 64, "the number of LEDs in a column"),
        "panels": _number(1, 8, "the number of panels"),
        "by": _one_of("columns", "rows"),
    }
)
_LIGHTS = _or_none(
    _table(
        {
            "chip": _one_of(*ORDER),
            "order": _order,
            "bus": _BUS,
            "device": _number(0, 2, "a chip select"),
            "hz": _HZ,
            "brightness": _number(1, 100, "a brightness in percent"),
            "limit_ma": _number(100, 20_000, "a current in mA"),
            "colours": _list(_colour, 2, 3),
            "shape": _SHAPE,
        }
    )
)
_SIGNALS = _or_none(
    _table(
        {
            "turn": _list(_PIN, 2, 3),
            "dealer": _list(_PIN, 2, 3),
            "game_over": _or_none(_PIN),
            "buzzer": _or_none(_PIN),
        }
    )
)
_KEYBOARD = _or_none(
    _table(
        {
            "codes": _table({name: _or_none(_codes) for name in INPUTS}),
            "device": _WORD,
            "grab": _FLAG,
            "pins": _PINS,
            "rows": _list(_PIN, 1, 8),
            "columns": _list(_PIN, 1, 8),
            "matrix": _list(_list(_KEY_WORD, 1, 8), 1, 8),
        }
    )
)
_FILE = vol.Schema(
    _table(
        {
            "title": _title,
            "extends": _WORD,
            "buttons": _or_none(_PINS),
            "keyboard": _KEYBOARD,
            "display": _DISPLAY,
            "second_display": _DISPLAY,
            "lights": _LIGHTS,
            "signals": _SIGNALS,
            "game": _table({"players": _one_of(*PLAYERS), "names": _list(_WORD, 2, 4)}),
            "rules": _table({name: _option(name) for name in OPTIONS}),
        }
    )
)
