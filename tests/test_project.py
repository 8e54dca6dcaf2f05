"""The README, the scripts in `.ci`, the installed package and the limits of time do what is said of them."""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import venv
from itertools import product
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from engine.game import Game
from engine.match.history import History
from firmware_py.board.board import Board
from firmware_py.commands.all_commands import parse
from firmware_py.system.process import VERSION
from tests.frames import PICTURES, picture, screen
from tests.support.command import shell
from tests.support.deadline import PATIENCE
from tests.support.keyed import keys_in
from tests.support.processes import run

ROOT = Path(__file__).parents[1]


HANGING_TESTS = """
import threading
import pytest

def hangs():
    threading.Event().wait()

@pytest.mark.timeout(1)
def test_that_hangs():
    thread = threading.Thread(target=hangs, daemon=True)
    thread.start()
    thread.join()

@pytest.fixture
def untidy():
    yield
    hangs()

@pytest.mark.timeout(1)
def test_whose_fixture_hangs_too(untidy):
    hangs()

@pytest.mark.slow
def test_that_is_slow(request):
    assert request.node.get_closest_marker("timeout").args[0] > 300

def test_after_them():
    pass
"""


@pytest.mark.night
def test_a_test_that_hangs_is_ended_with_all_stacks_and_the_others_run(tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text(HANGING_TESTS)
    (tmp_path / "conftest.py").write_text("import tests.conftest\ntests.conftest.TIDYING = 0.5\n")
    pytest_here = [sys.executable, "-m", "pytest", "-c", ROOT / "pyproject.toml", "--rootdir", tmp_path]
    options = ["-p", "tests.conftest", "-p", "no:cacheprovider", "-n", "1", "-m", ""]
    command = [*pytest_here, *options, tmp_path]
    done = run(command, capture_output=True, text=True, cwd=ROOT, seconds=4 * PATIENCE)
    assert "2 failed, 2 passed, 1 error" in done.stdout, done.stdout + done.stderr
    assert "Timeout (>1.0s)" in done.stdout and "Timeout (>0.5s)" in done.stdout
    assert "in hangs" in done.stdout  # the stack of the thread that hangs is there, too
    assert "crashed" not in done.stdout


README = (ROOT / "README.md").read_text(encoding="utf-8")
EXAMPLES = [
    pytest.param(*example.partition("\n")[::2], id=example.partition("\n")[0])
    for block in re.findall(r"^```console\n(.*?)^```", README, re.M | re.S)
    for example in block.removeprefix("$ ").split("\n$ ")
]


@pytest.mark.parametrize(("command", "printed"), EXAMPLES)
def test_commands_print_what_it_says(command: str, printed: str, tmp_path: Path) -> None:
    # A folder of its own: in /tmp, the file of another user's test run may be in the way.
    command, printed = (text.replace("/tmp/", f"{tmp_path}/") for text in (command, printed))
    done = shell(command, tmp_path)
    assert (done.out + done.err).strip() == printed.strip()


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
    ends = [command.rpartition(" && ")[2] for command in commands]
    assert ends == [".venv/bin/muggins simulate", ".venv/bin/pytest"]
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
    if given in (["discard"], ["play"]):
        given += ["--dealer", "-"]
    options = parse(given)  # fails if the README names an option that does not exist
    assert options.command == (given[0] if given else None)


SLOW = "tests/test_project.py::test_the_source_distribution_is_the_whole_tree_and_installs"
NIGHT = "tests/hostile/test_hostile.py::test_when_the_time_is_up_the_stacks_are_shown"
FAST = "tests/engine/test_cards.py::test_a_pack_is_52_cards"


def run_pytest(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments]
    return run(command, cwd=ROOT, capture_output=True, text=True, seconds=4 * PATIENCE)


def test_a_slow_test_is_run_if_it_is_named_and_not_if_its_file_is() -> None:
    done = run_pytest("--collect-only", "-q", SLOW, NIGHT)
    assert (done.returncode, done.stdout.splitlines()[:2]) == (0, [SLOW, NIGHT])
    done = run_pytest("--collect-only", "-q", "-n", "0", *(test.partition("::")[0] for test in (SLOW, NIGHT)))
    assert done.returncode == 0 and SLOW not in done.stdout and NIGHT not in done.stdout


def test_a_test_that_is_named_runs_in_one_process_unless_more_are_asked_for() -> None:
    alone, together = run_pytest("-v", FAST), run_pytest("-v", "-n", "2", FAST)
    assert "1 passed" in alone.stdout and "workers" not in alone.stdout
    assert "1 passed" in together.stdout and "2 workers" in together.stdout


def test_the_fast_tests_are_neither_slow_nor_thorough_nor_of_the_world() -> None:
    check = (ROOT / ".ci" / "check").read_text(encoding="utf-8")
    (chosen,) = re.findall(r'pytest -q -m "(.*)"$', check, re.M)
    fast = ("engine/test_cards", "test_cases", "firmware_py/input/test_entry")
    others = ("test_against_referee", "firmware_py/start/test_service", "test_project")
    named = [f"tests/{name}.py" for name in (*fast, *others)]
    listed = run_pytest("--collect-only", "-q", "-n", "0", "-m", chosen, *named)
    assert listed.returncode == 0
    assert {line.partition("::")[0] for line in listed.stdout.splitlines() if "::" in line} == {*named[:3]}


def test_each_test_is_run_by_one_of_the_scripts_and_by_one_alone() -> None:
    """The README's test command, `.ci/run` and `.ci/night` choose by markers, and share all tests out."""
    usual = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["pytest"]
    scripts = "".join((ROOT / ".ci" / name).read_text(encoding="utf-8") for name in ("run", "night"))
    chosen = re.findall(r"-m '(.*)'", usual["ini_options"]["addopts"])
    chosen += re.findall(r'/pytest -m "?([\w ]+)', scripts)
    assert len(chosen) == 3
    for slow, night in product((True, False), repeat=2):
        assert sum(bool(eval(each, {"slow": slow, "night": night})) for each in chosen) == 1, (slow, night)


FOLDERS = (".ci", "engine", "firmware_py", "hardware", "systemd", "tests")
FILES = ("CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "MANIFEST.in", "README.md", "pyproject.toml")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
NOT_INSTALLED = {"engine.coach_tables"}  # only a checkout needs it
BUILD = "import sys; from setuptools import build_meta; build_meta.build_sdist(sys.argv[1])"


def test_every_package_is_named_and_nothing_else() -> None:
    tables = PROJECT["tool"]["setuptools"]
    found = {
        ".".join(init.parent.relative_to(ROOT).parts)
        for top in ("engine", "firmware_py")
        for init in (ROOT / top).rglob("__init__.py")
    }
    elsewhere = {name: ROOT / place for name, place in tables["package-dir"].items()}
    assert set(tables["packages"]) == found - NOT_INSTALLED | set(elsewhere)
    for name, patterns in tables["package-data"].items():
        folder = elsewhere.get(name, ROOT / name.replace(".", "/"))
        for pattern in patterns:
            assert list(folder.glob(pattern)), (name, pattern)


def environment(folder: Path, *packages: str) -> Path:
    """Create a virtual environment with these packages, and return the path to its `bin` folder."""
    venv.create(folder, with_pip=True)
    programs = folder / "bin"
    output(programs / "pip", "install", "--quiet", *packages)
    return programs


def output(*command: object, cwd: Path | None = None, **variables: str) -> str:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")} | variables
    # pip may download packages.
    done = run(command, cwd=cwd, env=kept, capture_output=True, text=True, seconds=5 * PATIENCE)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def copied(folder: Path) -> set[str]:
    """Copy the project to a folder, except for caches, and return the relative paths of the copied files."""
    ignored = shutil.ignore_patterns("__pycache__", "*_cache", "*.egg-info", "*.pyc")
    for top in FOLDERS:
        shutil.copytree(ROOT / top, folder / top, ignore=ignored)
    for name in FILES:
        shutil.copy(ROOT / name, folder / name)
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


@pytest.mark.slow
def test_the_source_distribution_is_the_whole_tree_and_installs(tmp_path: Path) -> None:
    names = copied(tmp_path / "tree")
    builder = environment(tmp_path / "builder", *PROJECT["build-system"]["requires"])
    output(builder / "python", "-c", BUILD, tmp_path, cwd=tmp_path / "tree")
    (archive,) = tmp_path.glob("*.tar.gz")
    top = f"muggins-{VERSION}"
    with tarfile.open(archive) as tar:
        packed = {name.removeprefix(f"{top}/"): tar.getmember(name).mode for name in tar.getnames()}
    output("tar", "-xzf", archive, "-C", tmp_path)
    made = {name for name in packed if ".egg-info" in name} | {"PKG-INFO", "setup.cfg"}
    assert {name for name in packed if (tmp_path / top / name).is_file()} - made == names
    assert packed["systemd/build-deb"] & 0o111  # the file is still executable

    programs = environment(tmp_path / "installed", str(archive))
    assert output(programs / "muggins", "--version") == f"muggins {VERSION}\n"
    assert "GND" in output(programs / "muggins", "wiring", "usb-numpad", cwd=tmp_path)

    # All tests in the unpacked distribution find their helpers and data.
    unpacked = tmp_path / top
    pytest_here = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider"]
    output(*pytest_here, "-m", "", "--collect-only", cwd=unpacked, PYTHONPATH=str(unpacked))
    some = ("tests/test_engine_documents.py", "tests/test_hardware.py", "tests/engine/test_cards.py")
    assert " passed" in output(*pytest_here, *some, cwd=unpacked, PYTHONPATH=str(unpacked))


def test_modules_that_few_programs_need_are_imported_late() -> None:
    # Programs that do not need histories, records and changes start sooner.
    program = "import sys, engine; print(*sys.modules)"
    imported = run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True).stdout.split()
    assert "engine.game" in imported
    assert not {"engine.match.record", "engine.match.history", "engine.match.changes_between"} & set(imported)
