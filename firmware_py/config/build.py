"""Read a configuration file, check it, and build the `Config` that it describes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import CribbageError
from engine.rules import Rules
from engine.setup import Setup
from firmware_py.config import defaults, files
from firmware_py.config.cache import cached, save
from firmware_py.config.config import Config
from firmware_py.config.displays import displays
from firmware_py.config.indicators_and_buzzer import signals
from firmware_py.config.keypads import inputs
from firmware_py.config.lights import lights
from firmware_py.config.merge import merged
from firmware_py.config.toml_table import TomlTable
from firmware_py.errors import ConfigurationMistake

if TYPE_CHECKING:
    from firmware_py.config.mqtt import MqttSettings
    from firmware_py.config.speech import SpeechSettings


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
    from firmware_py.config.clashes import refuse
    from firmware_py.config.pi_model import pi_model
    from firmware_py.config.schema import check_file
    from firmware_py.config.wiring_warnings import refuse_faults

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
    from firmware_py.config.speech import speech

    return speech(table)


def _mqtt(name: str, table: TomlTable) -> MqttSettings:
    # Most boards have no broker, and need not spend time on the import.
    from firmware_py.config.mqtt import mqtt

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
