"""Press keys on a `KeyEntry` without a board."""

import pytest

from engine.events import Event
from engine.match.history import History
from engine.refusals import IllegalEvent
from firmware_py.input.entry import KeyEntry
from firmware_py.input.keys import Key


def press(words: str, match: History, entry: KeyEntry | None = None) -> tuple[KeyEntry, list[Event]]:
    """Press keys without applying the resulting events to the match.

    Args:
        words: the keys, separated by spaces.
        match: the match in which the keys are pressed.
        entry: the unfinished input before the keys are pressed; None if there is none.

    Returns:
        The unfinished input after the keys, and the events that the keys produced.
    """
    entry = entry or KeyEntry()
    made = []
    for word in words.split():
        entry, event = entry.press(Key.parse(word), match)
        if event is not None:
            made.append(event)
    return entry, made


def refused(key: Key, match: History, entry: KeyEntry | None = None) -> str:
    with pytest.raises(IllegalEvent) as error:
        (entry or KeyEntry()).press(key, match)
    return str(error.value)
