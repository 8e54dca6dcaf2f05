"""The settings for the board's keys, such as the pin or key code of each key.

Each key has a name, such as `A`, `OK` or `LEFT`. The directions of a joystick are keys too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from firmware_py.system.errors import ConfigurationMistake

from . import defaults


class ButtonSettings(NamedTuple):
    """The settings of push buttons between GPIO pins and ground.

    Attributes:
        pins: maps each key's name, such as `OK`, to its BCM pin.
    """

    pins: Mapping[str, int]


class KeyboardSettings(NamedTuple):
    """The settings for keys that the kernel reads: a USB keypad, a matrix, or buttons (overlay `gpio-key`).

    Attributes:
        codes: maps each key's name, such as `OK`, to its kernel codes (linux/input-event-codes.h).
        device: the path or name of the only input device to read; None to read every device that has one of
            the codes.
        grab: if True, the keys are hidden from all other programs, such as the console.
        pins: maps the name of each key that has a button of its own to the BCM number of the button's pin.
        rows: the BCM pins of a matrix's rows.
        columns: the BCM pins of a matrix's columns.
        matrix: the names of a matrix's keys, row by row.
    """

    codes: Mapping[str, tuple[int, ...]]
    device: str | None = None
    grab: bool = defaults.GRAB
    pins: Mapping[str, int] = {}
    rows: tuple[int, ...] = ()
    columns: tuple[int, ...] = ()
    matrix: tuple[tuple[str, ...], ...] = ()


InputSettings = ButtonSettings | KeyboardSettings


def inputs(name: str, tables: Mapping[str, Any]) -> tuple[InputSettings, ...]:
    """Return the settings of a board's buttons, keypads and joysticks.

    Raises:
        ConfigurationMistake: the board has no keys, or two settings contradict each other.
    """
    found: list[InputSettings] = []
    if tables.get("buttons"):
        found.append(ButtonSettings(tables["buttons"]))
    if tables.get("keyboard"):
        found.append(_keyboard(name, tables["keyboard"]))
    if not found:
        raise ConfigurationMistake(
            name,
            f'this board has no keys: extend a profile, such as extends = "{defaults.PROFILE}", '
            "or add a table [buttons] or [keyboard.codes]",
        )
    return tuple(found)


def _keyboard(name: str, table: Mapping[str, Any]) -> KeyboardSettings:
    codes = _codes(name, table.get("codes", {}))
    without_code = [key for key in table.get("pins", {}) if key not in codes]
    if without_code:
        raise ConfigurationMistake(
            name, f"keyboard.pins.{without_code[0]}: this key has no code: add one under [keyboard.codes]"
        )
    rows, columns = tuple(table.get("rows", ())), tuple(table.get("columns", ()))
    return KeyboardSettings(
        codes=codes,
        device=table.get("device"),
        grab=table.get("grab", defaults.GRAB),
        pins=table.get("pins", {}),
        rows=rows,
        columns=columns,
        matrix=_matrix(name, table, rows, columns),
    )


def _codes(name: str, table: Mapping[str, Any]) -> dict[str, tuple[int, ...]]:
    codes = {key: tuple(code) if isinstance(code, list) else (code,) for key, code in table.items()}
    if not codes:
        raise ConfigurationMistake(name, "keyboard.codes is empty: give each key its code, such as A = 79")
    owner: dict[int, str] = {}
    for key, own in codes.items():
        for code in own:
            if owner.setdefault(code, key) != key:
                raise ConfigurationMistake(
                    name,
                    f"keyboard.codes.{key} = {code}: {owner[code]} has this code already: "
                    "give each key its own",
                )
    return codes


def _matrix(
    name: str, table: Mapping[str, Any], rows: tuple[int, ...], columns: tuple[int, ...]
) -> tuple[tuple[str, ...], ...]:
    matrix = tuple(tuple(row) for row in table.get("matrix", ()))
    if matrix and not (rows and columns):
        raise ConfigurationMistake(
            name, "keyboard.matrix also needs its pins: keyboard.rows and keyboard.columns"
        )
    if (rows or columns) and (len(matrix) != len(rows) or any(len(row) != len(columns) for row in matrix)):
        raise ConfigurationMistake(
            name, f"keyboard.matrix must have {len(rows)} rows of {len(columns)} keys, a list for each row"
        )
    return matrix
