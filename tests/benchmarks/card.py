"""How much the journal and SQLite write to a memory card for each key press, and what archiving a game costs.

The memory card is an image file with an ext4 file system, mounted through a loop device. The kernel counts
the bytes that are written to this device. Mounting requires root; without it, nothing is measured.
"""

from __future__ import annotations

import sqlite3
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import mean, median
from typing import NamedTuple

from engine.events import Event
from engine.match.record_lines import write_event
from engine.rules import Rules
from engine.setup import Setup
from firmware_py.board.board import Board
from firmware_py.board.loop import Housekeeping
from firmware_py.input.keys import Key
from firmware_py.journal.journal import Journal
from tests.benchmarks.start import play
from tests.support.table import Table

Row = tuple[str, str, str, str]

SIZE = 64 * 2**20
SECTOR = 512
"""The size of a sector in the block device's counters, in bytes (Linux, Documentation/block/stat.rst)."""
WRITES, SECTORS, FLUSHES = 4, 6, 15
"""The indices of a block device's counters for writes, written sectors and flushes."""
WARM = 3
"""The number of key presses or events at the start that are ignored, because they create the files."""


class Written(NamedTuple):
    """The number of bytes written to a memory card, and the number of writes and flushes that this took."""

    bytes: float
    writes: float
    flushes: float

    def __str__(self) -> str:
        return f"{self.bytes / 1000:.1f} kB in {self.writes:.0f} writes, {self.flushes:.0f} flushes"


class Card(NamedTuple):
    """A mounted ext4 file system, with the kernel's statistics about the data written to it.

    Attributes:
        folder: the mount point.
        counters: the file in which the kernel publishes the statistics of the device.
    """

    folder: Path
    counters: Path

    def during(self, what: Callable[[], object]) -> Written:
        """Call a function, and return the amount of data written to the memory card during the call."""
        before = self._counted()
        what()
        return Written(*(now - then for now, then in zip(self._counted(), before, strict=True)))

    def rest(self) -> None:
        subprocess.run(["sync", "-f", str(self.folder)], check=True)

    def _counted(self) -> Written:
        counters = [int(word) for word in self.counters.read_text().split()]
        return Written(SECTOR * counters[SECTORS], counters[WRITES], counters[FLUSHES])


@contextmanager
def card() -> Iterator[Card]:
    """Create a memory card with a new ext4 file system, yield it, and remove it afterwards.

    Raises:
        OSError, subprocess.CalledProcessError: the user is not root, or a required program is missing.
    """
    with tempfile.TemporaryDirectory() as folder:
        image, mounted = Path(folder) / "image", Path(folder) / "mounted"
        with image.open("wb") as file:
            file.truncate(SIZE)
        mounted.mkdir()
        # Initialise everything now, not in the background during the measurement.
        now = "lazy_itable_init=0,lazy_journal_init=0"
        # On a card of the usual size, ext4 uses blocks of 4 kB.
        _run("mkfs.ext4", "-q", "-b", "4096", "-E", now, str(image))
        _run("mount", "-o", "loop,noatime", str(image), str(mounted))
        try:
            device = _run("findmnt", "-n", "-o", "SOURCE", str(mounted)).strip()
            yield Card(mounted, Path("/sys/block", Path(device).name, "stat"))
        finally:
            _run("umount", str(mounted))


def _run(*command: str) -> str:
    return subprocess.run(
        command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ).stdout


def rows(games: int) -> list[Row]:
    """Return table rows with the number of bytes that each key press writes to the memory card.

    Args:
        games: the number of games to play.
    """
    what = "written to the card by a press (ext4): median, mean"
    try:
        with card() as made:
            presses, ends, events = _games(made, games)
            lines = {mode: _sqlite(made, mode, events) for mode in ("delete", "wal")}
    except (OSError, subprocess.CalledProcessError):
        return [(what, "not measured: this takes root, mkfs.ext4 and a loop device", "4.2 kB", "")]
    size = mean(len(write_event(event)) for event in events)
    sqlite = "; ".join(
        f"SQLite {said} {_middle(lines[mode])}"
        for mode, said in (("delete", "rollback journal"), ("wal", "WAL, FULL"))
    )
    return [
        (what, f"{_middle(presses)}; mean {mean(p.bytes for p in presses) / 1000:.1f} kB", "4.2 kB", sqlite),
        (
            "    by the press that begins a game, the one before being put away",
            str(_middle(ends)),
            "",
            f"{len(presses) / games:.0f} presses a game, with lines of {size:.0f} bytes",
        ),
    ]


def _middle(some: list[Written]) -> Written:
    return Written(*(median(numbers) for numbers in zip(*some, strict=True)))


def _games(made: Card, games: int) -> tuple[list[Written], list[Written], list[Event]]:
    """Play games on a board whose journal is on an emulated memory card.

    Args:
        made: the memory card.
        games: the number of games to play.

    Returns:
        The data written by each key press, the data written at the start of each game, and the games' events.
    """
    journal = Journal(made.folder / "games.txt", Setup(Rules()))
    board = Board(journal.history, journal)
    random = Random(121)
    presses: list[Written] = []
    begins: list[Written] = []
    events: list[Event] = []

    def keyed(key: Key) -> None:
        board.press(key)
        Housekeeping(board).work()  # like the loop

    def press(word: str) -> Written:
        written = made.during(partial(keyed, Key.parse(word)))
        events.append(board.history.past[-1].event)
        return written

    for _ in range(games):
        for word in Table(random).keys(lambda: board.history.game):
            presses.append(press(word))
        made.rest()

        def begin() -> None:
            keyed(Key.OK)
            made.rest()

        begins.append(made.during(begin))
    journal.close()
    return presses[WARM:], begins, events


def _sqlite(made: Card, mode: str, events: list[Event]) -> list[Written]:
    """Save each event in its own SQLite transaction, and return how much data each one wrote to the card.

    Args:
        made: the memory card.
        mode: SQLite's journal mode.
        events: the events to save.
    """
    with suppress(OSError):
        (made.folder / f"{mode}.db").unlink()
    kept = sqlite3.connect(made.folder / f"{mode}.db", isolation_level=None)
    kept.execute(f"PRAGMA journal_mode={mode}")
    kept.execute("PRAGMA synchronous=FULL")
    kept.execute("CREATE TABLE events (number INTEGER PRIMARY KEY, line TEXT)")
    made.rest()
    written = []
    for event in events:
        insert = partial(kept.execute, "INSERT INTO events (line) VALUES (?)", (write_event(event),))
        written.append(made.during(insert))
    kept.close()
    made.rest()
    return written[WARM:]


def rows_of_archiving() -> list[Row]:
    """Return a table row with the time to archive a long game: a press meanwhile waits for one step of it."""
    with tempfile.TemporaryDirectory() as folder:
        play(Path(folder) / "games.txt", 1, suits=True, archive=False)
        journal = Journal(Path(folder) / "games.txt")
        spent = [time.thread_time()]
        for _ in journal.settle(journal.history):
            spent.append(time.thread_time())
        journal.close()
    longest = max(later - earlier for earlier, later in pairwise(spent))
    return [
        (
            "CPU of the longest step of archiving a long game, of all",
            f"{1000 * longest:.1f} ms, {1000 * (spent[-1] - spent[0]):.0f} ms",
            "50 ms",
            f"{len(spent) - 1} steps",
        )
    ]
