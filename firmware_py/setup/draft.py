"""The draft of the configuration, and the file that it becomes.

A draft holds the board's own settings, and names the profile that they extend. In the file, only the lines
with changed settings are edited; comments are kept. The new file is shown first, and then replaces the old.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from firmware_py.config import files
from firmware_py.config.build import build, load
from firmware_py.config.clashes import refuse
from firmware_py.config.config import Config
from firmware_py.config.files import TomlTable, merged, pi_model
from firmware_py.config.schema import check_file
from firmware_py.config.wiring_warnings import refuse_faults
from firmware_py.system.errors import ConfigurationMistake, UsageError, system_words
from firmware_py.system.files import new_file, replace, sync_path

if TYPE_CHECKING:
    from tomlkit.container import Container
    from tomlkit.items import AbstractTable, Item, Table


_NAME = "these answers"  # the name of the draft in error messages


class Draft(NamedTuple):
    """The draft of a configuration: a profile, and the settings that differ from it.

    Attributes:
        extends: the name of the profile, or of a file in the same folder as the configuration file, or None
            if the draft extends neither.
        settings: the draft's own settings, structured like a configuration file. The value `False` removes a
            setting of the profile.
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

    def checked(self) -> Draft:
        """Return this draft. Raises ValueError, which says why, if it is not a valid configuration."""
        if self.mistake is not None:
            raise ValueError(f"that is not possible: {self.mistake}")
        return self

    @property
    def tables(self) -> TomlTable:
        """All the board's settings, by table: those of the profile, overridden by the draft's own."""
        return merged(self._chain)

    def with_values(self, table: str, **values: Any) -> Draft:
        """Return a copy of the draft with new values in one of its tables.

        If a value is None, the setting is removed from the draft.
        """
        now = self.settings.get(table)
        both = {**(now if isinstance(now, dict) else {}), **values}
        kept = {name: value for name, value in both.items() if value is not None}
        return self._replace(settings={**self.settings, table: kept})

    def without(self, *tables: str) -> Draft:
        """Return a copy of the draft without the given tables.

        Tables that the draft inherits from its profile can be removed too.
        """
        left = {name: value for name, value in self.settings.items() if name not in tables}
        draft = self._replace(settings=left)
        return draft._replace(settings=left | {name: False for name in tables if name in draft.tables})

    def as_in_profile(self, *tables: str) -> Draft:
        """Return a copy of the draft without its own settings in the given tables.

        In these tables, the settings of the profile that the draft extends apply instead.
        """
        return self._replace(
            settings={name: value for name, value in self.settings.items() if name not in tables}
        )

    @property
    def text(self) -> str:
        """The new content of the configuration file. Its comments and unchanged settings are kept.

        A new or changed setting is written only if it differs from the profile that the file extends.
        """

        extends = {} if self.extends is None else {"extends": self.extends}
        return edited(self.former, extends | self._different())

    @property
    def _data(self) -> TomlTable:
        return {**({} if self.extends is None else {"extends": self.extends}), **self.settings}

    @property
    def _chain(self) -> list[tuple[str, TomlTable]]:
        """The files that the draft extends, each after the one that it extends, and then the draft itself."""
        return [*self._below, (_NAME, self._data)]

    @property
    def _below(self) -> list[tuple[str, TomlTable]]:
        extended = files.extended(self.path, self._data)
        return files.read(extended) if extended else []

    def _different(self) -> TomlTable:
        """Leave out settings that only repeat the profile, unless the file already contains them."""
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
    """Yield paths such as `("keyboard", "codes")`. The contents of a table come before the table itself."""
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
    """Return False for a table split between several places, or an inline table that must contain a table."""
    from tomlkit.items import InlineTable, Table

    if isinstance(table, Table):
        return bool(settings)
    has_tables = any(isinstance(each, dict) for each in settings.values())
    return isinstance(table, InlineTable) and not has_tables


def _put(table: Container | AbstractTable, name: str, value: Any) -> None:
    """Add a setting to a table, or replace its value.

    At the top level, a new setting goes below the `extends` line: at the end of the file, it would become
    part of the last table.
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
    """Return the comments below the first empty line after a table's last setting, if there are any."""
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


def path_to_write(out: Path | None) -> Path:
    """Return the path to the configuration file to write: `out`, or the default path if `out` is None.

    The default is the file that the board reads, if this user can write to it. Otherwise it is
    /etc/muggins/muggins.toml, or a file in the user's home folder if the user cannot write to /etc.

    Raises:
        UsageError: the file is not writable.
    """
    if out is not None:
        if out.is_dir():
            raise UsageError(
                f"--out {out}: this is a folder: name a file in it, such as {out / 'muggins.toml'}"
            )
        if not _can_write(out):
            raise UsageError(f"--out {out}: this file is not writable: name a file in a folder of your own")
        return out
    in_use = files.found()
    # Only people who prepare the card elsewhere make a file on the boot partition; this program changes it.
    *system, own = [path for path in files.searched() if path.parent.name == "muggins"]
    for path in (*([in_use] if in_use else []), *system, own):
        if _can_write(path):
            return path
    raise UsageError(f"{own}: this file is not writable: name another file with --out FILE")


def _can_write(path: Path) -> bool:
    """Missing folders on the path can be created."""
    folder = path.absolute().parent
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    return folder.is_dir() and os.access(folder, os.W_OK | os.X_OK)


def former_draft(path: Path) -> Draft:
    """Read a configuration file, and return its content as a draft that can be changed.

    If the file does not exist, the draft is empty.

    Raises:
        UsageError: the file cannot be read, or is not a valid configuration.
    """
    if not path.exists():
        return Draft(None, {}, path)
    load(path)
    *_, (_, data) = files.read(path)
    extends = data.pop("extends", None)
    return Draft(extends, data, path, path.read_text(encoding="utf-8-sig"))


def backup_of(path: Path) -> Path:
    """Return the path to the backup copy of a file."""
    return path.with_name(f"{path.name}.bak")


def replace_file(path: Path, text: str) -> Config:
    """Replace the configuration file atomically and return the new configuration.

    An existing file is kept as a backup.

    Raises:
        UsageError: the file cannot be written, or the new configuration is not valid. The old file is kept.
    """
    path = Path(os.path.realpath(path))  # if the path is a link, replace its target
    try:
        _make(path.parent)
        with new_file(path, text.encode(), _FOR_ALL) as new:
            config = load(new.path)
            if path.exists():
                replace(backup_of(path), path.read_bytes(), _FOR_ALL)
            os.replace(new.path, path)
        sync_path(path.parent)
    except OSError as error:
        raise UsageError(f"{path}: {system_words(error)}: name another file with --out FILE") from None
    return config


def _make(folder: Path) -> None:
    """Create a folder that all users can read, because the service runs as a different user."""
    if not folder.exists():
        _make(folder.parent)
        folder.mkdir()
        folder.chmod(0o755)


_FOR_ALL = 0o644
"""The permissions of a configuration file: all users can read it, including the service's user."""


_NEAR = 2
"""The number of unchanged lines that are shown before and after a change."""


def preview(former: str, text: str) -> Iterator[str]:
    """Yield lines that show how a file will change.

    Added lines begin with `+`, and removed lines with `-`. Long unchanged passages are shortened.

    Args:
        former: the current content of the file. If it is empty, the new content is shown without marks.
    """
    old, new = former.splitlines(), text.splitlines()
    if not former:
        yield from (f"    {line}".rstrip() for line in new)
        return
    steps = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    for number, (kind, old_from, old_to, new_from, new_to) in enumerate(steps):
        if kind == "equal":
            yield from _unchanged(old[old_from:old_to], first=number == 0, last=number == len(steps) - 1)
            continue
        yield from (f"  - {line}".rstrip() for line in old[old_from:old_to])
        yield from (f"  + {line}".rstrip() for line in new[new_from:new_to])


def _unchanged(lines: list[str], first: bool, last: bool) -> Iterator[str]:
    head, tail = 0 if first else _NEAR, 0 if last else _NEAR
    left_out = len(lines) - head - tail
    if left_out <= 1:
        head, tail, left_out = len(lines), 0, 0
    yield from (f"    {line}".rstrip() for line in lines[:head])
    if left_out:
        yield f"    ... {left_out} lines stay as they are ..."
    yield from (f"    {line}".rstrip() for line in lines[len(lines) - tail :])
