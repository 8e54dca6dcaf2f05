"""How long a key press takes while a finished game is being archived, and when there is nothing to archive.

`python -m tests.benchmarks.archiving` runs only this benchmark.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
import threading
import time
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import median
from typing import NamedTuple

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


def rows(rounds: int) -> list[Row]:
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


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.archiving", description=__doc__)
    parser.add_argument(
        "--rounds", type=int, default=50, help="number of key presses of each kind (default: 50)"
    )
    for row in rows(parser.parse_args().rounds):
        print("  ".join((row[0].ljust(72), *row[1:])).rstrip())


if __name__ == "__main__":
    main()
