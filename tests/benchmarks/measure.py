"""What the benchmarks share: the rows of their table, games, and the kernel's figures of a process."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from firmware_py.board.board import Board
from firmware_py.journal.journal import Journal

MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None  # in memory, on Linux


class Row(NamedTuple):
    """A row of the table: what was measured, the result, the target, and a reference from the same run."""

    what: str
    measured: str
    to_reach: str = ""
    reference: str = ""


def show(rows: Iterable[Row]) -> None:
    """Print a table of the results."""
    print_table([Row("what", "measured", "to reach", "reference in the same run"), *rows])


def print_table(lines: Sequence[Sequence[str]]) -> None:
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        print("  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)).rstrip())


def p99(numbers: Sequence[float]) -> float:
    ranked = sorted(numbers)
    return ranked[-(-99 * len(ranked) // 100) - 1]


def milliseconds(
    work: Callable[[], object], rounds: int, clock: Callable[[], float] = time.perf_counter
) -> list[float]:
    """Call a function several times, and return how long each call took by this clock, in milliseconds."""
    times = []
    for _ in range(rounds):
        begun = clock()
        work()
        times.append(1000 * (clock() - begun))
    return times


@contextmanager
def board_with_journal(path: Path) -> Iterator[Board]:
    with closing(Journal(path)) as journal:
        yield Board(journal.history, journal)


def compiled(**variables: str) -> dict[str, str]:
    """Return environment variables for a program that is byte-compiled, like an installed board."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return kept | variables


def switches(process: int) -> int:
    """Return the total number of context switches, so far, in all threads of the process with this ID."""
    texts = (task.read_text() for task in Path(f"/proc/{process}/task").glob("*/status"))
    return sum(int(number) for text in texts for number in re.findall(r"ctxt_switches:\s+(\d+)", text))


def of_status(process: int, name: str) -> int:
    """Return a number from /proc/PROCESS/status, such as `VmRSS`, the resident memory in kilobytes."""
    return _number(name, Path(f"/proc/{process}/status").read_text())


def memory_of(imports: str) -> str:
    """Return a string with the memory of a Python process that has only imported these modules."""
    program = f"import {imports}; print(open('/proc/self/status').read())"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return f"{_number('VmHWM', done.stdout) / 1024:.0f} MB for Python with {imports} alone"


def _number(name: str, status: str) -> int:
    [number] = re.findall(rf"^{name}:\s+(\d+)", status, re.M)
    return int(number)
