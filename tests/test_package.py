"""The installed package and the source distribution contain the files in the source tree."""

import os
import subprocess
import sys
import tarfile
import tomllib
import venv
from pathlib import Path

import pytest

from firmware_py.version import VERSION
from tests.support import processes
from tests.support.deadline import PATIENCE

ROOT = Path(__file__).parent.parent
FOLDERS = (".ci", "engine", "firmware_py", "hardware", "systemd", "tests")
FILES = ("CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "MANIFEST.in", "README.md", "pyproject.toml")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
NOT_INSTALLED = {"engine.coach_tables"}
"""The packages that only a checkout needs."""
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
    run(str(programs / "pip"), "install", "--quiet", *packages)
    return programs


def run(*command: str, cwd: Path | None = None, **variables: str) -> str:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = processes.run(
        command,
        cwd=cwd,
        env=kept | variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        seconds=5 * PATIENCE,  # pip may download packages
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def copied(folder: Path) -> set[str]:
    """Copy the project to a folder, except for caches, and return the relative paths of the copied files."""
    made = ("__pycache__/", "_cache/", ".egg-info/", ".pyc")
    names = set(FILES)
    for top in FOLDERS:
        for path in (ROOT / top).rglob("*"):
            name = str(path.relative_to(ROOT))
            if path.is_file() and not any(each in name for each in made):
                names.add(name)
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes((ROOT / name).read_bytes())
        (folder / name).chmod((ROOT / name).stat().st_mode)
    return names


@pytest.mark.slow
def test_the_source_distribution_is_the_whole_tree_and_installs(tmp_path: Path) -> None:
    names = copied(tmp_path / "tree")
    builder = environment(tmp_path / "builder", *PROJECT["build-system"]["requires"])
    run(str(builder / "python"), "-c", BUILD, str(tmp_path), cwd=tmp_path / "tree")
    (archive,) = tmp_path.glob("*.tar.gz")
    top = f"muggins-{VERSION}"
    with tarfile.open(archive) as tar:
        packed = {name.removeprefix(f"{top}/"): tar.getmember(name).mode for name in tar.getnames()}
    run("tar", "-xzf", str(archive), "-C", str(tmp_path))
    made = {name for name in packed if ".egg-info" in name} | {"PKG-INFO", "setup.cfg"}
    assert {name for name in packed if (tmp_path / top / name).is_file()} - made == names
    assert packed["systemd/build-deb"] & 0o111  # the file is still executable

    programs = environment(tmp_path / "installed", str(archive))
    assert run(str(programs / "muggins"), "--version") == f"muggins {VERSION}\n"
    assert "GND" in run(str(programs / "muggins"), "wiring", "usb-numpad", cwd=tmp_path)

    # All tests in the unpacked distribution find their helpers and data.
    unpacked = tmp_path / top
    collected = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-m", "", "--collect-only"]
    run(*collected, "-p", "no:cacheprovider", cwd=unpacked, PYTHONPATH=str(unpacked))
    shown = run(
        *(sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider"),
        *("tests/test_engine_documents.py", "tests/test_hardware.py", "tests/engine/test_cards.py"),
        cwd=unpacked,
        PYTHONPATH=str(unpacked),
    )
    assert " passed" in shown
