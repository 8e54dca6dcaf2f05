"""The files that one press passes, from key to lights, are those that CONTRIBUTING.md lists, in order."""

import re
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import FrameType

import pytest

from firmware_py.board.board import Board
from firmware_py.board.ports import Listeners
from firmware_py.input.keys import Key
from firmware_py.journal.journal import Journal
from firmware_py.start import device_replay

ROOT = Path(__file__).parents[1]
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
