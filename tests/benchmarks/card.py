"""How much the journal and SQLite write to a memory card for each key press, and what archiving a game costs.

The memory card is an image file with an ext4 file system, mounted through a loop device. The kernel counts
the bytes that are written to this device. Mounting requires root; without it, nothing is measured.
"""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from random import Random
from statistics import mean, median
from typing import NamedTuple

from engine.events import Event
from engine.match.record_lines import write_event
from firmware_py.board.board import Outcome
from firmware_py.board.loop import Housekeeping
from firmware_py.drivers.edge_queue import EdgeQueue
from firmware_py.emulator.board import EmulatedBoard
from firmware_py.input.keys import Edge, Input, Key
from firmware_py.start.assembly import assemble
from tests.benchmarks.measure import Row, board_with_journal
from tests.support.fakes import Told
from tests.support.table import Table

SIZE = 64 * 2**20
SECTOR = 512  # bytes (Linux, Documentation/block/stat.rst)
WRITES, SECTORS, FLUSHES = 4, 6, 15  # where in a block device's counters
WARM = 3  # presses or events that are not counted, because they create the files


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
        _run("sync", "-f", str(self.folder))

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
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def rows(games: int) -> list[Row]:
    """Return table rows with the number of bytes that each key press writes to the memory card.

    Args:
        games: the number of games to play.
    """
    what = "written to the card by a press (ext4): median, mean"
    try:
        with card() as made:
            presses, ends, events = _games(made, games)
            reference = f"SQLite (WAL, FULL) {_middle(_sqlite(made, events))}"
    except (OSError, subprocess.CalledProcessError):
        return [Row(what, "not measured: this takes root, mkfs.ext4 and a loop device", "4.2 kB")]
    written = f"{_middle(presses)}; mean {mean(p.bytes for p in presses) / 1000:.1f} kB"
    begins = "    by the press that begins a game, the one before being put away"
    return [Row(what, written, "4.2 kB", reference), Row(begins, str(_middle(ends)))]


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
    random = Random(121)
    presses: list[Written] = []
    begins: list[Written] = []
    events: list[Event] = []
    with board_with_journal(made.folder / "games.txt") as board:

        def keyed(word: str) -> None:
            board.press(Key.parse(word))
            Housekeeping(board).work()  # like the loop

        def begin() -> None:
            keyed("OK")
            made.rest()

        for _ in range(games):
            for word in Table(random).keys(lambda: board.history.game):
                presses.append(made.during(partial(keyed, word)))
                events.append(board.history.past[-1].event)
            made.rest()
            begins.append(made.during(begin))
    return presses[WARM:], begins, events


def _sqlite(made: Card, events: list[Event]) -> list[Written]:
    """Save each event in its own SQLite transaction, and return how much data each one wrote to the card."""
    with closing(sqlite3.connect(made.folder / "events.db", isolation_level=None)) as kept:
        kept.execute("PRAGMA journal_mode=wal")
        kept.execute("PRAGMA synchronous=FULL")
        kept.execute("CREATE TABLE events (number INTEGER PRIMARY KEY, line TEXT)")
        made.rest()
        insert = partial(kept.execute, "INSERT INTO events (line) VALUES (?)")
        return [made.during(partial(insert, (write_event(event),))) for event in events][WARM:]


SOON = 0.05  # seconds: longer waits, such as that for housekeeping, are skipped


class Hurry:
    """A queue of key edges for a benchmark, which lets a board do its housekeeping without waiting.

    A board does its housekeeping when no key has been pressed for some time. This queue advances its clock
    by that time instead of waiting.
    """

    def __init__(self) -> None:
        self.housekeeping: Housekeeping | None = None  # the housekeeping of the loop
        self._skipped = 0.0
        self.queue = EdgeQueue(self.clock)

    def clock(self) -> float:
        return time.monotonic() + self._skipped

    def wait(self, timeout: float | None) -> Edge | None:
        """Return the next edge, or None if no edge arrives within `timeout` seconds.

        If there is housekeeping to do and `timeout` is longer than `SOON`, advance the clock by `timeout`
        instead of waiting, and return an edge only if one is already in the queue.
        """
        if timeout is not None and timeout > SOON and self.housekeeping and self.housekeeping.due:
            self._skipped += timeout
            timeout = 0.0
        return self.queue.wait(timeout)


def rows_of_archiving(rounds: int) -> list[Row]:
    """Return a table row with the time a key press takes while a game is being archived, and at other times.

    Args:
        rounds: how many key presses to measure in each of the two cases.
    """
    random = Random(121)
    with tempfile.TemporaryDirectory() as folder:
        played = Path(folder) / "played"
        played.mkdir()
        _play(played / "games.txt")
        _pressed(played, 0.002)  # imports what it needs
        _, whole = _pressed(played, 0.002)
        meanwhile = [_pressed(played, random.uniform(0.05, 0.95) * whole)[0] for _ in range(rounds)]
        at_rest = [_pressed(played, whole + 0.1)[0] for _ in range(rounds)]
    took, rest = (f"{1000 * median(some):.1f}, {1000 * max(some):.1f} ms" for some in (meanwhile, at_rest))
    what = f"a press while a long game is archived, which takes {1000 * whole:.0f} ms: median, max"
    return [Row(what, took, "50 ms", f"{rest} at rest")]


def _play(path: Path) -> None:
    """Write a journal with a long finished game that has not been archived yet."""
    random = Random(11)
    with board_with_journal(path) as board:
        for _ in range(2):
            assert Housekeeping(board).work() is None
            for word in Table(random, suits=True).keys(lambda: board.history.game):
                assert board.press(Key.parse(word)).took
            assert board.press(Key.OK).took


def _pressed(played: Path, after: float) -> tuple[float, float]:
    """Press a key while a game is being archived. Return how long the key press and the archiving took.

    Args:
        played: the folder with the journal, of which a copy is used.
        after: the time between the start of the archiving and the key press, in seconds.
    """
    emulated, hurry = EmulatedBoard(), Hurry()
    at: list[float] = []
    done: list[float] = []

    def finger() -> None:
        time.sleep(after)
        at.append(time.monotonic())
        hurry.queue.put(Key.NINE, True)

    def pressed(key: Input, outcome: Outcome) -> None:
        done.append(time.monotonic())
        assert outcome.took

    with tempfile.TemporaryDirectory() as state:
        path = Path(shutil.copytree(played, state, dirs_exist_ok=True)) / "games.txt"
        with board_with_journal(path) as board:
            board.reach_back()
            wires, listener = emulated.wires, Told(pressed)
            made = assemble(emulated.config, wires, board, hurry.queue, hurry.clock, listener)
            loop = made.loop
            loop._edges = hurry  # the queue itself accepts the keys
            hurry.housekeeping = loop._housekeeping
            loop._postpone_housekeeping()
            thread = threading.Thread(target=finger)
            begun = time.monotonic()
            thread.start()
            while loop._housekeeping.due or not done:
                loop.turn()
            ended = time.monotonic()
            thread.join()
            made.close()
    return done[0] - at[0], ended - begun
