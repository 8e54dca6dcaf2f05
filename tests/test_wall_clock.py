"""No module depends on the time of day, because a Pi's clock has no battery and may jump by months."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import engine
import firmware_py

PACKAGES = [Path(str(package.__file__)).parent for package in (engine, firmware_py)]
WALL = {
    "time",
    "time_ns",
    "localtime",
    "gmtime",
    "ctime",
    "asctime",
    "strftime",
    "clock_gettime",
    "CLOCK_REALTIME",
}
"""The functions and constants in `time` that read or identify the wall clock."""
STAMPS = ("st_mtime", "st_ctime", "st_atime", "st_birthtime")
"""The timestamps of a file, which are also set from the wall clock."""

EXCEPTIONS = {
    # The fingerprint of a file includes its times, which are only compared for equality.
    "firmware_py/config/files.py": {"st_ctime_ns", "st_mtime_ns"},
    # The time at which a game ended is for people to read: results are counted in the order of their arrival.
    "firmware_py/club/evening.py": {"time.time"},
    # Kernels before 5.7 stamp edges with the wall clock. The driver only computes the age of an edge from it,
    # and ignores an age that shows that the clock has jumped.
    "firmware_py/drivers/buttons.py": {"time.time"},
    # The date of a game is only shown to people. Games are not looked up or sorted by date.
    "firmware_py/journal/line_file.py": {"st_mtime"},
    "firmware_py/journal/archive.py": {"st_mtime", "time.gmtime", "time.strftime"},
    # The error message about a certificate that is not valid today says which day the clock shows.
    "firmware_py/mqtt/connection_faults.py": {"time.strftime"},
    # The clip that was used least recently is removed first. If the clock is wrong, another clip may be
    # removed, and has to be created again.
    "firmware_py/speech/clips.py": {"time.time", "st_mtime"},
    # Reads the time since the machine was started, which does not depend on the wall clock.
    "firmware_py/window/folder.py": {"time.clock_gettime"},
}


def wall_clock(source: str) -> set[str]:
    """Return the names that a module uses to read the wall clock, such as `time.time`."""
    return {name for node in ast.walk(ast.parse(source)) for name in _names(node)}


def _names(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (each.name for each in node.names if each.name.partition(".")[0] == "datetime")
    elif isinstance(node, ast.ImportFrom) and node.module == "datetime":
        yield "datetime"
    elif isinstance(node, ast.ImportFrom) and node.module == "time":
        yield from (f"time.{each.name}" for each in node.names if each.name in WALL)
    elif isinstance(node, ast.Attribute) and node.attr in WALL and ast.unparse(node.value) == "time":
        yield f"time.{node.attr}"
    elif isinstance(node, ast.Attribute) and node.attr.startswith(STAMPS):
        yield node.attr


def test_no_module_asks_the_clock_of_the_day_but_those_with_a_reason() -> None:
    found = {}
    for package in PACKAGES:
        for file in package.rglob("*.py"):
            names = wall_clock(file.read_text(encoding="utf-8"))
            if names:
                found[str(file.relative_to(package.parent))] = names
    assert found == EXCEPTIONS


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("import time\ndef now():\n    return time.time()", {"time.time"}),
        ("from time import time_ns", {"time.time_ns"}),
        ("import datetime", {"datetime"}),
        ("late = os.stat(one).st_mtime > os.stat(other).st_ctime_ns", {"st_mtime", "st_ctime_ns"}),
        ("from datetime import date", {"datetime"}),
        ("def f():\n    import datetime as day", {"datetime"}),
        (
            "import time\nnow = time.clock_gettime(time.CLOCK_REALTIME)",
            {"time.clock_gettime", "time.CLOCK_REALTIME"},
        ),
        ("import time\nfrom time import sleep, monotonic\ntime.monotonic()\ntime.thread_time()", set()),
    ],
)
def test_the_check_finds_each_use_of_the_clock_of_the_day(source: str, names: set[str]) -> None:
    assert wall_clock(source) == names
