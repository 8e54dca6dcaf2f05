"""The draft of the configuration: the board's own settings, and the ready-made profile that they extend."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from firmware_py.config import files
from firmware_py.config.build import build
from firmware_py.config.clashes import refuse
from firmware_py.config.config import Config
from firmware_py.config.merge import merged
from firmware_py.config.pi_model import pi_model
from firmware_py.config.schema import check_file
from firmware_py.config.toml_table import TomlTable
from firmware_py.config.wiring_warnings import refuse_faults
from firmware_py.errors import ConfigurationMistake, UsageError

_NAME = "these answers"  # the name of the draft in error messages


class Draft(NamedTuple):
    """The draft of a configuration: a profile, and the settings that differ from it.

    Attributes:
        extends: the name of the profile, or of a file in the same folder as the configuration file, or None
            if the draft extends neither.
        settings: the draft's own settings, structured like a configuration file. The value `False` removes a
            setting of the profile.
        path: the path to the configuration file.
        former: the current content of that file, or an empty string for a new file.
    """

    extends: str | None
    settings: Mapping[str, Any] = {}
    path: Path = Path("muggins.toml")
    former: str = ""

    @property
    def config(self) -> Config:
        """The configuration that the draft describes.

        Raises:
            UsageError: the configuration is not valid.
        """
        check_file(_NAME, self._data)
        config = build(self._chain)
        refuse(_NAME, config)
        refuse_faults(_NAME, config, pi_model())
        return config

    @property
    def mistake(self) -> str | None:
        """The mistake in the configuration that the draft describes; None if it is valid.

        If the mistake is in a file that the draft extends, the text begins with the name of this file.
        """
        try:
            _ = self.config
        except ConfigurationMistake as error:
            return error.what if error.name == _NAME else str(error)
        except UsageError as error:
            return str(error)
        return None

    @property
    def tables(self) -> TomlTable:
        """All the board's settings, by table: those of the profile, overridden by the draft's own."""
        return merged(self._chain)

    def with_values(self, table: str, **values: Any) -> Draft:
        """Return a copy of the draft with new values in one of its tables.

        If a value is None, the setting is removed from the draft.

        Args:
            table: the name of the table.
            values: the new values, keyed by setting.
        """
        now = self.settings.get(table)
        both = {**(now if isinstance(now, dict) else {}), **values}
        kept = {name: value for name, value in both.items() if value is not None}
        return self._replace(settings={**self.settings, table: kept})

    def without(self, *tables: str) -> Draft:
        """Return a copy of the draft without the given tables.

        Tables that the draft inherits from its profile can be removed too.

        Args:
            tables: the names of tables in the configuration, such as `lights`.
        """
        left = {name: value for name, value in self.settings.items() if name not in tables}
        draft = self._replace(settings=left)
        return draft._replace(settings=left | {name: False for name in tables if name in draft.tables})

    def as_in_profile(self, *tables: str) -> Draft:
        """Return a copy of the draft without its own settings in the given tables.

        In these tables, the settings of the profile that the draft extends apply instead.

        Args:
            tables: the names of tables in the configuration, such as `lights`.
        """
        return self._replace(
            settings={name: value for name, value in self.settings.items() if name not in tables}
        )

    @property
    def text(self) -> str:
        """The new content of the configuration file. Its comments and unchanged settings are kept.

        A new or changed setting is written only if it differs from the profile that the file extends.
        """
        from firmware_py.setup_wizard.toml_text import edited

        extends = {} if self.extends is None else {"extends": self.extends}
        return edited(self.former, extends | self._different())

    @property
    def _data(self) -> TomlTable:
        return {**({} if self.extends is None else {"extends": self.extends}), **self.settings}

    @property
    def _chain(self) -> list[tuple[str, TomlTable]]:
        """The names and contents of all files that the draft extends, and then those of the draft itself.

        A file comes after the one that it extends.
        """
        return [*self._below, (_NAME, self._data)]

    @property
    def _below(self) -> list[tuple[str, TomlTable]]:
        extended = files.extended(self.path, self._data)
        return files.read(extended) if extended else []

    def _different(self) -> TomlTable:
        """Return the draft's settings without those that only repeat the profile.

        Settings that the configuration file already contains with the same value are kept.
        """
        below = self._below
        left = _copy(self.settings)
        before = tomllib.loads(self.former)
        whole = merged([*below, (_NAME, left)])
        for path in list(_paths(left)):
            if _value(before, path) is not None and _value(before, path) == _value(left, path):
                continue
            less = _without(left, path)
            if merged([*below, (_NAME, less)]) == whole:
                left = less
        return left


def _copy(table: Mapping[str, Any]) -> TomlTable:
    return {name: _copy(value) if isinstance(value, dict) else value for name, value in table.items()}


def _paths(table: Mapping[str, Any], *above: str) -> Iterator[tuple[str, ...]]:
    """Yield the path to each value and table inside a table, such as `("keyboard", "codes")`.

    The contents of a table come before the table itself. Each path begins with `above`, the path to `table`.
    """
    for name, value in table.items():
        if isinstance(value, dict):
            yield from _paths(value, *above, name)
        yield (*above, name)


def _value(table: Any, path: tuple[str, ...]) -> Any:
    for name in path:
        table = table.get(name) if isinstance(table, dict) else None
    return table


def _without(table: TomlTable, path: tuple[str, ...]) -> TomlTable:
    name, *rest = path
    if rest and name in table:
        return {**table, name: _without(table[name], tuple(rest))}
    return {other: value for other, value in table.items() if other != name}
