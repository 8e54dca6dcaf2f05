"""The clock that all programs on a machine share."""

from __future__ import annotations

import subprocess
import sys

from firmware_py.window.folder import boot_time

OTHER = "from firmware_py.window.folder import boot_time; print(boot_time())"


def test_another_program_reads_the_same_clock() -> None:
    before = boot_time()
    other = float(
        subprocess.run([sys.executable, "-c", OTHER], check=True, capture_output=True, timeout=60).stdout
    )
    assert before <= other <= boot_time()
