"""The Debian package, as `systemd/build-deb` builds it."""

import fcntl
import os
import shutil
import site
import subprocess
import sys
import tomllib
import venv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware_py.system.process import VERSION
from tests.support.deadline import PATIENCE
from tests.support.processes import run

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "systemd" / "build-deb"
LIBRARY = "usr/lib/muggins"
FROM_APT = ("PIL", "pillow.libs", "cbor2", "_cbor2*")
"""The names, in this environment, of the modules that other Debian packages provide."""

WHY = "dpkg-deb, which reads the package here, is missing"
pytestmark = [pytest.mark.slow, pytest.mark.skipif(not shutil.which("dpkg-deb"), reason=WHY)]


def built(out: Path, wheels: Path, program: list[Path | str] | None = None, **options: Any) -> Path:
    command = [*(program or [sys.executable, BUILD]), "--out", out, "--wheels", wheels]
    # Building may fetch wheels.
    done = run(command, seconds=10 * PATIENCE, check=True, stdout=subprocess.PIPE, text=True, **options)
    return Path(done.stdout.strip())


@pytest.fixture(scope="module")
def wheels(request: pytest.FixtureRequest) -> Iterator[Path]:
    """Yield the folder with the downloaded wheels. Only one test process at a time can use this folder."""
    folder = request.config.cache.mkdir("muggins-wheels")  # type: ignore[union-attr]
    with (folder.parent / "muggins-wheels.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield folder


@pytest.fixture(scope="module")
def package(wheels: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("package"), wheels)


@pytest.fixture(scope="module")
def unpacked(package: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("unpacked")
    run(["dpkg-deb", "--raw-extract", package, folder], check=True)
    return folder


def test_the_program_and_its_data_are_in_it(unpacked: Path) -> None:
    tables = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    for name in tables["packages"]:
        folder = ROOT / tables["package-dir"].get(name, name.replace(".", "/"))
        for pattern in ("*.py", *tables["package-data"].get(name, ())):
            for file in folder.glob(pattern):
                packed = unpacked / LIBRARY / name.replace(".", "/") / file.name
                assert packed.read_bytes() == file.read_bytes()
    names = {path.name for path in unpacked.rglob("*")}
    assert {"splash.bin", "usb-numpad.toml", "muggins.service", "muggins.1.gz", "copyright"} <= names


def test_its_name_and_its_control_file_have_the_version(package: Path, unpacked: Path) -> None:
    assert package.name == f"muggins_{VERSION}_all.deb"
    control = (unpacked / "DEBIAN/control").read_text().splitlines()
    assert {"Package: muggins", f"Version: {VERSION}", "Architecture: all"} <= {*control}


def test_every_package_inside_has_its_licence(unpacked: Path) -> None:
    text = (unpacked / "usr/share/doc/muggins/copyright").read_text(encoding="utf-8")
    paragraphs = text.split("\n\n")[1:]
    fields = ("Files", "Copyright", "License")
    assert all(f"\n{field}: " in f"\n{each}" for each in paragraphs for field in fields)
    library = unpacked / LIBRARY
    named = {path for path in library.iterdir() if not path.name.endswith(".dist-info")}
    for path in named - {library / "engine", library / "firmware_py"}:
        assert f"Files: /{LIBRARY}/{path.name}" in text


def test_it_runs_with_its_own_packages_and_those_of_apt(unpacked: Path, tmp_path: Path) -> None:
    apt = tmp_path / "apt"
    apt.mkdir()
    for folder in map(Path, site.getsitepackages()):
        for pattern in FROM_APT:
            for each in folder.glob(pattern):
                (apt / each.name).symlink_to(each)
    program = (
        "import sys; sys.dont_write_bytecode = True\n"
        f"sys.path += [{str(unpacked / LIBRARY)!r}, {str(apt)!r}]\n"
        "import tomlkit, inotify_simple\n"
        "import firmware_py.drivers.kernel_keypads, firmware_py.setup.wizard\n"
        "from firmware_py.__main__ import main\n"
        "sys.argv = ['muggins', 'replay', '-', '--device', '--json']; sys.exit(main())"
    )
    command, keys = [sys.executable, "-I", "-S", "-c", program], "K 4  2  10 5 5 5 6  K K 9  GO"
    done = run(command, input=keys, capture_output=True, text=True, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert '"prompt": "crib"' in done.stdout and '"oled": {"median":' in done.stdout


def test_no_habit_or_program_of_the_computer_matters(package: Path, wheels: Path, tmp_path: Path) -> None:
    """The same tree makes the same bytes, by Python alone: without dpkg-deb, tar or git."""
    tree = tmp_path / "tree"
    tree.mkdir()
    for name in ("CHANGELOG.md", "LICENSE", "pyproject.toml"):
        shutil.copyfile(ROOT / name, tree / name)
    for name in ("engine", "firmware_py", "hardware", "systemd"):
        shutil.copytree(ROOT / name, tree / name, copy_function=shutil.copyfile)
    (tree / "hardware/pictures/.DS_Store").touch()
    epoch = package.read_bytes()[24:36].decode().strip()  # ar(5): the first member's header is at 8
    habits = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "SOURCE_DATE_EPOCH": epoch}
    program: list[Path | str] = [sys.executable, tree / "systemd/build-deb"]
    made = built(tmp_path, wheels, program, env=habits | {"PATH": str(tmp_path)}, umask=0o077)
    assert made.read_bytes() == package.read_bytes()


def test_a_python_without_pip_makes_itself_one(wheels: Path, package: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "bare")
    bare = tmp_path / "bare" / "bin" / "python"
    assert run([bare, "-c", "import pip"], stderr=subprocess.DEVNULL).returncode
    assert built(tmp_path, wheels, [bare, BUILD]).read_bytes() == package.read_bytes()


def test_without_a_network_it_names_the_missing_wheels(tmp_path: Path) -> None:
    nowhere = {name: value for name, value in os.environ.items() if not name.startswith("PIP_")}
    nowhere |= {"PIP_INDEX_URL": "file:///nowhere", "PIP_NO_CACHE_DIR": "1", "PIP_RETRIES": "0"}
    nowhere["PIP_CONFIG_FILE"] = os.devnull
    done = run([sys.executable, BUILD, "--out", tmp_path], env=nowhere, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith("build-deb: pip cannot fetch")
    assert "Traceback" not in done.stderr and not list(tmp_path.iterdir())


def test_lintian_has_nothing_to_say(package: Path) -> None:
    """Among others, it judges owners and modes, sums, configuration files, compiled files and licences."""
    lintian = shutil.which("lintian")
    if lintian is None:
        pytest.skip("lintian is not installed")
    levels = "error,warning,info,pedantic"
    options = ["--allow-root", "--display-info", "--pedantic", "--fail-on", levels]
    said = run([lintian, *options, package], capture_output=True, text=True)
    assert said.returncode == 0, said.stdout + said.stderr
