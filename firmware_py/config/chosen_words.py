"""The message catalogue set in this machine's configuration, for commands that need nothing else from it."""

from __future__ import annotations

from firmware_py.config import defaults, files
from firmware_py.errors import UsageError
from firmware_py.words.in_use import NAMES


def chosen_words() -> str:
    """Return the name of the message catalogue set in the configuration file in the default locations.

    If there is no such file, or the file is not valid, return the default name.
    """
    try:
        path = files.found()
        chain = files.read(path) if path else []
    except UsageError:
        return defaults.WORDS
    games = [data.get("game") for _, data in reversed(chain)]
    chosen = [game["words"] for game in games if isinstance(game, dict) and game.get("words") in NAMES]
    return chosen[0] if chosen else defaults.WORDS
