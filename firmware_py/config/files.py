"""Find and read configuration files: a chain of files that extend each other, or a cached copy of it.

A file extends another file, or one of the ready-made profiles, and overrides individual keys of it.

Importing the TOML parser takes 5 % of the time from the start of the program until the display shows its
first image. So the parsed content of a chain of files that has been checked is saved in the state folder,
with a fingerprint of each file. The copy is used until a fingerprint changes, or the SD card is moved to a
different model of Pi, for which the configuration may not be valid.
"""

from __future__ import annotations

import marshal
import os
import stat
import zlib
from contextlib import suppress
from pathlib import Path
from typing import Any

from firmware_py.system.errors import UsageError, system_words
from firmware_py.system.files import replace, sync_path

from . import defaults

TomlTable = dict[str, Any]
"""A table as Python's TOML parser returns it: its values, lists and further tables, keyed by name."""
Chain = list[tuple[str, TomlTable]]
"""The name and content of each configuration file. Each file extends the one before it."""
_Fingerprint = tuple[str, int, int, int, int]

TABLES = ("buttons", "keyboard", "display", "second_display", "lights", "signals")
"""The tables that list the parts of a board."""
SEARCHED = ("/boot/firmware/muggins.toml", "/etc/muggins/muggins.toml")
"""The default locations of the configuration file, searched in this order before the user's own folder."""

MODEL_FILE = Path("/proc/device-tree/model")
"""The kernel's file with the name of the machine, such as `Raspberry Pi 4 Model B Rev 1.4`."""

_CURLY = "\N{LEFT DOUBLE QUOTATION MARK}\N{RIGHT DOUBLE QUOTATION MARK}\N{DOUBLE LOW-9 QUOTATION MARK}" + (
    "\N{LEFT SINGLE QUOTATION MARK}\N{RIGHT SINGLE QUOTATION MARK}\N{SINGLE LOW-9 QUOTATION MARK}"
)
"""The quotation marks that word processors use instead of straight ones."""


def profiles_folder() -> Path:
    """Return the folder that contains the profiles, i.e. the ready-made configurations.

    In an installed package, the folder is part of the package. Otherwise, it is in the source tree.
    """
    package = Path(__file__).parents[1]
    installed = package / "profiles"
    return installed if installed.is_dir() else package.parent / "hardware" / "profiles"


def profile_names() -> list[str]:
    """Return the names of the profiles, in alphabetical order."""
    return sorted(path.stem for path in profiles_folder().glob("*.toml"))


def profile(name: str) -> Path:
    """Return the path to the file that contains the profile called `name`."""
    return profiles_folder() / f"{name}.toml"


def is_profile(path: Path) -> bool:
    """Return True if `path` is the path to one of the profiles that come with the program."""
    return path.parent == profiles_folder()


def searched(root: Path = Path("/")) -> list[Path]:
    """Return the paths of the default configuration files, in search order.

    `root` is the folder to use as the root of the file system.
    """
    system = [root / path.lstrip("/") for path in SEARCHED]
    home = Path(os.environ.get("XDG_CONFIG_HOME", ""))
    if not home.is_absolute():  # a relative path must be ignored (XDG Base Directory Specification)
        home = Path(os.path.expanduser("~/.config"))
    return [*system, home / "muggins" / "muggins.toml"] if home.is_absolute() else system


def found(root: Path = Path("/")) -> Path | None:
    """Return the first default configuration file that exists, or None if there is none.

    `root` is the folder to use as the root of the file system.

    Raises:
        UsageError: a folder that may contain the file cannot be read.
    """
    for path in searched(root):
        try:
            if path.is_file():
                return path
        except OSError as error:
            remedy = "let everybody read its folder, or give --config FILE"
            raise UsageError(f"{path}: {system_words(error)}: {remedy}") from None
    return None


def read(path: Path) -> Chain:
    """Read a configuration file and all files that it extends, and return the name and content of each file.

    Each file in the list extends the one before it, so `path` comes last.

    Raises:
        UsageError: a file cannot be read, is not valid TOML, extends itself, or extends a missing file.
    """
    chain: Chain = []
    seen: list[Path] = []
    next_one: Path | None = path
    while next_one is not None:
        here = Path(os.path.realpath(next_one))
        if here in seen:
            raise UsageError(f"{next_one}: extends leads back to this file: name one of {_named()}")
        seen.append(here)
        data = _parsed(next_one)
        chain.insert(0, (str(next_one), data))
        next_one = extended(next_one, data)
    return chain


def extended(path: Path, data: TomlTable) -> Path | None:
    """Return the path to the file that a configuration file extends, or None if it does not extend any.

    Raises:
        UsageError: the extended file or profile does not exist.
    """
    name = data.get("extends")
    if name is None:
        hardware = any(data.get(table) for table in TABLES)
        return None if hardware or is_profile(path) else profile(defaults.PROFILE)
    if not isinstance(name, str):
        return None  # the schema will refuse this value
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


def _parsed(path: Path) -> TomlTable:
    # tomllib is imported here, because a board usually starts with a cached copy of its configuration and
    # parses no file.
    import tomllib

    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise UsageError(f"{path}: this is not a file: name a configuration file")
        text = path.read_text(encoding="utf-8-sig")  # some editors put a byte order mark first
    except OSError as error:
        raise UsageError(f"{path}: {system_words(error)}: name a configuration that can be read") from None
    except UnicodeError:
        raise UsageError(f"{path}: the file is not UTF-8 text: save it as UTF-8") from None
    try:
        return tomllib.loads(text)
    except ValueError as error:
        # ValueError covers both TOMLDecodeError and the error for a number with thousands of digits.
        if curly := _curly_line(text, error):
            raise UsageError(
                f'{path}: line {curly} has curly quotes: type straight ones instead, as in "Ann"'
            ) from None
        raise UsageError(f"{path}: this is not valid TOML: {error}") from None
    except RecursionError:
        raise UsageError(f"{path}: this is not valid TOML: brackets are nested too deeply") from None


def _curly_line(text: str, error: ValueError) -> int | None:
    import re

    named = re.search(r"at line (\d+)", str(error))
    number = int(named[1]) if named else 0
    return number if number and any(quote in _CURLY for quote in text.split("\n")[number - 1]) else None


_FLAGS = (
    *("discovery", "grab", "hints", "keep_open", "keys", "open", "serpentine", "tls"),
    *("heels_can_win", "partners", "three_for_last"),  # the rules that are usually on
)
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


def merged(files: Chain) -> TomlTable:
    """Merge the tables of configuration files, key by key. Later files override earlier ones."""
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


def pi_model() -> str | None:
    """Return this machine's name from its device tree, or None if it has no device tree, as on most PCs."""
    try:
        # The text files of the device tree end with a zero byte.
        return MODEL_FILE.read_text(encoding="utf-8", errors="replace").rstrip("\0\n")
    except OSError:
        return None


def cached(path: Path, cache: Path) -> Chain | None:
    """Return the chain of files that a configuration file extends, from its cached copy.

    Return None if the copy is missing, damaged or out of date, or if it is a copy of a different file.
    """
    try:
        if not cache.is_file():
            return None  # reading a pipe might never end
        content = cache.read_bytes()
        body = content[4:]
        if int.from_bytes(content[:4], "big") != zlib.crc32(body):
            return None
        name, model, fingerprints, chain = marshal.loads(body)
        if (
            name == os.path.abspath(path)
            and model == pi_model()
            and all(_fingerprint(Path(file)) == (file, *rest) for file, *rest in fingerprints)
        ):
            known: Chain = chain
            return known
    except (OSError, ValueError, EOFError, TypeError):
        pass  # there is no copy, or a different version of Python wrote it
    return None


def save(path: Path, chain: Chain, cache: Path) -> None:
    """Save a copy of configuration files that have been checked, if the cache file is writable.

    Before that, make sure that the configuration files themselves have been written to the disk.

    Args:
        chain: the name and content of the file and of all files that it extends. Passwords are not saved,
            because anyone can read the copy.
    """
    names = [Path(name) for name, _ in chain]
    for name in names:
        with suppress(OSError):
            sync_path(name)
    # The copy also depends on the modules in this folder: a different version may check files differently.
    modules = sorted(Path(__file__).parent.glob("*.py"))
    with suppress(OSError):
        fingerprints = [_fingerprint(file) for file in (*names, *modules)]
        public = [(name, _without_secrets(data)) for name, data in chain]
        body = marshal.dumps((os.path.abspath(path), pi_model(), fingerprints, public))
        cache.parent.mkdir(parents=True, exist_ok=True)
        replace(cache, zlib.crc32(body).to_bytes(4, "big") + body)


def _without_secrets(table: TomlTable) -> TomlTable:
    return {
        key: _without_secrets(value) if isinstance(value, dict) else value
        for key, value in table.items()
        if key not in defaults.SECRETS
    }


def _fingerprint(path: Path) -> _Fingerprint:
    status = path.stat()
    # On a FAT card, the time of a change is coarse, and programs can set it, so the other values count too.
    return str(path), status.st_mtime_ns, status.st_ctime_ns, status.st_ino, status.st_size
