"""How much the journal and SQLite write to a memory card for each key press, and what archiving a game costs.

The memory card is an image file with an ext4 file system, mounted through a loop device. The kernel counts
the bytes that are written to this device. Mounting requires root; without it, nothing is measured.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import tempfile
import threading
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
from firmware_py.board.board import Board, Outcome
from firmware_py.board.loop import Housekeeping
from firmware_py.drivers.edge_queue import EdgeQueue
from firmware_py.emulator.board import EmulatedBoard
from firmware_py.input.keys import Edge, Input, Key
from firmware_py.journal.journal import Journal
from firmware_py.start.assembly import assemble
from tests.support.fakes import Told
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
            room = _with_room(made, events)
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
            "    by a line into a file that has room for it already, for comparison",
            str(_middle(room)),
            "",
            f"a line of the record is {size:.0f} bytes long on average",
        ),
        (
            "    by the press that begins a game, the one before being put away",
            str(_middle(ends)),
            "",
            f"{len(presses) / games:.0f} presses a game",
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


def _with_room(made: Card, events: list[Event]) -> list[Written]:
    """Return how much data is written to a memory card when each event is saved in a preallocated file.

    The first `WARM` measurements are left out.
    """
    path = made.folder / "room.txt"
    path.write_bytes(bytes(2**20))
    made.rest()
    file = os.open(path, os.O_WRONLY)
    place, written = 0, []

    def keep(line: bytes, place: int) -> None:
        os.pwrite(file, line, place)
        os.fdatasync(file)

    for event in events:
        line = f"{write_event(event)} #00000000\n".encode()
        written.append(made.during(partial(keep, line, place)))
        place += len(line)
    os.close(file)
    return written[WARM:]


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


SOON = 0.05
"""The longest real wait in seconds. Longer waits, such as the idle time before housekeeping, are skipped."""


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


class Taken(NamedTuple):
    """How long a key press takes during housekeeping, in seconds.

    Attributes:
        press: the time from the press of the key until the display and the LEDs have been updated.
        all_of_it: the time for all the housekeeping, including the key press.
    """

    press: float
    all_of_it: float


def rows_of_archiving(rounds: int) -> list[Row]:
    """Return table rows with the time a key press takes while a game is being archived, and at other times.

    Args:
        rounds: how many key presses to measure in each of the two cases.
    """
    random = Random(121)
    with tempfile.TemporaryDirectory() as folder:
        played = Path(folder) / "played"
        played.mkdir()
        _play(played / "games.txt")
        steps, busy, longest = _steps(_copy(played, Path(folder) / "steps"))
        there: list[Taken] = []
        rest: list[Taken] = []
        for number in range(rounds + 1):
            state = _copy(played, Path(folder) / str(number))
            there.append(_pressed(state, random.uniform(0.05, 0.95) * busy))
            rest.append(_pressed(state, 0.002))  # the same press, after the game is archived
            shutil.rmtree(state)
    waits, others = ([1000 * each.press for each in some[1:]] for some in (there, rest))
    whole = 1000 * median(each.all_of_it for each in there[1:])
    return [
        (
            "a press while a long game is archived: median, max",
            f"{median(waits):.1f}, {max(waits):.1f} ms",
            "50 ms",
            f"{median(others):.1f}, {max(others):.1f} ms at rest",
        ),
        (
            "    all of archiving it; the CPU time of its longest step",
            f"{whole:.0f} ms; {1000 * longest:.1f} ms",
            "",
            f"{steps} steps",
        ),
    ]


def _play(path: Path) -> None:
    """Write a journal with a long finished game that has not been archived yet."""
    journal = Journal(path)
    board = Board(journal.history, journal)
    random = Random(11)
    for _ in range(2):
        assert Housekeeping(board).work() is None
        for word in Table(random, suits=True).keys(lambda: board.history.game):
            assert board.press(Key.parse(word)).took
        assert board.press(Key.OK).took
    journal.close()


def _copy(played: Path, to: Path) -> Path:
    shutil.copytree(played, to)
    return to


def _steps(state: Path) -> tuple[int, float, float]:
    """Move the finished game out of the journal in the folder `state`, and return how long this took.

    Returns:
        The number of steps, their total time, and the processor time of the longest step, both in seconds.
    """
    journal = Journal(state / "games.txt")
    board = Board(journal.history, journal)
    begun = time.monotonic()
    spent = [time.thread_time()]
    for _ in journal.settle(board.history):
        spent.append(time.thread_time())
    busy = time.monotonic() - begun
    journal.close()
    return len(spent), busy, max(later - earlier for earlier, later in pairwise(spent))


def _pressed(state: Path, after: float) -> Taken:
    """Press a key while a game is being archived, and return how long the key press and the archiving took.

    Args:
        state: the folder that contains the journal.
        after: the time between the start of the archiving and the key press, in seconds.
    """
    journal = Journal(state / "games.txt")
    board = Board(journal.history, journal)
    board.reach_back()
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

    loop, _, close = assemble(emulated.config, emulated.wires, board, hurry.queue, hurry.clock, Told(pressed))
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
    close()
    journal.close()
    return Taken(done[0] - at[0], ended - begun)
