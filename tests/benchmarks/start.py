"""The time of each stage of a start until the LEDs are lit; wake-ups, threads and memory while idle.

For each measurement, the real program runs in a new process with emulated hardware (`probe`).
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from statistics import median
from typing import NamedTuple

from firmware_py.board.loop import Housekeeping
from firmware_py.input.keys import Key
from tests.benchmarks.measure import MEMORY, Row, board_with_journal, compiled, of_status, switches
from tests.benchmarks.probe import FRAME, IMPORT, LIT, OPEN, PROGRAM, READY
from tests.support.processes import started
from tests.support.table import Table

BOARD = "from tests.benchmarks.probe import main; main()"
IMPORTS = "import gpiozero, luma.oled.device, PIL.Image; import time; print(time.monotonic())"


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
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        journals = {number: Path(folder) / str(number) / "games.txt" for number in (1, games)}
        for number, journal in journals.items():
            journal.parent.mkdir()
            play(journal, number)
            _stages(journal.parent)  # byte-compiles, and fills the caches
        taken: dict[int, list[dict[str, float]]] = {number: [] for number in journals}
        for _ in range(rounds):
            for number, some in taken.items():  # in turn, so that other load slows both
                some.append(_stages(journals[number].parent))
        size = journals[games].stat().st_size
    few, many = (
        {name: median(start[name] for start in starts if name in start) for name in starts[0]}
        for starts in taken.values()
    )
    whole = sum(few.values())
    return [
        Row(
            "start, game resumed, until the LEDs are lit",
            f"{whole:.0f} ms; the game is on the screen after {_until_frame(few):.0f} ms",
            "",
            "an emulated bus takes no time",
        ),
        *(Row(f"    {name}", f"{took:.1f} ms, {100 * took / whole:.0f} %") for name, took in few.items()),
        Row(
            f"start to first frame with {games:,} games kept; the journal's part",
            f"{_until_frame(many):.0f} ms; {many[JOURNAL]:.1f} ms, {size / 1000:.0f} kB",
            "as with one",
            f"{_until_frame(few):.0f} ms; {few[JOURNAL]:.1f} ms with one game kept",
        ),
    ]


def _until_frame(start: dict[str, float]) -> float:
    return sum(list(start.values())[: list(start).index(FIRST_FRAME) + 1])


def _stages(state: Path) -> dict[str, float]:
    """Start a board, and return how many milliseconds each stage of its startup took.

    A stage whose final event is missing is left out.

    Args:
        state: the folder that contains the board's journal.
    """
    begun = time.monotonic()
    events = json.loads(_said(["-c", BOARD, "stages"], str(state), NOTIFY_SOCKET="@nobody"))
    made: dict[str, float] = {}
    for stage in STAGES:
        for number, (at, what, which) in enumerate(events):
            if what == stage.what and which.endswith(stage.which):
                made[stage.name] = 1000 * (at - begun)
                begun, events = at, events[number:]
                break
    return made


def _said(arguments: list[str], state: str, **variables: str) -> str:
    """Run a Python program for a board whose state is in this folder, and return what it prints."""
    environment = compiled(STATE_DIRECTORY=state, **variables)
    command = [sys.executable, *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout


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
        _until(["-c", BOARD, "start"], state)  # byte-compiles
        for _ in range(rounds):
            bare.append(_until(["-c", IMPORTS], state))
            board.append(_until(["-c", BOARD, "start"], state))
        idle = {how: _idle(state, how) for how in ("buttons", "keypad")}
    ratio = median(board) / median(bare)
    return [
        Row(
            "start to first frame, the second game resumed",
            f"{1000 * median(board):.0f} ms, {ratio:.2f} of the reference",
            "1.00",
            f"{1000 * median(bare):.0f} ms: import gpiozero, luma.oled.device, PIL.Image",
        ),
        *(
            Row(
                f"idle, {how}: wake-ups a second, threads, resident memory",
                figures,
                "0, 32 MB",
                "210 and 21: twenty gpiozero.Button; 27 to 29 MB: gpiozero and luma alone",
            )
            for how, figures in idle.items()
        ),
    ]


def _until(arguments: list[str], state: str) -> float:
    """Run a program that prints `time.monotonic()`, and return the seconds from its start to that time."""
    begun = time.monotonic()
    return float(_said(arguments, state).split()[0]) - begun


def _idle(state: str, how: str) -> str:
    """Return the wake-ups a second, the threads and the memory of a board that waits for keys."""
    command = [sys.executable, "-c", BOARD, how]
    with started(command, env=compiled(STATE_DIRECTORY=state), stdout=subprocess.PIPE) as board:
        assert board.stdout
        board.stdout.readline()
        time.sleep(1.0)
        before, begun = switches(board.pid), time.monotonic()
        time.sleep(5.0)
        each_second = (switches(board.pid) - before) / (time.monotonic() - begun)
        threads, resident = (of_status(board.pid, name) for name in ("Threads", "VmRSS"))
    return f"{each_second:.2f}, {threads}, {resident / 1024:.1f} MB"
