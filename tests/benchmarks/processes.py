"""What a process uses, as Linux counts it (proc(5)): memory, processor time, and how often it wakes up."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path


def _status(process: Path, name: str) -> int:
    [number] = re.findall(rf"^{name}:\s+(\d+)", (process / "status").read_text(), re.M)
    return int(number)


def memory(process: int, *, peak: bool = False) -> float:
    """Return the resident memory of a process in megabytes: now, or the most that it has had."""
    return _status(Path(f"/proc/{process}"), "VmHWM" if peak else "VmRSS") / 1024


def threads(process: int) -> list[Path]:
    return list(Path(f"/proc/{process}/task").iterdir())


def wakes(*processes: int) -> int:
    """Return how often the threads of these processes have slept until now, and woken up again."""
    return sum(_status(each, "voluntary_ctxt_switches") for process in processes for each in threads(process))


def busy(*processes: int) -> float:
    """Return the processor time that these processes have used, in seconds."""
    nanoseconds = (
        int((each / "schedstat").read_text().split()[0]) for process in processes for each in threads(process)
    )
    return sum(nanoseconds) / 1e9


def memory_after_import(modules: str) -> str:
    """Return the memory of a Python process that has only imported these modules, such as `json, ssl`."""
    program = f"import {modules};print(next(l for l in open('/proc/self/status') if 'VmHWM' in l).split()[1])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    return f"{int(done.stdout) / 1024:.0f} MB for Python that has only imported {modules}"


def byte_compiling(**variables: str) -> dict[str, str]:
    """Return the environment, with these variables too, of a program that Python byte-compiles."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return kept | variables
