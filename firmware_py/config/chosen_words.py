"""A quick way to find the message catalogue set in the configuration, without checking all other settings."""

from __future__ import annotations

from firmware_py.config import defaults, files
from firmware_py.errors import UsageError
from firmware_py.words.in_use import NAMES


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
