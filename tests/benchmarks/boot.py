"""The duration of each stage of the board's startup, until the LEDs are lit, and the effect of saved games.

`python -m tests.benchmarks.boot --games 1000` runs only this benchmark, with 1000 saved games.
"""

from __future__ import annotations

import argparse
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


def rows(rounds: int, games: int) -> list[Row]:
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


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.boot", description=__doc__)
    parser.add_argument("--rounds", type=int, default=15, help="number of starts of each kind (default: 15)")
    parser.add_argument(
        "--games", type=int, default=300, help="number of games in the long journal (default: 300)"
    )
    options = parser.parse_args()
    for row in rows(options.rounds, options.games):
        print("  ".join((row[0].ljust(60), *row[1:])).rstrip())


if __name__ == "__main__":
    main()
