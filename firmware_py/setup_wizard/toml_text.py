"""Edit a configuration file's text.

Only the lines with changed settings are edited. Comments are kept.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from tomlkit.container import Container
    from tomlkit.items import AbstractTable, Item, Table

HEAD = "# Written by muggins setup.\n"
"""The first line of a new file."""


def edited(former: str, settings: Mapping[str, Any]) -> str:
    """Return the text of a configuration file with new settings.

    Comments, empty lines, and the lines of unchanged settings stay the same. If a table is removed, the
    comments inside it are also removed.

    Args:
        former: the current text, which must be valid TOML, or an empty string for a new file.
        settings: all settings of the new text, as `tomllib` would return them.
    """
    # tomlkit takes longer to import than the rest of setup, and is needed only after the last question.
    import tomlkit

    document = tomlkit.parse(former or HEAD)
    _update(document, tomllib.loads(former), settings)
    return tomlkit.dumps(document)


def _update(table: Container | AbstractTable, before: Mapping[str, Any], settings: Mapping[str, Any]) -> None:
    for name in before.keys() - settings.keys():
        _remove(table, name)
    for name, value in settings.items():
        old = before.get(name)
        if name in before and old == value and isinstance(old, bool) == isinstance(value, bool):
            continue
        if isinstance(old, dict) and isinstance(value, dict) and _is_open(table[name], value):
            _update(table[name], old, value)
            continue
        if name in before and (isinstance(old, dict) or isinstance(value, dict)):
            _remove(table, name)
        _put(table, name, value)


def _is_open(table: Any, settings: Mapping[str, Any]) -> bool:
    """Return True if the settings in a table can be changed individually, without replacing the whole table.

    This is not possible for a table that is split between several places in the file, or for an inline table
    that has to contain another table.

    Args:
        table: the table as it is in the file now, as a tomlkit object.
        settings: the settings that the table has to contain.
    """
    from tomlkit.items import InlineTable, Table

    if isinstance(table, Table):
        return bool(settings)
    has_tables = any(isinstance(each, dict) for each in settings.values())
    return isinstance(table, InlineTable) and not has_tables


def _put(table: Container | AbstractTable, name: str, value: Any) -> None:
    """Add a setting to a table, or replace its value.

    A new setting at the top level of the file is added directly below the `extends` line, if there is one. If
    it were added at the end of the file, it would become part of the last table.
    """
    from tomlkit.container import Container

    if name in table or isinstance(value, dict) or not isinstance(table, Container) or "extends" not in table:
        table[name] = _item(name, value)
    else:
        table._insert_after("extends", name, _item(name, value))


def _item(name: str, value: Any) -> Item:
    import tomlkit

    if name == "address":  # in hexadecimal, as in data sheets and i2cdetect
        return cast("Item", tomlkit.parse(f"address = {value:#04x}\n").item("address"))
    if isinstance(value, dict):
        only_tables = bool(value) and all(isinstance(each, dict) for each in value.values())
        table = tomlkit.table(is_super_table=only_tables)
        for inner, each in value.items():
            table.add(inner, _item(inner, each))
        return table
    return cast("Item", tomlkit.item(value))


def _remove(table: Container | AbstractTable, name: str) -> None:
    """Remove a setting or a table, but keep comments that belong to the following table."""
    from tomlkit.container import Container
    from tomlkit.items import Table, Whitespace

    gone = table[name]
    body = table.body if isinstance(table, Container) else []
    index = next((at for at, (_, item) in enumerate(body) if item is gone), None)
    table.remove(name)
    if isinstance(gone, Table) and index is not None:
        body[index] = (None, Whitespace(_above_the_next(gone)))


def _above_the_next(table: Table) -> str:
    """Return the comments that are at the end of a table's text, but belong to the next table.

    These are the comments below the first empty line after the table's last setting. If there are none,
    return an empty string.
    """
    from tomlkit.items import Table, Whitespace

    end: list[str] | None = None
    for key, item in table.value.body:
        if isinstance(item, Table):
            end = [_above_the_next(item)]
        elif key is not None:
            end = None
        elif end is not None:
            end.append(item.as_string())
        elif isinstance(item, Whitespace):
            end = []
    return "".join(end or ())
