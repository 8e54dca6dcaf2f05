"""The file that stores a club night: which results count, and the pairings for each round."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from firmware_py import atomic_files
from firmware_py.club.draw_types import Draw, Form, Pair, Round
from firmware_py.errors import UsageError
from firmware_py.file_errors import system_words

EVENING = "evening.json"
"""The name of the file in the club's folder."""
_VERSION = 1
_MODE = 0o644
"""The permissions of the file. The server must be able to read it even if an administrator has written it."""


class Evening(NamedTuple):
    """A club evening, with the pairings for its rounds.

    Attributes:
        after: the number of results that the club had received before this evening. Only later results
            count for this evening.
        draw: who plays whom in each round; None if this has not been decided yet.
    """

    after: int = 0
    draw: Draw | None = None


def read_evening(folder: Path) -> Evening:
    """Return the club night stored in a folder. If there is none, return a club night without any rounds.

    Raises:
        UsageError: the evening file cannot be read, or is not valid.
    """
    path = folder / EVENING
    try:
        return _parsed(path.read_bytes())
    except FileNotFoundError:
        return Evening()
    except OSError as error:
        raise UsageError(f"{path}: {system_words(error)}") from None
    except (ValueError, TypeError, KeyError, AttributeError):
        raise UsageError(f"{path}: this is no evening of a club: remove the file") from None


def write_evening(folder: Path, evening: Evening) -> None:
    """Write a club evening to the evening file in the club's folder.

    Raises:
        UsageError: the evening file cannot be written.
    """
    path = folder / EVENING
    try:
        folder.mkdir(parents=True, exist_ok=True)
        atomic_files.replace(path, json.dumps(_object(evening)).encode(), _MODE)
        atomic_files.sync_path(folder)
    except PermissionError:
        raise UsageError(f"{path}: permission denied: run the command with sudo") from None
    except OSError as error:
        raise UsageError(f"{path}: {system_words(error)}") from None


@lru_cache(maxsize=1)
def _parsed(content: bytes) -> Evening:
    """Parse the contents of a club night's file. The result is cached, because the file rarely changes."""
    return _evening(json.loads(content))


def _object(evening: Evening) -> dict[str, Any]:
    draw = evening.draw
    rounds = None
    if draw is not None:
        rounds = [
            {"pairs": [list(pair) for pair in each.pairs], "bye": each.bye, "after": start}
            for each, start in zip(draw.rounds, draw.starts, strict=True)
        ]
    return {
        "version": _VERSION,
        "after": evening.after,
        "draw": draw and {"form": draw.form.value, "after": draw.after, "rounds": rounds},
    }


def _evening(found: Any) -> Evening:
    if found["version"] != _VERSION:
        raise ValueError("version")
    draw = found["draw"]
    return Evening(int(found["after"]), draw and _draw(draw))


def _draw(found: Any) -> Draw:
    rounds = tuple(map(_round, found["rounds"]))
    starts = tuple(int(each["after"]) for each in found["rounds"])
    return Draw(Form(found["form"]), int(found["after"]), rounds, starts)


def _round(found: Any) -> Round:
    pairs = tuple(Pair(str(one), str(other)) for one, other in found["pairs"])
    return Round(pairs, None if found["bye"] is None else str(found["bye"]))
