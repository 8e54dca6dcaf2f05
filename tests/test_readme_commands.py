"""The README is correct: its commands print the output it shows, and its game runs as described."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from engine.game import Game
from engine.match.history import History
from firmware_py.board.board import Board
from firmware_py.commands.all_commands import parse
from tests.frames import PICTURES, picture, screen
from tests.support.keys_in import keys_in
from tests.support.processes import run

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
    # A folder of its own: in /tmp, the file of another user's test run may be in the way.
    command, printed = (text.replace("/tmp/", f"{tmp_path}/") for text in (command, printed))
    done = run(
        ["sh", "-c", re.sub(r"(^|(?<=\| )|(?<=; ))muggins\b", lambda _: muggins, command)],
        cwd=ROOT,
        env={"PATH": "/usr/bin:/bin", "HOME": str(tmp_path), "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
    )
    assert (done.stdout + done.stderr).strip() == printed.strip()


def test_the_game_goes_as_it_says() -> None:
    rows = re.findall(r"^\| ((?:`\w+` ?)*)\|[^|]*\| (.+?) \|$", README, re.M)
    assert len(rows) == 17
    board = Board(History.of(Game.new()))
    for keys, says in rows:
        for key in keys_in(keys.replace("`", " ")):
            assert board.press(key).took
        view = board.view
        shown = [call.said for call in view.calls] + [view.cards_text, view.prompt]
        assert says in shown, keys


def test_the_pictures_are_what_the_program_draws() -> None:
    # The picture of the board may differ a little, because versions of Pillow smooth edges differently.
    with Image.open(PICTURES / "screen.png") as kept:
        assert ImageChops.difference(kept.convert("RGB"), screen()).getbbox() is None
    with Image.open(PICTURES / "board.png") as kept:
        drawn = picture()
        assert kept.size == drawn.size
        assert max(ImageStat.Stat(ImageChops.difference(kept.convert("RGB"), drawn)).mean) < 0.5


def test_the_two_commands_are_there_and_ci_runs_them() -> None:
    commands = re.findall(r"^python3 -m venv .*", README, re.M)
    assert [command.rpartition(" && ")[2] for command in commands] == [
        ".venv/bin/muggins simulate",
        ".venv/bin/pytest",
    ]
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    for command in commands:
        endings = re.findall(r"command_ending_in '([^']+)'", script)
        assert sum(command.endswith(ending) for ending in endings) == 1


def test_each_command_can_be_copied_as_it_stands() -> None:
    # The README installs python3-venv and activates the environment before any command needs them.
    blocks = re.findall(r"^```sh\n(.*?)\n```", README, re.M | re.S)
    assert blocks[1] == ". .venv/bin/activate"
    assert README.index("sudo apt install python3-venv") < README.index(blocks[0])
    first = re.search(r"`muggins|\$ muggins|\| muggins", README)
    told = README.index("the command is written `muggins`")
    assert first is not None and first.start() > told
    assert README.index(blocks[1]) < README.index("`muggins simulate`")
    assert README.count(".venv/bin/muggins") == 1


@pytest.mark.parametrize("command", sorted(set(re.findall(r"`muggins(?: ([^`]*))?`", README))))
def test_the_commands_in_its_sentences_are_commands(command: str) -> None:
    given = [word for word in command.split() if word != "--help"]
    if given in (["count"], ["replay"]):
        given.append("-")  # the sentence names the command without its cards or file
    if given == ["discard"]:
        given += ["--dealer", "-"]
    options = parse(given)  # fails if the README names an option that does not exist
    assert options.command == (given[0] if given else None)


@pytest.mark.parametrize("path", re.findall(r"\]\(([\w./]+)\)", README))
def test_every_link_leads_to_a_file(path: str) -> None:
    assert (ROOT / path).exists()
