"""The time a board takes to show its first frame, and its wake-ups, threads and memory while idle.

For each measurement, the real program runs in a new process with emulated hardware: the pins of a GPIO chip,
an I2C bus and an SPI port.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from tests.benchmarks.boot import play

Row = tuple[str, str, str, str]

BOARD = "from tests.benchmarks.board import main; main()"
IMPORTS = "import gpiozero, luma.oled.device, PIL.Image; import time; print(time.monotonic())"


def rows(rounds: int) -> list[Row]:
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
