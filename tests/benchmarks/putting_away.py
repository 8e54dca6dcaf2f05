"""How long a press waits while a finished game is put away, beside the same press at rest.

`python -m tests.benchmarks.putting_away` prints these rows alone.
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

from firmware_py.assembly import assemble
from firmware_py.board import Board, Outcome
from firmware_py.drivers.edge_queue import EdgeQueue
from firmware_py.emulator.emulated_board import EmulatedBoard
from firmware_py.housekeeping import Housekeeping
from firmware_py.input.edge import Edge
from firmware_py.input.keys import Input, Key
from firmware_py.journal.journal import Journal
from tests.support.fakes import Told
from tests.support.table import Table

Row = tuple[str, str, str, str]

SOON = 0.05
"""A longer wait is skipped, in seconds: nobody need sit through the idle time before the housekeeping."""


class Hurry:
    """The queue of the keys, and a clock that skips the idle time before the housekeeping."""

    def __init__(self, board: Board) -> None:
        self._housekeeping, self._skipped = Housekeeping(board.match), 0.0
        self.queue = EdgeQueue(self.clock)

    def clock(self) -> float:
        """Seconds, those that were skipped included."""
        return time.monotonic() + self._skipped

    def wait(self, timeout: float | None) -> Edge | None:
        """The next edge, as `EdgeQueue` has it."""
        if timeout is not None and timeout > SOON and self._housekeeping.due:
            self._skipped += timeout
            timeout = 0.0
        return self.queue.wait(timeout)


class Taken(NamedTuple):
    """What a press, and the housekeeping around it, took, in seconds.

    Attributes:
        press: from the edge to the last byte of the frames.
        all_of_it: the housekeeping with everything in between.
    """

    press: float
    all_of_it: float


def rows(rounds: int) -> list[Row]:
    """The table's rows, of so many presses of each kind."""
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
            rest.append(_pressed(state, 0.002))  # the same, with the game put away by now
            shutil.rmtree(state)
    waits, others = ([1000 * each.press for each in some[1:]] for some in (there, rest))
    whole = 1000 * median(each.all_of_it for each in there[1:])
    return [
        (
            "a press while a long game is put away: median, max",
            f"{median(waits):.1f}, {max(waits):.1f} ms",
            "50 ms",
            f"{median(others):.1f}, {max(others):.1f} ms at rest",
        ),
        (
            "    all of putting it away; the longest of its steps, of the processor",
            f"{whole:.0f} ms; {1000 * longest:.1f} ms",
            "",
            f"{steps} steps",
        ),
    ]


def _play(path: Path) -> None:
    """Leave a journal with two long games, the second of them to be put away."""
    journal = Journal(path)
    board = Board(journal.history, journal)
    random = Random(11)
    for _ in range(2):
        assert Housekeeping(board.match).work() is None
        for word in Table(random, suits=True).keys(lambda: board.history.game):
            assert board.press(Key.parse(word)).took
        assert board.press(Key.OK).took
    journal.close()


def _copy(played: Path, to: Path) -> Path:
    shutil.copytree(played, to)
    return to


def _steps(state: Path) -> tuple[int, float, float]:
    """How many steps it takes to put the game away, the seconds of all, and of the longest."""
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
    """Put the game away, if that is to be done, and press a key after so many seconds."""
    journal = Journal(state / "games.txt")
    board = Board(journal.history, journal)
    board.match.reach_back()
    emulated, hurry = EmulatedBoard(), Hurry(board)
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
    loop._edges = hurry  # the queue itself takes the keys
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
    """Print the rows."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.putting_away", description=__doc__)
    parser.add_argument("--rounds", type=int, default=50, help="presses of each kind (default 50)")
    for row in rows(parser.parse_args().rounds):
        print("  ".join((row[0].ljust(72), *row[1:])).rstrip())


if __name__ == "__main__":
    main()
