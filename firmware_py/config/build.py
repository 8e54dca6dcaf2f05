"""Read a configuration file, check it, and build the `Config` that it describes.

A board usually starts with a cached copy of files that have been checked. The modules that check them are
imported only if the files must be read again.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import CribbageError
from engine.options import CLUB
from engine.rules import Rules
from engine.setup import Setup
from firmware_py.input.settings import DEFAULTS
from firmware_py.system.errors import ConfigurationMistake, UsageError
from firmware_py.words.in_use import NAMES

from . import defaults, files
from .config import Config
from .displays import displays
from .files import Chain, TomlTable, cached, merged, save
from .keypads import inputs
from .lights import lights, signals

if TYPE_CHECKING:
    from .programs import MqttSettings, SpeechSettings


def load(path: Path | None = None, cache: Path | None = None) -> Config:
    """Load a configuration file, or the default profile if `path` is None.

    Args:
        cache: the file that stores the checked configuration for the next start; None to store nothing.

    Raises:
        ConfigurationMistake: the configuration is not valid. The message says what would be valid.
    """
    chosen = path or files.profile(defaults.PROFILE)
    known = cached(chosen, cache) if cache else None
    if known:
        return build(known)
    from .clashes import refuse
    from .schema import check_file
    from .wiring_warnings import refuse_faults

    chain = files.read(chosen)
    for name, data in chain:
        check_file(name, data)
    config = build(chain)
    refuse(chain[-1][0], config)
    refuse_faults(chain[-1][0], config, files.pi_model())
    if cache:
        save(chosen, chain, cache)
    return config


def build(chain: Chain) -> Config:
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
        plays="rules" in tables or not tables.get("game", {}).keys() <= {"words", "hints", *DEFAULTS},
        inputs=inputs(name, tables),
        displays=screens,
        lights=lights(name, tables["lights"], speaks=not screens) if "lights" in tables else None,
        signals=signals(tables["signals"]) if "signals" in tables else None,
        words=tables.get("game", {}).get("words", defaults.WORDS),
        speech=_speech(tables["speech"]) if "speech" in tables else None,
        mqtt=_mqtt(name, tables["mqtt"]) if "mqtt" in tables else None,
        page_keys=tables.get("page", {}).get("keys", defaults.PAGE_KEYS),
        page_open=tables.get("page", {}).get("open", defaults.PAGE_OPEN),
        hints=tables.get("game", {}).get("hints", defaults.HINTS),
        settings={name: tables.get("game", {}).get(name, usual) for name, usual in DEFAULTS.items()},
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
    game = tables.get("game", {})
    options = {**(CLUB if game.get("profile") == "club" else {}), **tables.get("rules", {})}
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
