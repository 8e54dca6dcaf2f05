"""Merge configuration files. Each file overrides individual keys of the file that it extends."""

from __future__ import annotations

from firmware_py.config import defaults
from firmware_py.config.toml_table import TomlTable

_FLAGS = ("discovery", "grab", "keep_open", "keys", "open", "serpentine", "tls")
"""The keys whose values are true or false. For any other key, `false` removes the part or setting."""

_BELONGS_TO_CHOICE = {
    "interface": (defaults.INTERFACE, ("bus", "address", "device", "dc", "reset", "hz")),
    "chip": (defaults.CHIP, ("order", "hz")),
    "kind": (
        defaults.SHAPE,
        (
            *("tracks", "holes", "game_hole", "serpentine", "rows", "pitch_mm", "row_mm"),
            *("leds", "width", "height", "panels", "by"),
        ),
    ),
}
"""The keys that choose a kind of part, each with its default and the keys that depend on the choice.

A file that makes a different choice does not inherit the dependent keys.
"""


def merged(files: list[tuple[str, TomlTable]]) -> TomlTable:
    """Merge the tables of configuration files, key by key. Later files override earlier ones.

    Args:
        files: the name and content of each file. Each file extends the one before it.
    """
    result: TomlTable = {}
    for _, data in files:
        result = _over(result, data)
    return result


def _over(below: TomlTable, above: TomlTable) -> TomlTable:
    both = dict(below)
    for choice, (default, others) in _BELONGS_TO_CHOICE.items():
        if choice in above and above[choice] != below.get(choice, default):
            both = {name: value for name, value in both.items() if name not in others}
    for name, value in above.items():
        if value is False and name not in _FLAGS:
            both.pop(name, None)
        elif isinstance(value, dict) and isinstance(below.get(name), dict):
            both[name] = _over(below[name], value)
        else:
            both[name] = _over({}, value) if isinstance(value, dict) else value
    return both
