"""Press keys on a `KeyEntry` without a board."""

import pytest

from engine.errors import IllegalEvent
from engine.events import Event
from engine.match.history import History
from firmware_py.input.entry import KeyEntry
from firmware_py.input.keys import Key


def press(words: str, match: History, entry: KeyEntry | None = None) -> tuple[KeyEntry, list[Event]]:
    """Press keys on `entry`, or on a new one; return the entry afterwards, and the events of the keys.

    The events are not applied to the match.
    """
    entry = entry or KeyEntry()
    made = []
    for word in words.split():
        entry, event = entry.press(Key.parse(word), match)
        if event is not None:
            made.append(event)
    return entry, made


def refused(key: Key, match: History, entry: KeyEntry | None = None) -> str:
    """Check that `entry`, or a new entry, refuses a key, and return the error message."""
    with pytest.raises(IllegalEvent) as error:
        (entry or KeyEntry()).press(key, match)
    return str(error.value)
