"""The time of a start until the first frame, with one game kept and with many.

For each measurement, the real program runs in a new process with emulated hardware: the pins of a GPIO chip,
an I2C bus and an SPI port.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from statistics import median

from firmware_py.board.board import Board
from firmware_py.board.loop import Housekeeping
from firmware_py.input.keys import Key
from firmware_py.journal.journal import Journal
from tests.benchmarks.processes import byte_compiling
from tests.support.table import Table

Row = tuple[str, str, str, str]

MEMORY = Path("/dev/shm")
"""A folder in memory (on Linux), to avoid writing a thousand games to a disk."""
BOARD = "from tests.benchmarks.board import main; main()"
IMPORTS = "import gpiozero, luma.oled.device, PIL.Image; import time; print(time.monotonic())"


def rows_of_start(rounds: int, games: int) -> list[Row]:
    """Return table rows with a board's start time.

    Args:
        rounds: the number of times to start the board in each case.
        games: the number of saved games in the case with many; in the other, there is one.
    """
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        few, many = f"{folder}/few", f"{folder}/many"
        for state, number in ((few, 1), (many, games)):
            Path(state).mkdir()
            play(Path(state) / "games.txt", number, suits=True)
            _until(BOARD, state)  # byte-compiles, and fills the caches
        # In turn, so that other load slows all of them.
        taken = [(_until(IMPORTS, few), _until(BOARD, few), _until(BOARD, many)) for _ in range(rounds)]
        bare, board, with_many = (1000 * median(times) for times in zip(*taken, strict=True))
    return [
        (
            "start to first frame, the second game resumed",
            f"{board:.0f} ms, {board / bare:.2f} of the reference",
            "1.00",
            f"{bare:.0f} ms: import gpiozero, luma.oled.device, PIL.Image",
        ),
        (f"    with {games:,} games kept", f"{with_many:.0f} ms", "as with one", f"{board:.0f} ms with one"),
    ]


def play(path: Path, games: int, *, suits: bool = False, archive: bool = True) -> None:
    """Play random games, and write them to a journal. The last game is left unfinished.

    Args:
        path: the path to the journal.
        games: the number of finished games.
        suits: True to enter the suits of all cards.
        archive: True to archive finished games, as the loop does.
    """
    journal = Journal(path)
    board = Board(journal.history, journal)
    random = Random(121)

    def press(word: str) -> None:
        assert board.press(Key.parse(word)).took
        if archive:
            assert Housekeeping(board).work() is None

    for _ in range(games):
        for word in Table(random, suits=suits).keys(lambda: board.history.game):
            press(word)
        press("OK")
    for word in Table(random, suits=suits).keys(lambda: board.history.game):
        press(word)
        if max(side.front for side in board.history.game.sides) > 60:
            break
    journal.close()


def _until(program: str, state: str) -> float:
    """Run a Python program that prints `time.monotonic()`, and return the seconds from start to that time.

    Args:
        program: the program's text.
        state: the folder for the board's state.
    """
    begun = time.monotonic()
    environment = byte_compiling(STATE_DIRECTORY=state)
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return float(done.stdout.split()[0]) - begun
