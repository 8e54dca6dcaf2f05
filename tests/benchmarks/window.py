"""Compare the processor time needed to write `view.json` with the time needed to handle a key press."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from statistics import median

from firmware_py.board.board import Board, Outcome
from firmware_py.board.ports import Listener
from firmware_py.emulator.board import EmulatedBoard
from firmware_py.input.keys import Press
from firmware_py.journal.journal import Journal
from firmware_py.outputs.window import ViewFile
from firmware_py.start.device_replay import replay_on_device
from tests.benchmarks.wire import Row, keys_in_file, p99


class Timed(Listener):
    """A listener that updates a view file, and measures how much processor time each write takes."""

    def __init__(self, folder: Path) -> None:
        self.ms: list[float] = []
        self._file = ViewFile(folder, 0o750)
        self._presses: list[tuple[Press, Outcome]] = []

    def pressed(self, press: Press, outcome: Outcome) -> None:
        self._presses.append((press, outcome))

    def shown(self, board: Board) -> None:
        before = time.process_time()
        self._file.write(board, self._presses)
        self._presses.clear()
        self.ms.append((time.process_time() - before) * 1000)


def rows(rounds: int) -> list[Row]:
    """Measure the board's processor time per key press, with and without writing a view file.

    Return a single table row with the results.

    Args:
        rounds: how many times to repeat both measurements.
    """
    alone, followed, window = [], [], []
    for _ in range(rounds):
        alone += _press_times(None)
        with tempfile.TemporaryDirectory() as folder:
            timed = Timed(Path(folder))
            followed += _press_times(timed)
            window += timed.ms[1:]  # the first file imports the modules that write it
    return [
        (
            "CPU of view.json a press, median, p99",
            f"{median(window):.2f}, {p99(window):.2f} ms",
            "",
            f"{median(alone):.2f} ms a press without a window, {median(followed):.2f} with",
        )
    ]


def _press_times(listener: Listener | None) -> list[float]:
    """Press the keys in the key file `ranks`, and return each key press's processor time in milliseconds.

    Args:
        listener: an object that is notified of each key press; None if there is none.
    """
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal(Path(folder) / "games.txt")
        board = Board(journal.history, journal)
        measured = replay_on_device(board, keys_in_file("ranks"), listener or Listener(), EmulatedBoard())
        journal.close()
    return list(measured.cpu_ms)
