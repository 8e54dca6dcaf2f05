"""Matches of several games for tests, and the archived files of their finished games."""

import json
import os
from pathlib import Path
from typing import Any
from zlib import crc32

from engine.match.history import History
from engine.rules import Rules
from engine.setup import Setup
from firmware_py.board import Board
from firmware_py.housekeeping import Housekeeping
from firmware_py.input.keys import Key
from firmware_py.journal.archive import folder_of
from firmware_py.journal.journal import Journal
from firmware_py.journal.recovery import read_journal
from tests.support.command import muggins

WIN = "J"
"""The key that wins the first game: the dealer turns up a jack and pegs from 119 to 121."""
AGAIN = "OK 3 MENU A GO A 2 A OK"
"""The keys for the next game: `OK` starts it, 3 is the starter, and Right pegs 121 points manually."""
START = Setup(Rules(), (119, 100))


def play(path: Path, words: str) -> History:
    """Press keys on a board that uses the journal at `path`, and return the match.

    Every key must take effect. Each finished game is archived before the next key press.

    Args:
        path: the path to the journal.
        words: the keys, separated by spaces.
    """
    journal = Journal(path, START)
    board = Board(journal.history, journal)
    try:
        for word in words.split():
            assert board.press(Key.parse(word)).why is None, word
            assert Housekeeping(board.match).work() is None
        return board.history
    finally:
        journal.close()


def files(path: Path) -> dict[str, bytes]:
    """Return the contents of the game files archived from the journal at `path`, keyed by file name."""
    folder = folder_of(path)
    return (
        {name: (folder / name).read_bytes() for name in sorted(os.listdir(folder))} if folder.exists() else {}
    )


def last_line(content: bytes) -> dict[str, Any]:
    """Check the checksum in the last line of an archived game, and return the JSON object in that line."""
    before, mark, checksum = content.rstrip(b"\n").rpartition(b" #")
    assert mark and int(checksum, 16) == crc32(before)
    made: dict[str, Any] = json.loads(before.rpartition(b"\n# ")[2])
    return made


def listed(path: Path) -> list[dict[str, Any]]:
    games: list[dict[str, Any]] = muggins("history", "--journal", path, "--json").json["games"]
    return games


def journal_of(path: Path) -> History:
    """Return the match in a journal, after checking that the journal is undamaged."""
    reading = read_journal(path)
    assert reading is not None and reading.damage is None
    return reading.history
