"""The files of a club night: which results count, the pairings, the players, and the club's folder.

A result belongs to a player only if the names agree, so the file of players takes the names that can be
entered on a board: letters and digits. Text after `#` is a comment.
"""

from __future__ import annotations

import json
import os
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple
from unicodedata import normalize

from engine.errors import quoted
from engine.setup import LONGEST_NAME
from firmware_py.journal.locations import exists, state_folder
from firmware_py.system import files, process
from firmware_py.system.errors import UsageError, system_words

from .pairing import Draw, Form, Pair, Round

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


def read_evening(folder: Path, name: str = EVENING) -> Evening:
    """Return the club night stored in a folder. If there is none, return a club night without any rounds.

    Raises:
        UsageError: the evening file cannot be read, or is not valid.
    """
    path = folder / name
    try:
        return _parsed(path.read_bytes())
    except FileNotFoundError:
        return Evening()
    except OSError as error:
        raise UsageError(f"{path}: {system_words(error)}") from None
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise UsageError(f"{path}: this is no evening of a club: remove the file") from None


def kept_evening(folder: Path, after: int) -> Evening:
    """Return the evening before which the club had received `after` results, with its draw if that was kept.

    Raises:
        UsageError: a file with an evening cannot be read, or is not valid.
    """
    for name in (EVENING, _kept(after)):
        if (evening := read_evening(folder, name)).after == after:
            return evening
    return Evening(after)


def keep_evening(folder: Path, evening: Evening) -> None:
    """Keep a copy of an evening that is over, whose draw says who had a bye, for `kept_evening`.

    Raises:
        UsageError: the copy cannot be written.
    """
    if evening.draw:
        write_evening(folder, evening, _kept(evening.after))


def _kept(after: int) -> str:
    return f"evening-{after}.json"


def write_evening(folder: Path, evening: Evening, name: str = EVENING) -> None:
    """Write a club evening to the evening file in the club's folder, or to the file with this name.

    Raises:
        UsageError: the evening file cannot be written.
    """
    path = folder / name
    try:
        folder.mkdir(parents=True, exist_ok=True)
        files.replace(path, json.dumps(_object(evening)).encode(), _MODE)
        files.sync_path(folder)
    except PermissionError:
        raise UsageError(f"{path}: permission denied: run the command with sudo") from None
    except OSError as error:
        raise UsageError(f"{path}: {system_words(error)}") from None


@lru_cache(maxsize=1)
def _parsed(content: bytes) -> Evening:
    """The result is cached, because the file rarely changes."""
    return _evening(json.loads(content))


def _object(evening: Evening) -> dict[str, Any]:
    draw = evening.draw
    rounds = None
    if draw is not None:
        rounds = [
            {
                "pairs": [list(pair) for pair in each.pairs],
                "bye": each.bye,
                "seeded": list(each.seeded),
                "best_of": each.best_of,
                "after": start,
            }
            for each, start in zip(draw.rounds, draw.starts, strict=True)
        ]
    return {
        "version": _VERSION,
        "after": evening.after,
        "draw": draw and {"form": draw.form.value, "after": draw.after, "rounds": rounds, "bye": draw.bye},
    }


def _evening(found: Any) -> Evening:
    if found["version"] != _VERSION:
        raise ValueError("version")
    draw = found["draw"]
    return Evening(int(found["after"]), draw and _draw(draw))


def _draw(found: Any) -> Draw:
    rounds = tuple(map(_round, found["rounds"]))
    starts = tuple(int(each["after"]) for each in found["rounds"])
    form = Form(found["form"])
    if form is Form.KNOCKOUT and not rounds:
        raise ValueError("rounds")
    return Draw(form, int(found["after"]), rounds, starts, int(found.get("bye", 0)))


def _round(found: Any) -> Round:
    pairs = tuple(Pair(str(one), str(other)) for one, other in found["pairs"])
    bye = None if found["bye"] is None else str(found["bye"])
    return Round(pairs, bye, tuple(map(str, found.get("seeded", ()))), int(found.get("best_of", 1)))


_LONGEST_LIST = 100_000
"""The maximum number of characters in a list of players. A device such as /dev/zero never ends."""


def read_players(path: Path) -> list[str]:
    """Return the names in a file that contains one name per line. Empty lines and comments are ignored.

    Raises:
        UsageError: the file cannot be read, a name cannot be entered on a board, or a name occurs twice.
    """
    try:
        with path.open(encoding="utf-8-sig") as file:
            text = file.read(_LONGEST_LIST + 1)
    except UnicodeDecodeError:
        raise UsageError(f"{path}: this is not text in UTF-8: save the names as plain text") from None
    except OSError as error:
        raise UsageError(f"{path}: {system_words(error)}") from None
    if len(text) > _LONGEST_LIST:
        raise UsageError(f"{path}: this is no list of players, but far longer: write one name in each line")
    found: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        name = normalize("NFC", line.partition("#")[0].strip())
        if not name:
            continue
        if len(name) > LONGEST_NAME or not name.isalnum():
            raise UsageError(
                f"{path}: line {number}: {quoted(name)} cannot be entered on a board: write one name in each "
                f"line, of 1 to {LONGEST_NAME} letters or digits"
            )
        if name.casefold() in found:
            raise UsageError(
                f"{path}: line {number}: {name} is there twice: give each player a different name"
            )
        found[name.casefold()] = name
    return list(found.values())


CLUB_SERVICE_FOLDER = Path("/var/lib/muggins-club")
"""The state directory of the Debian package's service."""


def club_folder() -> Path:
    """Return the folder for the club's files.

    The folder is the first of the following that applies:

    - the folder that systemd specifies, if the program runs as a service;
    - the service's folder, if it exists and the program was installed from the Debian package, so that
      `muggins club --draw` uses the same files as the service;
    - a folder in the user's home folder.

    Raises:
        UsageError: the user has no home folder.
    """
    if os.environ.get("STATE_DIRECTORY"):
        return state_folder()
    if process.is_packaged() and exists(CLUB_SERVICE_FOLDER):
        return CLUB_SERVICE_FOLDER
    return state_folder() / "club"
