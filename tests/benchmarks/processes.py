"""The memory that a process uses, as Linux counts it (proc(5)), and the environment of a program."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path


def memory(process: int, *, peak: bool = False) -> float:
    """Return the resident memory of a process in megabytes: now, or the most that it has had."""
    status = Path(f"/proc/{process}/status").read_text()
    [kilobytes] = re.findall(rf"^{'VmHWM' if peak else 'VmRSS'}:\s+(\d+)", status, re.M)
    return int(kilobytes) / 1024


def memory_after_import(modules: str) -> str:
    """Return the memory of a Python process that has only imported these modules, such as `json, ssl`."""
    program = f"import {modules};print(next(l for l in open('/proc/self/status') if 'VmHWM' in l).split()[1])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    return f"{int(done.stdout) / 1024:.0f} MB for Python that has only imported {modules}"


def byte_compiling(**variables: str) -> dict[str, str]:
    """Return the environment, with these variables too, of a program that Python byte-compiles."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return kept | variables
