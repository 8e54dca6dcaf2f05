"""The configuration as far as it is known: a profile, and what is to be otherwise."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from firmware_py.config import files
from firmware_py.config.build import build
from firmware_py.config.clashes import refuse
from firmware_py.config.config import Config
from firmware_py.config.schema import check_file

Table = dict[str, Any]
NAME = "these answers"
"""The name of the draft in error messages."""


class Draft(NamedTuple):
    """A profile, and what is to be otherwise.

    Attributes:
        profile: the name of the profile.
        answers: tables as in a file that extends it; `False` takes away.
    """

    profile: str
    answers: Mapping[str, Any] = {}

    @property
    def config(self) -> Config:
        """The board that it comes to.

        Raises:
            UsageError: it comes to no board.
        """
        check_file(NAME, dict(self.answers))
        config = build([*self._profile, (NAME, dict(self.answers))])
        refuse(NAME, config)
        return config

    def having(self, table: str, **values: Any) -> Draft:
        """The same with other values in a table; None for what the profile says."""
        both = {**self.answers.get(table, {}), **values}
        kept = {name: value for name, value in both.items() if value is not None}
        return self._replace(answers={**self.answers, table: kept})

    @property
    def text(self) -> str:
        """The file: it extends the profile, and holds nothing else but what differs from it."""
        import tomli_w

        data = {"extends": self.profile, **self._different()}
        text = tomli_w.dumps(data)
        # As data sheets and i2cdetect have addresses.
        text = re.sub(r"(?m)^address = (\d+)$", lambda found: f"address = {int(found[1]):#04x}", text)
        return f"# Written by muggins setup.\n{text}"

    @property
    def _profile(self) -> list[tuple[str, Table]]:
        return files.read(files.profile(self.profile))

    def _different(self) -> Table:
        """The answers without those that change nothing."""
        profile = self._profile
        left = _copy(self.answers)
        whole = files.merged([*profile, (NAME, left)])
        for path in list(_paths(left)):
            less = _without(left, path)
            if files.merged([*profile, (NAME, less)]) == whole:
                left = less
        return left


def _copy(table: Mapping[str, Any]) -> Table:
    return {name: _copy(value) if isinstance(value, dict) else value for name, value in table.items()}


def _paths(table: Mapping[str, Any], *above: str) -> Iterator[tuple[str, ...]]:
    """The paths of all values, what is in a table before the table."""
    for name, value in table.items():
        if isinstance(value, dict):
            yield from _paths(value, *above, name)
        yield (*above, name)


def _without(table: Table, path: tuple[str, ...]) -> Table:
    """A table without the value at a path."""
    name, *rest = path
    if rest and name in table:
        return {**table, name: _without(table[name], tuple(rest))}
    return {other: value for other, value in table.items() if other != name}
