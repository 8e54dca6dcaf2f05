"""What holds of the source: no clock of the day, no name twice, no dead link, and the way of one press."""

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import FrameType

import pytest

from firmware_py.board.board import Board
from firmware_py.board.listener import Listeners
from firmware_py.input.keys import Key
from firmware_py.journal.journal import Journal
from firmware_py.start import device_replay

ROOT = Path(__file__).parents[1]
PACKAGES = [ROOT / "engine", ROOT / "firmware_py"]
WALL = "time time_ns localtime gmtime ctime asctime strftime clock_gettime CLOCK_REALTIME".split()
"""The functions and constants in `time` that read or identify the wall clock."""
STAMPS = ("st_mtime", "st_ctime", "st_atime", "st_birthtime")

EXCEPTIONS = {
    # The fingerprint of a file includes its times, which are only compared for equality.
    "firmware_py/config/files.py": {"st_ctime_ns", "st_mtime_ns"},
    # The time at which a game ended is for people to read: results are counted in the order of their arrival.
    "firmware_py/club/evening.py": {"time.time"},
    # So is the time of a command of the director, or of a new evening.
    "firmware_py/commands/club.py": {"time.time"},
    "firmware_py/commands/director.py": {"time.time"},
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


def names_of_the_clock(node: ast.AST) -> Iterator[str]:
    """Yield the names by which a node of a module reads the wall clock, such as `time.time`."""
    match node:
        case ast.Import(names) if any(each.name.startswith("datetime") for each in names):
            yield "datetime"
        case ast.ImportFrom("datetime"):
            yield "datetime"
        case ast.ImportFrom("time", names):
            yield from (f"time.{each.name}" for each in names if each.name in WALL)
        case ast.Attribute(ast.Name("time"), name) if name in WALL:
            yield f"time.{name}"
        case ast.Attribute(_, name) if name.startswith(STAMPS):
            yield name


def test_no_module_asks_the_clock_of_the_day_but_those_with_a_reason() -> None:
    found: dict[str, set[str]] = {}
    for package in PACKAGES:
        for file in package.rglob("*.py"):
            tree = ast.parse(file.read_text(encoding="utf-8"))
            if names := {name for node in ast.walk(tree) for name in names_of_the_clock(node)}:
                found[str(file.relative_to(package.parent))] = names
    assert found == EXCEPTIONS


def test_no_two_classes_share_a_name() -> None:
    """Private classes and classes inside other classes or functions count too."""
    places = defaultdict(list)
    for path in (path for package in PACKAGES for path in package.rglob("*.py")):
        for name in re.findall(r"^ *class (\w+)", path.read_text(encoding="utf-8"), re.M):
            places[name].append(str(path.relative_to(ROOT)))
    assert [found for found in places.values() if len(found) > 1] == []


NOT_THE_WAY = ("firmware_py/emulator/", "firmware_py/start/device_replay.py")
"""The emulated wires, and the replay that presses the key."""


def files_of_the_last_press(words: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    keys = list(map(Key.parse, words.split()))
    passed: dict[str, None] = {}

    def trace(frame: FrameType, event: str, argument: object) -> None:
        file = Path(frame.f_code.co_filename)
        if event == "call" and frame.f_code.co_name != "<module>" and file.is_relative_to(ROOT):
            passed[str(file.relative_to(ROOT))] = None

    class Traced(device_replay.Meter):
        @contextmanager
        def press(self) -> Iterator[None]:
            with super().press():
                if len(self.oled) == len(keys) - 1:
                    sys.setprofile(trace)
                yield
                sys.setprofile(None)

    monkeypatch.setattr(device_replay, "Meter", Traced)
    with closing(Journal(folder / "games.txt")) as journal:
        device_replay.replay_on_device(Board(journal.history, journal), keys, Listeners())
    own = [file for file in passed if file.startswith(("engine/", "firmware_py/"))]
    return [file for file in own if not file.startswith(NOT_THE_WAY)]


def test_one_press_passes_the_files_that_are_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    [listed] = re.findall(r"^```way\n(.*?)^```$", (ROOT / "CONTRIBUTING.md").read_text(), re.M | re.S)
    files_of_the_last_press("OK 2 5 K", tmp_path / "first", monkeypatch)  # loads what is imported late
    passed = files_of_the_last_press("OK 2 5 K", tmp_path / "second", monkeypatch)
    assert passed == [line.split()[0] for line in listed.splitlines()]


FOLDERS = ("engine", "firmware_py", "hardware", "systemd", "tests")
PAGES = [*ROOT.glob("*.md"), *(page for folder in FOLDERS for page in sorted((ROOT / folder).rglob("*.md")))]


def headings(page: Path) -> set[str]:
    """Return the anchors of the headings on a Markdown page."""
    text = re.sub(r"^ *```.*?^ *```$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    heads = re.findall(r"^#+ (.*)$", text, re.M)
    return {re.sub(r"[^\w\- ]", "", head).lower().replace(" ", "-") for head in heads}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_each_link_leads_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        if link.startswith(("http://", "https://")):
            continue
        path, _, heading = link.partition("#")
        target = page.parent / path if path else page
        assert target.exists(), link
        assert not heading or heading in headings(target), link
