"""The pytest settings and the scripts in `.ci` select the intended tests, and run the checks in order."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from itertools import product
from pathlib import Path

import pytest

from tests.support.deadline import PATIENCE
from tests.support.processes import run

ROOT = Path(__file__).parent.parent
SLOW = "tests/test_package.py::test_the_source_distribution_is_the_whole_tree_and_installs"
NIGHT = "tests/hostile/test_hostile.py::test_when_the_time_is_up_the_stacks_are_shown"
FAST = "tests/engine/test_cards.py::test_a_pack_is_52_cards"
NOTHING = 5
"""The exit status of pytest when no test is selected."""
each_slow_test = pytest.mark.parametrize("test", [SLOW, NIGHT], ids=["slow", "night"])


def run_pytest(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments]
    return run(command, cwd=ROOT, capture_output=True, text=True, seconds=4 * PATIENCE)


@each_slow_test
def test_a_slow_test_that_is_named_is_run(test: str) -> None:
    done = run_pytest("--collect-only", "-q", test)
    assert (done.returncode, done.stdout.splitlines()[0]) == (0, test)


@each_slow_test
def test_a_slow_test_in_a_file_that_is_named_is_left_out(test: str) -> None:
    file, _, name = test.partition("::")
    done = run_pytest("--collect-only", "-q", "-n", "0", file)
    assert done.returncode == 0 and f"::{name}" not in done.stdout


def test_markers_on_the_command_line_hold_for_a_test_that_is_named() -> None:
    assert run_pytest("--collect-only", "-q", "-m", "not slow", SLOW).returncode == NOTHING


def test_a_test_that_is_named_runs_in_one_process_unless_more_are_asked_for() -> None:
    alone, together = run_pytest("-v", FAST), run_pytest("-v", "-n", "2", FAST)
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
        "tests/firmware_py/start/test_service.py",
        "tests/test_checks.py",
    }
    listed = run_pytest("--collect-only", "-q", "-n", "0", "-m", chosen, *fast, *others)
    assert listed.returncode == 0
    assert {line.partition("::")[0] for line in listed.stdout.splitlines() if "::" in line} == fast


def test_the_checks_come_in_order() -> None:
    lint, check, steps = (
        (ROOT / ".ci" / name).read_text(encoding="utf-8") for name in ("lint", "check", "run")
    )
    assert re.findall(r"^\.venv/bin/([\w-]+)", lint, re.M) == ["ruff", "ruff", "mypy", "lint-imports"]
    assert re.findall(r"^\.(?:ci|venv/bin)/[\w-]+", check, re.M) == [".ci/lint", ".venv/bin/pytest"]
    assert steps.index("\n.ci/lint\n") < steps.index('bash -c "$tests"\n') < steps.index('-m "slow and')


def test_each_test_is_run_by_one_of_the_scripts_and_by_one_alone() -> None:
    """The README's test command, `.ci/run` and `.ci/night` choose by markers, and share all tests out."""
    usual = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["pytest"]
    steps, night = ((ROOT / ".ci" / name).read_text(encoding="utf-8") for name in ("run", "night"))
    chosen = [
        *re.findall(r"-m '(.*)'", usual["ini_options"]["addopts"]),
        *re.findall(r'/pytest -m "?([\w ]+)', steps),
        *re.findall(r'/pytest -m "?([\w ]+)', night),
    ]
    assert len(chosen) == 3
    for marks in product((True, False), repeat=2):
        held = dict(zip(("slow", "night"), marks, strict=True))
        assert sum(bool(eval(expression, held)) for expression in chosen) == 1, marks
