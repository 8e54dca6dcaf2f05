"""On the machine under test, measure the time and memory that the coach's process takes for its advice.

    python3 guest_coach.py PROCESS SECONDS

PROCESS is the process ID of the board, which starts the coach's process. SECONDS is the time limit. The first
line of the output says that this program is ready; the second line is the result, as JSON.

This program uses only the standard library, because no other file is copied to the machine.
"""

from __future__ import annotations

import json
import os
import re
import sys
import time
from pathlib import Path

POLL = 0.01
"""The time between two looks at the processes, in seconds."""
COACH = b"firmware_py.board.work_out"
"""A part of the command line of the coach's process."""
# proc_pid_stat(5), counted from the field after the name
UTIME, STIME, CUTIME, CSTIME, NICE = 11, 12, 13, 14, 16
TICK = 1 / os.sysconf("SC_CLK_TCK")


def main() -> None:
    board, patience = int(sys.argv[1]), float(sys.argv[2])
    threads, anonymous = of_status(board, "Threads"), of_status(board, "RssAnon")
    before = children_time(board)
    print("watching", flush=True)
    seen = watch(board, time.monotonic() + patience)
    deadline = time.monotonic() + patience
    while (children(board) or of_status(board, "Threads") > threads) and time.monotonic() < deadline:
        time.sleep(POLL)
    result = {
        **seen,
        "cpu": round(children_time(board) - before, 2),
        "board's nice": stat(board)[NICE],
        "children": len(children(board)),
        "more threads": of_status(board, "Threads") - threads,
        "more kilobytes": of_status(board, "RssAnon") - anonymous,
    }
    print(json.dumps(result), flush=True)


def watch(board: int, deadline: float) -> dict[str, float]:
    """Wait until the coach's process has ended, and return its highest nice value, peak memory and duration.

    The keys are `nice`, `kilobytes` and `seconds`. If no process was seen in time, the result is empty.

    Args:
        board: the process ID of the board.
        deadline: when to stop waiting, on the clock of `time.monotonic`.
    """
    process = 0
    while not process and time.monotonic() < deadline:
        time.sleep(POLL)
        process = next((child for child in children(board) if COACH in command(child)), 0)
    began = time.monotonic()
    nice, kilobytes = -20, 0
    while (fields := stat(process)) and time.monotonic() < deadline:
        nice = max(nice, fields[NICE])
        kilobytes = max(kilobytes, of_status(process, "VmHWM"))
        time.sleep(POLL)
    seconds = round(time.monotonic() - began, 3)
    return {"nice": nice, "kilobytes": kilobytes, "seconds": seconds} if process else {}


def children(process: int) -> list[int]:
    return [
        int(child)
        for thread in Path(f"/proc/{process}/task").iterdir()
        for child in read(thread / "children").split()
    ]


def command(process: int) -> bytes:
    return read(Path(f"/proc/{process}/cmdline"))


def children_time(process: int) -> float:
    """Return the processor time, in seconds, of all children of a process that have ended."""
    fields = stat(process)
    return (fields[CUTIME] + fields[CSTIME]) * TICK


def stat(process: int) -> list[int]:
    """Return the fields in /proc/`process`/stat that follow the process's name.

    The first of these fields, which is a letter, is replaced by 0. If there is no such process, the list is
    empty.
    """
    fields = read(Path(f"/proc/{process}/stat")).rpartition(b")")[2].split()
    return [0, *map(int, fields[1:])] if fields else []


def of_status(process: int, name: str) -> int:
    """Return the number after `name` in /proc/`process`/status, or 0 if there is no such number.

    Args:
        process: the process ID.
        name: the name at the start of a line, such as `Threads`.
    """
    found = re.search(rf"^{name}:\s*(\d+)".encode(), read(Path(f"/proc/{process}/status")), re.MULTILINE)
    return int(found[1]) if found else 0


def read(path: Path) -> bytes:
    """Return the contents of a file in `/proc`, or an empty string if its process or thread has ended."""
    try:
        return path.read_bytes()
    except OSError:
        return b""


if __name__ == "__main__":
    main()
