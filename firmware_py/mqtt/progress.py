"""A file that records which messages have been published, so that none is repeated after a restart.

The file is in the runtime folder, which is lost when the machine is switched off.
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from firmware_py.atomic_files import replace

_NAME = "published.json"


class Progress(NamedTuple):
    """A record of which messages about a board the broker has received.

    Attributes:
        run: an ID that changes each time the board starts; empty if the broker has received nothing yet.
        sequence: the sequence number of the latest key press that the broker has received.
        games: the IDs of the games won most recently, oldest first. UNDO can still take back these wins.
        latest: the messages about the last few games that were won, oldest first.
    """

    run: str = ""
    sequence: int = 0
    games: tuple[str, ...] = ()
    latest: tuple[dict[str, Any], ...] = ()


def read(folder: Path) -> Progress:
    """Return the saved record of which messages the broker has received.

    If the file in `folder` cannot be read, return a `Progress` as if the broker had received nothing.
    """
    with suppress(OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        found = json.loads((folder / _NAME).read_bytes())
        latest = tuple(each for each in found.get("latest", ()) if isinstance(each.get("game"), str))
        return Progress(str(found["run"]), int(found["sequence"]), tuple(map(str, found["games"])), latest)
    return Progress()


def save(folder: Path, progress: Progress) -> None:
    """Save the record of which messages the broker has received, in a file in `folder`.

    If the file cannot be written, some messages are sent again after a restart.
    """
    with suppress(OSError):
        replace(folder / _NAME, json.dumps(progress._asdict()).encode(), synced=False)
