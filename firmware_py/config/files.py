"""Where configurations are found, and what they extend.

A file may extend a profile, or another file beside it, and overrides single keys of it.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Any

from firmware_py.config import defaults
from firmware_py.errors import UsageError

Table = dict[str, Any]

TABLES = ("buttons", "keyboard", "display", "second_display", "lights", "signals")
"""The tables that say what a board is made of."""
_FLAGS = ("grab", "serpentine")
"""Keys whose values are true or false. For every other key, `false` removes the part."""
SEARCHED = ("/boot/firmware/muggins.toml", "/etc/muggins/muggins.toml")
"""Where a configuration is looked for, in this order, before the user's own folder."""


def profiles_folder() -> Path:
    """The folder of the profiles: beside this package where it is installed, in `hardware` in the tree."""
    package = Path(__file__).parents[1]
    installed = package / "profiles"
    return installed if installed.is_dir() else package.parent / "hardware" / "profiles"


def profile_names() -> list[str]:
    """The names of the profiles, in alphabetical order."""
    return sorted(path.stem for path in profiles_folder().glob("*.toml"))


def profile(name: str) -> Path:
    """The file of a profile."""
    return profiles_folder() / f"{name}.toml"


def is_profile(path: Path) -> bool:
    """Return True if a file is one of the profiles."""
    return path.parent == profiles_folder()


def searched(root: Path = Path("/")) -> list[Path]:
    """Where a configuration is looked for, in order; `root` is put before the system's own folders."""
    system = [root / path.lstrip("/") for path in SEARCHED]
    home = Path(os.environ.get("XDG_CONFIG_HOME", ""))
    if not home.is_absolute():  # a relative one is to be ignored (XDG Base Directory Specification)
        home = Path(os.path.expanduser("~/.config"))
    return [*system, home / "muggins" / "muggins.toml"] if home.is_absolute() else system


def found(root: Path = Path("/")) -> Path | None:
    """The first configuration there is, None if there is none.

    Raises:
        UsageError: a folder that may have one cannot be looked into.
    """
    for path in searched(root):
        try:
            if path.is_file():
                return path
        except OSError as error:
            why = (error.strerror or "it is not readable").lower()
            raise UsageError(f"{path}: {why}: let everybody read its folder, or give --config FILE") from None
    return None


def read(path: Path) -> list[tuple[str, Table]]:
    """A file and all that it extends, each by its name, the one that nothing overrides first.

    A file that says nothing of the board itself extends the usual profile.

    Raises:
        UsageError: a file cannot be read, is not TOML, or extends itself or what there is not.
    """
    chain: list[tuple[str, Table]] = []
    seen: list[Path] = []
    next_one: Path | None = path
    while next_one is not None:
        here = Path(os.path.realpath(next_one))
        if here in seen:
            raise UsageError(f"{next_one}: extends leads back to this file: name one of {_named()}")
        seen.append(here)
        data = _parsed(next_one)
        chain.insert(0, (str(next_one), data))
        next_one = _extended(next_one, data)
    return chain


def merged(chain: list[tuple[str, Table]]) -> Table:
    """Merge a chain of files: later files override earlier ones, key by key; `false` removes a key."""
    result: Table = {}
    for _, data in chain:
        result = _over(result, data)
    return result


#: A choice, what it usually is, and what goes with it: a file that chooses otherwise inherits none of that.
_GOES_WITH = {
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


def _over(below: Table, above: Table) -> Table:
    both = dict(below)
    for choice, (usual, others) in _GOES_WITH.items():
        if choice in above and above[choice] != below.get(choice, usual):
            both = {name: value for name, value in both.items() if name not in others}
    for name, value in above.items():
        if value is False and name not in _FLAGS:
            both.pop(name, None)
        elif isinstance(value, dict) and isinstance(below.get(name), dict):
            both[name] = _over(below[name], value)
        else:
            both[name] = _over({}, value) if isinstance(value, dict) else value
    return both


def _extended(path: Path, data: Table) -> Path | None:
    """The file that a file extends."""
    name = data.get("extends")
    if name is None:
        hardware = any(data.get(table) for table in TABLES)
        return None if hardware or is_profile(path) else profile(defaults.PROFILE)
    if not isinstance(name, str):
        return None  # the schema says what is wrong with it
    if name in profile_names():
        return profile(name)
    beside = path.parent / name
    if name.endswith(".toml") and os.path.isfile(beside):
        return beside
    raise UsageError(
        f"{path}: extends = {name!r}: there is no such profile: choose one of {_named()}, "
        "or the name of a file beside it that ends in .toml"
    )


def _named() -> str:
    return ", ".join(profile_names())


def _parsed(path: Path) -> Table:
    # Imported here, because most commands read no configuration.
    import tomllib

    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise UsageError(f"{path}: this is not a file: name a configuration file")
        text = path.read_text(encoding="utf-8-sig")  # editors on other systems may begin it with a mark
    except OSError as error:
        why = (error.strerror or "it is not readable").lower()
        raise UsageError(f"{path}: {why}: name a configuration that can be read") from None
    except UnicodeError:
        raise UsageError(f"{path}: the file is not UTF-8 text: save it as UTF-8") from None
    try:
        return tomllib.loads(text)
    except ValueError as error:
        # TOMLDecodeError is one; a number with thousands of digits is another.
        raise UsageError(f"{path}: this is not valid TOML: {error}") from None
    except RecursionError:
        raise UsageError(f"{path}: this is not valid TOML: brackets are nested too deeply") from None
