"""The pytest settings and the scripts in `.ci` select the intended tests, and run the checks in order."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tests.support.deadline import PATIENCE
from tests.support.processes import run

ROOT = Path(__file__).parent.parent
SLOW = "tests/hostile/test_hostile.py::test_when_the_time_is_up_the_stacks_are_shown"
FAST = "tests/engine/test_cards.py::test_a_pack_is_52_cards"
NOTHING = 5
"""The exit status of pytest when no test is selected."""


def pytest(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments]
    return run(command, cwd=ROOT, capture_output=True, text=True, seconds=4 * PATIENCE)


def test_a_slow_test_that_is_named_is_run() -> None:
    done = pytest("--collect-only", "-q", SLOW)
    assert (done.returncode, done.stdout.splitlines()[0]) == (0, SLOW)


def test_a_slow_test_in_a_file_that_is_named_is_left_out() -> None:
    file, _, name = SLOW.partition("::")
    done = pytest("--collect-only", "-q", "-n", "0", file)
    assert done.returncode == 0 and f"::{name}" not in done.stdout


def test_markers_on_the_command_line_hold_for_a_test_that_is_named() -> None:
    assert pytest("--collect-only", "-q", "-m", "not slow", SLOW).returncode == NOTHING


def test_a_test_that_is_named_runs_in_one_process_unless_more_are_asked_for() -> None:
    alone, together = pytest("-v", FAST), pytest("-v", "-n", "2", FAST)
    assert alone.returncode == together.returncode == 0
    assert "1 passed" in alone.stdout and "1 passed" in together.stdout
    assert "workers" not in alone.stdout and "2 workers" in together.stdout


def test_the_fast_tests_are_neither_slow_nor_thorough_nor_of_the_world() -> None:
    check = (ROOT / ".ci" / "check").read_text(encoding="utf-8")
    (chosen,) = re.findall(r'pytest -q -m "(.*)"$', check, re.M)
    fast = {
        "tests/engine/test_cards.py",
        "tests/test_cases.py",
        "tests/firmware_py/input/test_entry.py",
    }
    others = {
        "tests/test_against_referee.py",
        "tests/firmware_py/service/test_service.py",
        "tests/test_checks.py",
    }
    listed = pytest("--collect-only", "-q", "-n", "0", "-m", chosen, *fast, *others)
    assert listed.returncode == 0
    assert {line.partition("::")[0] for line in listed.stdout.splitlines() if "::" in line} == fast


def test_the_checks_come_in_order_and_first_of_all() -> None:
    check = (ROOT / ".ci" / "check").read_text(encoding="utf-8")
    commands = re.findall(r"^\.venv/bin/([\w-]+)", check, re.M)
    assert commands == ["ruff", "ruff", "mypy", "lint-imports", "pytest"]
    steps = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert re.search(r"^\.ci/check$", steps, re.M)
    assert steps.index("\n.ci/check\n") < steps.index("-m slow")
