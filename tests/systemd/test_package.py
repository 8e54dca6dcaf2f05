"""The Debian package, as `systemd/build-deb` builds it."""

import fcntl
import gzip
import hashlib
import os
import shutil
import site
import subprocess
import sys
import tarfile
import tomllib
import venv
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest

from tests.support.deadline import PATIENCE
from tests.support.processes import run

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "systemd" / "build-deb"
LIBRARY = "usr/lib/muggins"
FROM_APT = ("PIL", "pillow.libs", "cbor2", "_cbor2*")
"""The names, in this environment, of the modules that other Debian packages provide."""
PROGRAMS = {"usr/bin/muggins", "usr/share/python3/runtime.d/muggins.rtupdate"}

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not shutil.which("dpkg-deb"), reason="dpkg-deb, which reads the package here, is missing"
    ),
]


def built(out: Path, wheels: Path, environment: dict[str, str] | None = None) -> Path:
    done = run(
        [sys.executable, BUILD, "--out", out, "--wheels", wheels],
        seconds=10 * PATIENCE,  # building may fetch wheels
        check=True,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    )
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
def members(package: Path) -> dict[str, tarfile.TarInfo]:
    data = run(["dpkg-deb", "--fsys-tarfile", package], check=True, stdout=subprocess.PIPE).stdout
    with tarfile.open(fileobj=BytesIO(data)) as archive:
        return {each.name.removeprefix("./"): each for each in archive.getmembers()}


@pytest.fixture(scope="module")
def unpacked(package: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("unpacked")
    run(["dpkg-deb", "--raw-extract", package, folder], check=True)
    return folder


def test_the_program_and_its_data_are_in_it(members: dict[str, tarfile.TarInfo]) -> None:
    tables = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    for name in tables["packages"]:
        folder = ROOT / tables["package-dir"].get(name, name.replace(".", "/"))
        wanted = [*folder.glob("*.py")]
        for pattern in tables["package-data"].get(name, ()):
            wanted += folder.glob(pattern)
        for file in wanted:
            packed = members[f"{LIBRARY}/{name.replace('.', '/')}/{file.name}"]
            assert packed.size == file.stat().st_size
    names = {Path(name).name for name in members}
    assert {"splash.bin", "usb-numpad.toml", "muggins.service", "muggins.1.gz", "copyright"} <= names


def test_nothing_in_it_is_compiled(members: dict[str, tarfile.TarInfo]) -> None:
    assert not [name for name in members if name.endswith((".so", ".pyc", ".pyd")) or "__pycache__" in name]


def test_all_of_it_is_root_s_and_as_open_as_it_should_be(members: dict[str, tarfile.TarInfo]) -> None:
    for name, each in members.items():
        assert (each.uname, each.gname, each.uid, each.gid) == ("root", "root", 0, 0), name
        assert each.mode == (0o755 if each.isdir() or name in PROGRAMS else 0o644), name
        assert each.isdir() or each.isreg(), name
    assert set(members) >= PROGRAMS


def test_its_control_files_are_right(package: Path, unpacked: Path) -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert package.name == f"muggins_{version}_all.deb"
    control = unpacked / "DEBIAN"
    fields = dict(
        line.split(": ", 1) for line in (control / "control").read_text().splitlines() if line[0] != " "
    )
    assert (fields["Package"], fields["Version"], fields["Architecture"]) == ("muggins", version, "all")
    assert int(fields["Installed-Size"]) > 500
    assert (control / "conffiles").read_text() == "/etc/muggins/muggins.toml\n"
    assert {each.name for each in control.iterdir() if os.access(each, os.X_OK)} == {
        "postinst",
        "prerm",
        "postrm",
    }
    sums = dict(reversed(line.split("  ")) for line in (control / "md5sums").read_text().splitlines())
    files = {str(each.relative_to(unpacked)) for each in unpacked.rglob("*") if each.is_file()}
    assert set(sums) == {each for each in files if not each.startswith(("DEBIAN/", "etc/"))}
    for name, digest in sums.items():
        assert hashlib.md5((unpacked / name).read_bytes()).hexdigest() == digest


def test_the_changelog_and_the_manual_page_are_gzip_files(unpacked: Path) -> None:
    changelog = gzip.decompress((unpacked / "usr/share/doc/muggins/changelog.gz").read_bytes())
    assert changelog.startswith(b"muggins (")
    page = gzip.decompress((unpacked / "usr/share/man/man1/muggins.1.gz").read_bytes())
    assert page == (ROOT / "systemd/debian/muggins.1").read_bytes()


def test_every_package_inside_has_its_licence(unpacked: Path) -> None:
    text = (unpacked / "usr/share/doc/muggins/copyright").read_text(encoding="utf-8")
    paragraphs = text.split("\n\n")[1:]
    assert all(
        f"\n{field}: " in f"\n{each}" for each in paragraphs for field in ("Files", "Copyright", "License")
    )
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
    done = run(
        [sys.executable, "-I", "-S", "-c", program],
        input="K 4  2  10 5 5 5 6  K K 9  GO",
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert '"prompt": "crib"' in done.stdout and '"oled": {"median":' in done.stdout


def test_the_same_tree_makes_the_same_bytes(package: Path, wheels: Path, tmp_path: Path) -> None:
    assert built(tmp_path, wheels).read_bytes() == package.read_bytes()


def test_package_is_built_without_other_programs(
    members: dict[str, tarfile.TarInfo], wheels: Path, tmp_path: Path
) -> None:
    """The package can be built with Python alone, without dpkg-deb, tar or git."""
    made = built(tmp_path / "out", wheels, {"PATH": str(tmp_path)})
    listed = run(["dpkg-deb", "--contents", made], check=True, stdout=subprocess.PIPE, text=True).stdout
    assert len(listed.splitlines()) == len(members)


def test_the_habits_of_the_computer_do_not_matter(package: Path, wheels: Path, tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    tree.mkdir()
    for name in ("CHANGELOG.md", "LICENSE", "pyproject.toml"):
        shutil.copyfile(ROOT / name, tree / name)
    for name in ("engine", "firmware_py", "hardware", "systemd"):
        shutil.copytree(ROOT / name, tree / name, copy_function=shutil.copyfile)
    (tree / "hardware/pictures/.DS_Store").touch()
    content = package.read_bytes()
    epoch = (
        content[24:36].decode().strip()
    )  # ar(5): the header of the first member begins at 8, its time at 16
    odd = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "SOURCE_DATE_EPOCH": epoch}
    done = run(
        [sys.executable, tree / "systemd/build-deb", "--out", tmp_path, "--wheels", wheels],
        env=os.environ | odd,
        umask=0o077,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert Path(done.stdout.strip()).read_bytes() == content


def test_a_python_without_pip_makes_itself_one(wheels: Path, package: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "bare")
    bare = tmp_path / "bare" / "bin" / "python"
    assert run([bare, "-c", "import pip"], stderr=subprocess.DEVNULL).returncode
    build = [bare, BUILD, "--out", tmp_path, "--wheels", wheels]
    run(build, seconds=10 * PATIENCE, check=True, stdout=subprocess.DEVNULL)
    assert (tmp_path / package.name).read_bytes() == package.read_bytes()


def test_without_a_network_it_names_the_missing_wheels(tmp_path: Path) -> None:
    nowhere = {**os.environ, "PIP_INDEX_URL": "file:///nowhere", "PIP_NO_CACHE_DIR": "1", "PIP_RETRIES": "0"}
    for other in ("PIP_FIND_LINKS", "PIP_EXTRA_INDEX_URL"):
        nowhere.pop(other, None)
    nowhere["PIP_CONFIG_FILE"] = os.devnull
    done = run(
        [sys.executable, BUILD, "--out", tmp_path],
        env=nowhere,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith("build-deb: pip cannot fetch")
    assert "Traceback" not in done.stderr and not list(tmp_path.iterdir())


def test_lintian_has_nothing_to_say(package: Path) -> None:
    lintian = shutil.which("lintian")
    if lintian is None:
        pytest.skip("lintian is not installed")
    levels = "error,warning,info,pedantic"
    said = run(
        [lintian, "--allow-root", "--display-info", "--pedantic", "--fail-on", levels, package],
        capture_output=True,
        text=True,
    )
    assert said.returncode == 0, said.stdout + said.stderr
