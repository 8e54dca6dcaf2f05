"""How far a broker has been told what happened on a board, kept for a program that starts again.

It is kept beside the window, in a folder that is lost with the power, as the window is.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

_NAME = "published.json"


class Progress(NamedTuple):
    """How far the broker has been told.

    Attributes:
        run: the run of the board, as in its views; empty at the beginning.
        sequence: the sequence of the latest presses that the broker has received.
        games: the ids of the games that were won and can still be undone, oldest first.
    """

    run: str = ""
    sequence: int = 0
    games: tuple[str, ...] = ()


def read(folder: Path) -> Progress:
    """Return the progress that was saved in a folder, or the beginning if none can be read there."""
    with suppress(OSError, ValueError, KeyError, TypeError):
        found = json.loads((folder / _NAME).read_bytes())
        return Progress(str(found["run"]), int(found["sequence"]), tuple(map(str, found["games"])))
    return Progress()


def save(folder: Path, progress: Progress) -> None:
    """Save the progress in a folder. If that fails, a program that starts again repeats some messages."""
    path = folder / _NAME
    fresh = path.with_suffix(".new")
    with suppress(OSError):
        fresh.write_text(json.dumps(progress._asdict()), encoding="utf-8")
        os.replace(fresh, path)
