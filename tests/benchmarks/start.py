"""The time of each stage of a start until the LEDs are lit; wake-ups, threads and memory while idle.

For each measurement, the real program runs in a new process with emulated hardware: the pins of a GPIO chip,
an I2C bus and an SPI port.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import median
from typing import NamedTuple

from firmware_py.board.board import Board
from firmware_py.board.loop import Housekeeping
from firmware_py.input.keys import Key
from firmware_py.journal.journal import Journal
from tests.benchmarks.probe import FRAME, IMPORT, LIT, OPEN, PROGRAM, READY
from tests.support.table import Table

Row = tuple[str, str, str, str]
Event = tuple[float, str, str]

PROBE = "from tests.benchmarks.probe import main; main()"
MEMORY = Path("/dev/shm")
"""A folder in memory (on Linux), to avoid writing a thousand games to a disk."""


class Stage(NamedTuple):
    """One stage of the board's startup, and the event that ends it.

    Attributes:
        name: the name of the stage.
        what: the kind of event that ends the stage, such as an import.
        which: what the event's name must end with, e.g. a module's name; empty to match any name.
    """

    name: str
    what: str
    which: str = ""


STAGES = (
    Stage("the interpreter", PROGRAM),
    Stage("the splash", FRAME, "splash"),
    Stage("the engine, the view, the journal's module", OPEN, "config.cache"),
    Stage("the configuration", OPEN, "games.txt"),
    Stage("the journal read and replayed", IMPORT, "firmware_py.drivers.edge_queue"),
    Stage("signals, systemd's socket", IMPORT, "firmware_py.start.assembly"),
    Stage("the loop", IMPORT, "PIL"),
    Stage("Pillow", IMPORT, "firmware_py.render.font"),
    Stage("what draws", IMPORT, "luma.core"),
    Stage("luma.oled", IMPORT, "smbus2"),
    Stage("smbus2; the frame drawn and sent", FRAME, "game"),
    Stage("the driver of the LEDs", IMPORT, "gpiozero"),
    Stage("gpiozero, twenty pins; READY", READY),
    Stage("the LEDs lit", LIT),
)
"""The stages in the order in which they end. A stage whose end is missing is included in the next one."""
JOURNAL = "the journal read and replayed"
FIRST_FRAME = "smbus2; the frame drawn and sent"


def rows_of_boot(rounds: int, games: int) -> list[Row]:
    """Return table rows that compare the time to start a board with one saved game and with `games` of them.

    Args:
        rounds: the number of times to start the board in each case.
        games: the larger number of saved games.
    """
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        few, many = Path(folder) / "few", Path(folder) / "many"
        for state, number in ((few, 1), (many, games)):
            state.mkdir()
            play(state / "games.txt", number)
        started = {state: _stages(state) for state in (few, many)}  # byte-compiles, and fills the caches
        taken: dict[Path, list[dict[str, float]]] = {state: [] for state in started}
        for _ in range(rounds):
            for state, some in taken.items():  # in turn, so that other load slows both
                some.append(_stages(state))
        size = (many / "games.txt").stat().st_size
    return [*_of_stages(taken[few]), *_of_many(taken, few, many, games, size)]


def _of_stages(starts: Sequence[dict[str, float]]) -> list[Row]:
    whole = median(sum(start.values()) for start in starts)
    to_frame = median(_until_frame(start) for start in starts)
    made = [
        (
            "start, game resumed, until the LEDs are lit",
            f"{1000 * whole:.0f} ms; the game is on the screen after {1000 * to_frame:.0f} ms",
            "",
            "an emulated bus takes no time",
        )
    ]
    for stage in STAGES:
        taken = [start[stage.name] for start in starts if stage.name in start]
        if taken:
            middle = median(taken)
            made.append(
                (f"    {stage.name}", f"{1000 * middle:.1f} ms, {100 * middle / whole:.0f} %", "", "")
            )
    return made


def _of_many(
    taken: dict[Path, list[dict[str, float]]], few: Path, many: Path, games: int, size: int
) -> list[Row]:
    frame = {state: 1000 * median(map(_until_frame, starts)) for state, starts in taken.items()}
    journal = {state: 1000 * median(start[JOURNAL] for start in starts) for state, starts in taken.items()}
    return [
        (
            f"start to first frame with {games:,} games kept; the journal's part",
            f"{frame[many]:.0f} ms; {journal[many]:.1f} ms, {size / 1000:.0f} kB",
            "as with one",
            f"{frame[few]:.0f} ms; {journal[few]:.1f} ms with one game kept",
        )
    ]


def _until_frame(start: dict[str, float]) -> float:
    names = list(start)
    return sum(start[name] for name in names[: names.index(FIRST_FRAME) + 1])


def _stages(state: Path) -> dict[str, float]:
    """Start a board, and return how many seconds each stage of its startup took, keyed by the stage's name.

    `state` is the folder that contains the board's journal.
    """
    # Byte-compiled, like an installed board.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment |= {"STATE_DIRECTORY": str(state), "NOTIFY_SOCKET": "@nobody"}
    begun = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-c", PROBE], env=environment, stdout=subprocess.PIPE, text=True, check=True
    )
    return split(begun, json.loads(done.stdout))


def split(begun: float, events: Sequence[Event]) -> dict[str, float]:
    """Return how long each stage of the board's startup took, in seconds.

    Stages whose final event is missing are left out.

    Args:
        begun: the time at which the startup began.
        events: the events in order, each with its time, its kind and its name.
    """
    made: dict[str, float] = {}
    place = 0
    for stage in STAGES:
        for number in range(place, len(events)):
            at, what, which = events[number]
            if what == stage.what and which.endswith(stage.which):
                made[stage.name] = at - begun
                begun, place = at, number
                break
    return made


def play(path: Path, games: int, *, suits: bool = False) -> None:
    """Play random games, and write them to a journal. The last game is left unfinished.

    Args:
        path: the path to the journal.
        games: the number of finished games.
        suits: True to enter the suits of all cards.
    """
    journal = Journal(path)
    board = Board(journal.history, journal)
    random = Random(121)

    def press(word: str) -> None:
        assert board.press(Key.parse(word)).took
        assert Housekeeping(board).work() is None  # like the loop

    for _ in range(games):
        for word in Table(random, suits=suits).keys(lambda: board.history.game):
            press(word)
        press("OK")
    for word in Table(random, suits=suits).keys(lambda: board.history.game):
        press(word)
        if max(side.front for side in board.history.game.sides) > 60:
            break
    journal.close()


BOARD = "from tests.benchmarks.board import main; main()"
IMPORTS = "import gpiozero, luma.oled.device, PIL.Image; import time; print(time.monotonic())"


def rows_of_start(rounds: int) -> list[Row]:
    """Return table rows with a board's start time, and with its wake-ups, threads and memory while idle.

    Args:
        rounds: the number of times to start the board.
    """
    with tempfile.TemporaryDirectory() as state:
        play(Path(state) / "games.txt", 1, suits=True)
        bare, board = [], []
        _until(["-c", BOARD, "start"], state)  # byte-compiles
        for _ in range(rounds):
            bare.append(_until(["-c", IMPORTS], state))
            board.append(_until(["-c", BOARD, "start"], state))
        idle = {how: _idle(state, how) for how in ("buttons", "keypad")}
    ratio = median(board) / median(bare)
    return [
        (
            "start to first frame, the second game resumed",
            f"{1000 * median(board):.0f} ms, {ratio:.2f} of the reference",
            "1.00",
            f"{1000 * median(bare):.0f} ms: import gpiozero, luma.oled.device, PIL.Image",
        ),
        *(
            (
                f"idle, {said}: wake-ups a second, threads, resident memory",
                "{:.2f}, {}, {:.1f} MB".format(*idle[how]),
                "0, 32 MB",
                "210 and 21: twenty gpiozero.Button; 27 to 29 MB: gpiozero and luma alone",
            )
            for how, said in (
                ("buttons", "twenty buttons on the kernel's pins"),
                ("keypad", "a keypad through evdev"),
            )
        ),
    ]


def _environment(state: str) -> dict[str, str]:
    # Byte-compiled, like an installed board.
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return kept | {"STATE_DIRECTORY": state}


def _until(arguments: list[str], state: str) -> float:
    """Run a Python program that prints `time.monotonic()`, and return the seconds from start to that time.

    Args:
        arguments: the arguments for the interpreter.
        state: the folder for the board's state.
    """
    begun = time.monotonic()
    done = subprocess.run(
        [sys.executable, *arguments], env=_environment(state), capture_output=True, text=True, check=True
    )
    return float(done.stdout.split()[0]) - begun


def _idle(state: str, how: str) -> tuple[float, int, float]:
    """Return the activity and memory use of a board that waits for keys.

    Args:
        state: the folder for the board's state.
        how: the kind of keys, `buttons` or `keypad`.

    Returns:
        The context switches per second, the number of threads, and the resident memory in megabytes.
    """
    board = subprocess.Popen(
        [sys.executable, "-m", "tests.benchmarks.board", how],
        env=_environment(state),
        stdout=subprocess.PIPE,
        text=True,
    )
    assert board.stdout
    board.stdout.readline()
    time.sleep(1.0)
    before = switches(board.pid)
    begun = time.monotonic()
    time.sleep(5.0)
    each_second = (switches(board.pid) - before) / (time.monotonic() - begun)
    threads, resident = int(_status(board.pid)["Threads"]), memory(board.pid)
    board.terminate()
    board.wait()
    return each_second, threads, resident


def memory(process: int) -> float:
    """Return the resident memory of the process with this ID, in megabytes."""
    return int(_status(process)["VmRSS"].split()[0]) / 1024


def _status(process: int) -> dict[str, str]:
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return {name: value for name, _, value in (line.partition(":") for line in lines)}


def switches(process: int) -> int:
    """Return the total number of context switches, so far, in all threads of the process with this ID."""
    total = 0
    for task in Path(f"/proc/{process}/task").iterdir():
        for line in (task / "status").read_text().splitlines():
            if "ctxt_switches" in line:
                total += int(line.split()[1])
    return total
