"""`python -m tests.hostile` disturbs tests with busy cores, pauses and short queues, and reports failures."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.hostile.__main__ import NO_NAMESPACES
from tests.hostile.selection import TESTS, waiting_tests
from tests.support.deadline import PATIENCE
from tests.support.processes import run


def test_the_tests_that_wait_are_found_by_what_they_import() -> None:
    found = {str(path.relative_to(TESTS)) for path in waiting_tests()}
    wait = {
        "contract/test_boards.py",  # threads
        "firmware_py/drivers/test_kernel_keypads.py",
        "firmware_py/start/test_service.py",  # sockets
        "firmware_py/drivers/test_buttons.py",  # waits
        "firmware_py/emulator/test_app.py",  # through its helper
        "kills/test_kills_command.py",
        "firmware_py/start/test_start_alone.py",  # processes
        "test_project.py",
    }
    assert wait <= found
    assert not {"engine/test_cards.py", "firmware_py/input/test_entry.py"} & found


def hostile(folder: Path, text: str, *options: str) -> "subprocess.CompletedProcess[str]":
    """Run `python -m tests.hostile` on a test module with the source `text`, and return the result.

    If the machine cannot create namespaces, the calling test is skipped.
    """
    (folder / "test_it.py").write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "tests.hostile", *options, "--", "-n", "0", folder / "test_it.py"]
    done = run(command, cwd=TESTS.parent, capture_output=True, text=True, seconds=4 * PATIENCE)
    if done.returncode == NO_NAMESPACES:
        pytest.skip("no namespaces can be made here")
    return done


LOOK = """
import os, time
from pathlib import Path

def test_it():
    queue = Path("/proc/sys/net/unix/max_dgram_qlen").read_text().strip()
    commands = [path.read_text() for path in Path("/proc").glob("[0-9]*/cmdline")]
    loops = sum("while True: pass" in command for command in commands)
    print(f"queue {queue}, {loops} loops of {len(os.sched_getaffinity(0))}")
    # The longest gap between two looks at the clock is a stop, if there was one.
    until = time.monotonic() + 60
    longest, last = 0.0, time.monotonic()
    while longest < 0.9 and last < until:
        now = time.monotonic()
        longest, last = max(longest, now - last), now
    print("stood still" if longest >= 0.9 else "never stood still")
    assert False, "for what it printed"
"""


@pytest.mark.night
def test_cores_are_busy_processes_stop_and_queues_are_short_and_long_in_turn(tmp_path: Path) -> None:
    done = hostile(tmp_path, LOOK, "--times", "2")
    assert done.returncode == 1, done.stdout + done.stderr
    queues = re.findall(r"^queue (\d+), (\d+) loops of \2$", done.stdout, re.M)
    assert [queue for queue, _ in queues] == ["10", "512"]
    assert len(re.findall("^stood still$", done.stdout, re.M)) == 2
    assert "2 of 2 runs failed" in done.stdout


@pytest.mark.night
def test_a_process_that_is_left_behind_is_a_failure(tmp_path: Path) -> None:
    leaves = "import subprocess\n\ndef test_it():\n    subprocess.Popen(['sleep', '1000'])\n"
    done = hostile(tmp_path, f"import pytest\n{leaves}", "--times", "1")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "left running:\n  sleep 1000" in done.stdout


@pytest.mark.night
def test_when_the_time_is_up_the_stacks_are_shown(tmp_path: Path) -> None:
    hangs = "import threading\n\ndef test_it():\n    threading.Event().wait()\n"
    done = hostile(tmp_path, hangs, "--times", "1", "--minutes", "0.5")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "the time is up" in done.stdout
    assert "in test_it" in done.stderr
