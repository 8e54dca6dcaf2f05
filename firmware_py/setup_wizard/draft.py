"""The draft of the configuration: a profile and the settings that differ from it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from firmware_py.config import files
from firmware_py.config.build import build
from firmware_py.config.clashes import refuse
from firmware_py.config.config import Config
from firmware_py.config.merge import merged
from firmware_py.config.pi_model import pi_model
from firmware_py.config.schema import check_file
from firmware_py.config.wiring_warnings import refuse_faults

Table = dict[str, Any]
NAME = "these answers"
"""The name of the draft in error messages."""


class Draft(NamedTuple):
    """The draft of a configuration: a profile, and the settings that differ from the profile.

    Attributes:
        profile: the name of the profile.
        answers: the settings that differ, as the tables of a configuration file. `False` removes a setting of
            the profile.
    """

    profile: str
    answers: Mapping[str, Any] = {}

    @property
    def config(self) -> Config:
        """The configuration that the draft describes.

        Raises:
            UsageError: the settings do not make a valid configuration.
        """
        check_file(NAME, dict(self.answers))
        config = build([*self._profile, (NAME, dict(self.answers))])
        refuse(NAME, config)
        refuse_faults(NAME, config, pi_model())
        return config

    def with_values(self, table: str, **values: Any) -> Draft:
        """Return a copy with new values in one table. The value None restores the profile's value."""
        both = {**self.answers.get(table, {}), **values}
        kept = {name: value for name, value in both.items() if value is not None}
        return self._replace(answers={**self.answers, table: kept})

    @property
    def text(self) -> str:
        """The text of the configuration file, which extends the profile and contains only the differences."""
        import tomli_w

        data = {"extends": self.profile, **self._different()}
        text = tomli_w.dumps(data)
        # Write addresses in hexadecimal, as in data sheets and i2cdetect.
        text = re.sub(r"(?m)^address = (\d+)$", lambda found: f"address = {int(found[1]):#04x}", text)
        return f"# Written by muggins setup.\n{text}"

    @property
    def _profile(self) -> list[tuple[str, Table]]:
        return files.read(files.profile(self.profile))

    def _different(self) -> Table:
        profile = self._profile
        left = _copy(self.answers)
        whole = merged([*profile, (NAME, left)])
        for path in list(_paths(left)):
            less = _without(left, path)
            if merged([*profile, (NAME, less)]) == whole:
                left = less
        return left


def _copy(table: Mapping[str, Any]) -> Table:
    return {name: _copy(value) if isinstance(value, dict) else value for name, value in table.items()}


def _paths(table: Mapping[str, Any], *above: str) -> Iterator[tuple[str, ...]]:
    """Yield the path of each value and table in a table, such as `("keyboard", "codes")`.

    The contents of a table come before the table itself. Each path begins with the keys in `above`.
    """
    for name, value in table.items():
        if isinstance(value, dict):
            yield from _paths(value, *above, name)
        yield (*above, name)


def _without(table: Table, path: tuple[str, ...]) -> Table:
    """Return a copy of a table without the value at `path`."""
    name, *rest = path
    if rest and name in table:
        return {**table, name: _without(table[name], tuple(rest))}
    return {other: value for other, value in table.items() if other != name}
