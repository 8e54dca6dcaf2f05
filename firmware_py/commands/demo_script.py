"""Scripts for `muggins demo` and `muggins replay --watch`: the moves of a game that plays itself."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from engine.errors import CribbageError
from engine.events import Event
from engine.match.history import History
from engine.match.record import Record, read_record
from firmware_py.input.entry import KeyEntry
from firmware_py.input.key_file import KeyInFile
from firmware_py.input.keys import Key

PACE = 1.0
"""The default time between two moves, in seconds."""
LONGEST_PACE = 60.0
"""The maximum time between two moves, in seconds."""
SAMPLE = Path(__file__).with_name("sample_game.record")
"""The path of the record that `muggins demo` plays."""


class Script(NamedTuple):
    """The key presses or events of a game that the board plays by itself.

    Attributes:
        presses: the keys from a key file, or the events from a record, in order.
        pace: the time between two key presses or two events, in seconds.
    """

    presses: tuple[Key | Event, ...]
    pace: float = PACE


def script_of(played: Record | list[KeyInFile], pace: float) -> Script:
    """Convert a recorded match, or the keys in a key file, to a script that the board can replay.

    Args:
        played: the record of the match, or the keys in the key file.
        pace: the time between two events or two key presses, in seconds.
    """
    if isinstance(played, Record):
        return Script(played.events, pace)
    return Script(tuple(keyed.key for keyed in played), pace)


def sample_game() -> Record:
    """Return the sample game that is included in the program. It is a complete two-player game to 121."""
    return read_record(SAMPLE.read_text(encoding="utf-8"))


def key_of(event: Event, history: History) -> Key | None:
    """Return the key that produces an event at a given point in the match, or None if no single key does.

    Args:
        event: the event.
        history: the match up to this point.
    """
    for key in Key:
        try:
            _, made = KeyEntry().press(key, history)
        except CribbageError:
            continue
        if made == event:
            return key
    return None
