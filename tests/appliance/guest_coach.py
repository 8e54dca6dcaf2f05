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

COACH = b"firmware_py.board.work_out"  # a part of the command line of the coach's process
# proc_pid_stat(5), counted from the field after the name
CUTIME, CSTIME, NICE = 13, 14, 16


def main() -> None:
    board, deadline = int(sys.argv[1]), time.monotonic() + float(sys.argv[2])
    threads, anonymous, took = of_status(board, "Threads"), of_status(board, "RssAnon"), children_time(board)
    print("watching", flush=True)
    nice, kilobytes, began, ended, is_over = -20, 0, 0.0, 0.0, False
    while not is_over and time.monotonic() < deadline:
        time.sleep(0.01)
        mine = [child for child in children(board) if COACH in read(f"{child}/cmdline")]
        for process in mine:
            began, ended = began or time.monotonic(), time.monotonic()
            nice = max([nice, *stat(process)[NICE : NICE + 1]])
            kilobytes = max(kilobytes, of_status(process, "VmHWM"))
        is_over = bool(began) and not children(board) and of_status(board, "Threads") <= threads
    result = {
        "nice": nice,
        "kilobytes": kilobytes,
        "seconds": round(ended - began, 3),
        "cpu": round(children_time(board) - took, 2),
        "board's nice": stat(board)[NICE],
        "has ended": is_over,
        "more kilobytes": of_status(board, "RssAnon") - anonymous,
    }
    print(json.dumps(result), flush=True)


def children(process: int) -> list[int]:
    threads = Path(f"/proc/{process}/task").iterdir()
    return [
        int(child) for thread in threads for child in read(f"{process}/task/{thread.name}/children").split()
    ]


def children_time(process: int) -> float:
    """Return the processor time, in seconds, of all children of a process that have ended."""
    fields = stat(process)
    return (fields[CUTIME] + fields[CSTIME]) / os.sysconf("SC_CLK_TCK")


def stat(process: int) -> list[int]:
    """Return the numbers in /proc/`process`/stat after the process's name; none if there is no such process.

    The first of these fields, which is a letter, is replaced by 0.
    """
    fields = read(f"{process}/stat").rpartition(b")")[2].split()
    return [0, *map(int, fields[1:])] if fields else []


def of_status(process: int, name: str) -> int:
    """Return the number after `name` in /proc/`process`/status, or 0 if there is no such number."""
    found = re.search(rf"^{name}:\s*(\d+)".encode(), read(f"{process}/status"), re.MULTILINE)
    return int(found[1]) if found else 0


def read(path: str) -> bytes:
    """Return the contents of a file in `/proc`, or an empty string if its process or thread has ended."""
    try:
        return Path(f"/proc/{path}").read_bytes()
    except OSError:
        return b""


if __name__ == "__main__":
    main()
