"""The README holds: its commands print what it says, and its game goes as it says."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from engine.game import Game
from engine.history import History
from firmware_py.app import Board
from firmware_py.keyfile import read_keys
from tests.frames import PICTURE, picture

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
EXAMPLES = [
    pytest.param(*example.partition("\n")[::2], id=example.partition("\n")[0])
    for block in re.findall(r"^```console\n(.*?)^```", README, re.M | re.S)
    for example in block.removeprefix("$ ").split("\n$ ")
]


@pytest.mark.parametrize(("command", "printed"), EXAMPLES)
def test_commands_print_what_it_says(command: str, printed: str, tmp_path: Path) -> None:
    muggins = f'"{sys.executable}" -m firmware_py'
    done = subprocess.run(
        ["sh", "-c", re.sub(r"(^|(?<=\| )|(?<=; ))muggins\b", lambda _: muggins, command)],
        cwd=ROOT,
        env={"PATH": "/usr/bin:/bin", "HOME": str(tmp_path), "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout + done.stderr).strip() == printed.strip()


def test_the_game_goes_as_it_says() -> None:
    rows = re.findall(r"^\| ((?:`\w+` ?)*)\|[^|]*\| (.+?) \|$", README, re.M)
    assert len(rows) == 17
    board = Board(History.of(Game.new()))
    for keys, says in rows:
        for key in read_keys(keys.replace("`", " "), "README.md"):
            assert board.press(key).took
        view = board.view
        shown = [call.said for call in view.calls] + [view.cards, view.prompt]
        assert says in shown, keys


def test_the_picture_is_what_the_program_draws() -> None:
    with Image.open(PICTURE) as kept:
        assert ImageChops.difference(kept.convert("RGB"), picture()).getbbox() is None


def test_the_two_commands_are_there_and_ci_runs_them() -> None:
    commands = re.findall(r"^```sh\n(.*?)\n```", README, re.M | re.S)
    assert [command.rpartition(" && ")[2] for command in commands] == [
        ".venv/bin/muggins simulate",
        ".venv/bin/pytest",
    ]
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    for command in commands:
        endings = re.findall(r"command_ending_in '([^']+)'", script)
        assert sum(command.endswith(ending) for ending in endings) == 1


@pytest.mark.parametrize("path", re.findall(r"\]\(([\w./]+)\)", README))
def test_what_it_links_to_is_there(path: str) -> None:
    assert (ROOT / path).exists()
