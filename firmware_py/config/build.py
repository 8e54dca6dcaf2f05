"""Read a configuration file, check it, and build the `Config` that it describes.

A cached copy of the configuration files, which allows the board to start without parsing TOML.

Importing the TOML parser takes 5 % of the time from the start of the program until the display shows its
first image. So the parsed content of a configuration file, and of the files that it extends, is saved in the
state folder with a fingerprint of each file. The copy is used until a fingerprint changes, or the SD card is
moved to a different model of Pi, for which the configuration may not be valid. If the copy is missing,
damaged or out of date, it is written again.

A quick way to find the message catalogue set in the configuration, without checking all other settings.
"""

from __future__ import annotations

import marshal
import os
import zlib
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import CribbageError
from engine.rules import Rules
from engine.setup import Setup
from firmware_py.system.errors import ConfigurationMistake, UsageError
from firmware_py.system.files import replace, sync_path
from firmware_py.words.in_use import NAMES

from . import defaults, files
from .config import Config
from .defaults import SECRETS
from .displays import displays
from .files import TomlTable, merged
from .keypads import inputs
from .lights import lights
from .pi import pi_model
from .programs import signals

if TYPE_CHECKING:
    from .programs import MqttSettings, SpeechSettings


Chain = list[tuple[str, dict[str, Any]]]
"""The name and content of each configuration file. Each file extends the one before it."""
_Fingerprint = tuple[str, int, int, int, int]


def cached(path: Path, cache: Path) -> Chain | None:
    """Return the cached content of a configuration file and of all files that it extends.

    Return None if the cached copy is missing, damaged or out of date, or if it is a copy of a different
    file.

    Args:
        path: the configuration file.
        cache: the file that contains the cached copy.
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
        path: the configuration file.
        chain: the name and content of the file and of all files that it extends. Passwords are not saved,
            because anyone can read the copy.
        cache: the file in which to save the copy.
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


def _without_secrets(table: dict[str, Any]) -> dict[str, Any]:
    """Return a copy of a table and its nested tables, without the keys whose values are secret."""
    return {
        key: _without_secrets(value) if isinstance(value, dict) else value
        for key, value in table.items()
        if key not in SECRETS
    }


def _fingerprint(path: Path) -> _Fingerprint:
    """Return a file's name, times, inode number and size, used to detect whether the file has changed."""
    status = path.stat()
    # On a FAT card, the time of a change is coarse, and programs can set it, so the other values count too.
    return str(path), status.st_mtime_ns, status.st_ctime_ns, status.st_ino, status.st_size


def load(path: Path | None = None, cache: Path | None = None) -> Config:
    """Load a configuration file, or the default profile if `path` is None.

    Args:
        path: the configuration file.
        cache: the file that stores the checked configuration for the next start; None to store nothing.

    Raises:
        ConfigurationMistake: the configuration is not valid. The message says what would be valid.
    """
    chosen = path or files.profile(defaults.PROFILE)
    known = cached(chosen, cache) if cache else None
    if known:
        return build(known)
    # These modules are imported only if the files must be read again.
    from .clashes import refuse
    from .pi import pi_model
    from .schema import check_file
    from .wiring_warnings import refuse_faults

    chain = files.read(chosen)
    for name, data in chain:
        check_file(name, data)
    config = build(chain)
    refuse(chain[-1][0], config)
    refuse_faults(chain[-1][0], config, pi_model())
    if cache:
        save(chosen, chain, cache)
    return config


def build(chain: list[tuple[str, dict[str, Any]]]) -> Config:
    """Build a configuration from the contents of configuration files that have been checked.

    Clashes between parts, such as two parts on the same pin, are not checked.

    Args:
        chain: the name and content of each file. Each file extends the one before it.

    Raises:
        ConfigurationMistake: a required setting is missing, or two settings contradict each other.
    """
    name, _ = chain[-1]
    tables = merged(chain)
    profile = next((Path(each).stem for each, _ in reversed(chain) if files.is_profile(Path(each))), None)
    screens = displays(tables)
    return Config(
        source=None if files.is_profile(Path(name)) else name,
        profile=profile,
        title=tables.get("title", ""),
        setup=_setup(name, tables),
        plays="rules" in tables or not tables.get("game", {}).keys() <= {"words", "coach"},
        inputs=inputs(name, tables),
        displays=screens,
        lights=lights(name, tables["lights"], speaks=not screens) if "lights" in tables else None,
        signals=signals(tables["signals"]) if "signals" in tables else None,
        words=tables.get("game", {}).get("words", defaults.WORDS),
        speech=_speech(tables["speech"]) if "speech" in tables else None,
        mqtt=_mqtt(name, tables["mqtt"]) if "mqtt" in tables else None,
        page_keys=tables.get("page", {}).get("keys", defaults.PAGE_KEYS),
        page_open=tables.get("page", {}).get("open", defaults.PAGE_OPEN),
        coach=tables.get("game", {}).get("coach", defaults.COACH),
    )


def _speech(table: TomlTable) -> SpeechSettings:
    # Most boards have no voice, and need not spend time on the import.
    from .programs import speech

    return speech(table)


def _mqtt(name: str, table: TomlTable) -> MqttSettings:
    # Most boards have no broker, and need not spend time on the import.
    from .programs import mqtt

    return mqtt(name, table)


def _setup(name: str, tables: TomlTable) -> Setup:
    """Return the rules and the players' names that a configuration specifies.

    Args:
        name: the configuration file's name, for error messages.
        tables: all tables of the configuration.

    Raises:
        ConfigurationMistake: the rules or the names are not valid.
    """
    game, options = tables.get("game", {}), tables.get("rules", {})
    names = tuple(game.get("names", ()))
    players = game.get("players", len(names) or defaults.PLAYERS)
    words = {True: "on", False: "off"}
    settings = [
        f"{option}={words[value] if isinstance(value, bool) else value}" for option, value in options.items()
    ]
    table = "rules"
    try:
        rules = Rules.parse(settings, players=players)
        table = "game.names"
        return Setup(rules, names=names).checked()
    except CribbageError as error:
        raise ConfigurationMistake(name, f"{table}: {error}") from None


def chosen_words() -> str:
    """Return the name of the message catalogue that is set in the default configuration file.

    Return the default name if there is no such file, if it cannot be read, or if it names no known catalogue.
    """
    try:
        path = files.found()
        chain = files.read(path) if path else []
    except UsageError:
        return defaults.WORDS
    games = [data.get("game") for _, data in reversed(chain)]
    chosen = [game["words"] for game in games if isinstance(game, dict) and game.get("words") in NAMES]
    return chosen[0] if chosen else defaults.WORDS
