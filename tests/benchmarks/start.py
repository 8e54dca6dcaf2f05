"""The time of a start until the first frame; wake-ups, threads and memory while idle.

For each measurement, the real program runs in a new process with emulated hardware (`probe`).
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from statistics import median

from firmware_py.board.loop import Housekeeping
from firmware_py.input.keys import Key
from tests.benchmarks.measure import MEMORY, Row, board_with_journal, compiled, of_status, switches
from tests.support.processes import started
from tests.support.table import Table

BOARD = "from tests.benchmarks.probe import main; main()"
START = ["-c", BOARD, "start"]
IMPORTS = "import gpiozero, luma.oled.device, PIL.Image; import time; print(time.monotonic())"


def rows_of_boot(rounds: int, games: int) -> list[Row]:
    """Return a table row that compares the start of a board with one saved game and with `games` of them.

    Args:
        rounds: the number of times to start the board in each case.
        games: the larger number of saved games.
    """
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        states = {number: Path(folder) / str(number) for number in (1, games)}
        for number, state in states.items():
            state.mkdir()
            play(state / "games.txt", number)
            _until(START, str(state))  # byte-compiles, and fills the caches
        taken: dict[int, list[float]] = {number: [] for number in states}
        for _ in range(rounds):
            for number, some in taken.items():  # in turn, so that other load slows both
                some.append(1000 * _until(START, str(states[number])))
        size = (states[games] / "games.txt").stat().st_size / 1000
    few, many = (f"{median(some):.0f} ms" for some in taken.values())
    what = f"start to first frame with {games:,} games kept, {size:.0f} kB"
    return [Row(what, many, "as with one", f"{few} with one game kept")]


def play(path: Path, games: int, *, suits: bool = False) -> None:
    """Play random games, and write them to a journal. The last game is left unfinished.

    Args:
        path: the path to the journal.
        games: the number of finished games.
        suits: True to enter the suits of all cards.
    """
    random = Random(121)
    with board_with_journal(path) as board:

        def press(word: str) -> None:
            assert board.press(Key.parse(word)).took
            assert Housekeeping(board).work() is None  # like the loop

        for number in range(games + 1):
            for word in Table(random, suits=suits).keys(lambda: board.history.game):
                press(word)
                if number == games and max(side.front for side in board.history.game.sides) > 60:
                    return
            press("OK")


def rows_of_start(rounds: int) -> list[Row]:
    """Return table rows with a board's start time, and with its wake-ups, threads and memory while idle.

    Args:
        rounds: the number of times to start the board.
    """
    with tempfile.TemporaryDirectory() as state:
        play(Path(state) / "games.txt", 1, suits=True)
        bare, board = [], []
        _until(START, state)  # byte-compiles
        for _ in range(rounds):
            bare.append(_until(["-c", IMPORTS], state))
            board.append(_until(START, state))
        idle = {how: _idle(state, how) for how in ("buttons", "keypad")}
    took = f"{1000 * median(board):.0f} ms, {median(board) / median(bare):.2f} of the reference"
    reference = f"{1000 * median(bare):.0f} ms: import gpiozero, luma.oled.device, PIL.Image"
    what = "wake-ups a second, threads, resident memory"
    others = "210 and 21: twenty gpiozero.Button; 27 to 29 MB: gpiozero and luma alone"
    return [
        Row("start to first frame, the second game resumed", took, "1.00", reference),
        *(Row(f"idle, {how}: {what}", figures, "0, 32 MB", others) for how, figures in idle.items()),
    ]


def _until(arguments: list[str], state: str) -> float:
    """Run a program that prints `time.monotonic()`, and return the seconds from its start to that time."""
    begun, command = time.monotonic(), [sys.executable, *arguments]
    environment = compiled(STATE_DIRECTORY=state)
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return float(done.stdout.split()[0]) - begun


def _idle(state: str, how: str) -> str:
    """Return the wake-ups a second, the threads and the memory of a board that waits for keys."""
    command = [sys.executable, "-c", BOARD, how]
    with started(command, env=compiled(STATE_DIRECTORY=state), stdout=subprocess.PIPE) as board:
        board.stdout.readline()
        time.sleep(1.0)
        before, begun = switches(board.pid), time.monotonic()
        time.sleep(5.0)
        each_second = (switches(board.pid) - before) / (time.monotonic() - begun)
        threads, resident = (of_status(board.pid, name) for name in ("Threads", "VmRSS"))
    return f"{each_second:.2f}, {threads}, {resident / 1024:.1f} MB"
