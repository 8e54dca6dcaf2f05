"""The files of a release: what `systemd/release` makes and checks, and `systemd/fetch-packages` fetches.

So are the Debian package of `systemd/build-deb` and the signed apt repository of `systemd/build-repo`.
`python -m tests.appliance.apt_repository` installs from such a repository.
"""

import fcntl
import hashlib
import importlib.util
import json
import lzma
import os
import re
import shutil
import site
import subprocess
import sys
import tomllib
import venv
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from firmware_py.system.process import VERSION
from tests.support import card_image
from tests.support.deadline import PATIENCE
from tests.support.processes import run

SYSTEMD = Path(__file__).parents[2] / "systemd"
URL = "https://example.org/muggins"
USER = "Release <release@example.org>"
TOOLS = ("apt-get", "apt-ftparchive", "debugfs", "gpg", "lintian", "mcopy", "mke2fs", "mkfs.vfat")

needs_tools = pytest.mark.skipif(
    not all(map(shutil.which, TOOLS)), reason=f"one of these is missing: {', '.join(TOOLS)}"
)


def module(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, SYSTEMD / f"{name}.py")
    assert spec is not None and spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def check(folder: Path) -> subprocess.CompletedProcess[str]:
    return run([sys.executable, SYSTEMD / "release", "--check", folder], capture_output=True, text=True)


@pytest.fixture
def published(tmp_path: Path) -> Path:
    """Return a folder with two images, their manifest, and the sums."""
    made, images = module("imager_manifest"), {}
    folder = tmp_path / "out"
    folder.mkdir()
    for name in ("arm64", "armhf"):
        images[name] = folder / f"muggins-1.0-{name}.img.xz"
        images[name].write_bytes(lzma.compress(name.encode() * 1000))
    data = made.manifest(images, f"{URL}/", URL, "1.0", date(2026, 1, 31))
    (folder / "muggins.rpi-imager-manifest").write_text(json.dumps(data))
    add_sums(folder)
    return folder


def add_sums(folder: Path) -> None:
    sums = folder / "SHA256SUMS"
    sums.unlink(missing_ok=True)
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in folder.iterdir()]
    sums.write_text("".join(sorted(lines, key=lambda line: line[66:])))


def test_the_manifest_says_what_imager_needs_to_know(published: Path) -> None:
    assert check(published).returncode == 0
    data = json.loads((published / "muggins.rpi-imager-manifest").read_bytes())
    wide, narrow = data["os_list"]
    packed = (published / "muggins-1.0-arm64.img.xz").read_bytes()
    assert wide["url"] == f"{URL}/muggins-1.0-arm64.img.xz" and wide["release_date"] == "2026-01-31"
    assert wide["extract_size"] == 5000
    assert wide["extract_sha256"] == hashlib.sha256(b"arm64" * 1000).hexdigest()
    assert wide["image_download_size"] == len(packed)
    assert wide["image_download_sha256"] == hashlib.sha256(packed).hexdigest()
    assert wide["init_format"] == "cloudinit-rpi"
    # A Pi 1 and a Zero run nothing but the 32-bit system.
    assert wide["devices"] == ["pi5-64bit", "pi4-64bit", "pi3-64bit"]
    assert "pi1-32bit" in narrow["devices"] and narrow["architecture"] == "armhf"
    offered = {mark for model in data["imager"]["devices"] for mark in model["tags"]}
    assert offered == {*wide["devices"], *narrow["devices"]}


def leave_out(name: str) -> Callable[[dict[str, Any]], object]:
    return lambda data: data["os_list"][0].pop(name)


def put(name: str, value: object) -> Callable[[dict[str, Any]], object]:
    return lambda data: data["os_list"][1].update({name: value})


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (leave_out("init_format"), "os_list[0]: init_format has to be cloudinit-rpi"),
        (put("init_format", "none"), "os_list[1]: init_format has to be cloudinit-rpi"),
        (put("extract_sha256", "0" * 64), f"os_list[1]: extract_sha256 is {'0' * 64}, but muggins-1.0-armhf"),
        (put("extract_size", 1), "os_list[1]: extract_size is 1, but muggins-1.0-armhf.img.xz has 5000"),
        (put("extract_size", "5000"), "os_list[1]: extract_size has to be a number of bytes"),
        (put("image_download_sha256", "A" * 64), "image_download_sha256 has to be 64 hexadecimal digits"),
        (put("url", f"{URL}/other.img.xz"), "there is no file other.img.xz beside it"),
        (put("url", "http://example.org/x.img.xz"), "url has to be an address, https://"),
        (put("devices", ["pi9"]), "devices has to be a list of Imager's marks"),
        (put("devices", []), "devices has to be a list of Imager's marks"),
        (leave_out("release_date"), "release_date has to be a day"),
        (lambda data: data["imager"]["devices"].pop(), "imager.devices has no model for some of its devices"),
        (lambda data: data.pop("imager"), "muggins.rpi-imager-manifest is no manifest"),
        (lambda data: data["os_list"].clear(), "os_list has no images"),
    ],
)
def test_a_manifest_that_would_cost_people_their_card_is_refused(
    damage: Callable[[dict[str, Any]], object], said: str, published: Path
) -> None:
    path = published / "muggins.rpi-imager-manifest"
    data = json.loads(path.read_bytes())
    if "no model" in said:
        data["imager"]["devices"].pop()  # a Pi 1 and a Zero have the same mark
    damage(data)
    path.write_text(json.dumps(data))
    add_sums(published)
    done = check(published)
    assert done.returncode == 1 and said in done.stderr and "Traceback" not in done.stderr


def test_a_file_that_is_not_as_it_was_summed_is_refused(published: Path) -> None:
    (published / "more").touch()
    done = check(published)
    refusal = "release: SHA256SUMS are not the sums of the files beside it\n"
    assert (done.returncode, done.stderr) == (1, refusal)
    (published / "SHA256SUMS").unlink()
    assert check(published).stderr == f"release: {published / 'SHA256SUMS'}: No such file or directory\n"


def debian_package(path: Path, architecture: str, *depends: str) -> None:
    name = path.name.split("_")[0]
    control = f"Package: {name}\nVersion: 1\nArchitecture: {architecture}\nMaintainer: {USER}\n"
    control += f"Description: a sample\nDepends: {', '.join(depends) or 'libc6'}\n"
    path.write_bytes(module("deb_archive").deb({"control": control.encode()}, {}, (), 0))


@pytest.fixture
def base(tmp_path: Path) -> Path:
    """Return an image of a card whose system has libc6, and a repository for its other packages."""
    repository, root = tmp_path / "repository", tmp_path / "root"
    for folder in ("var/lib/dpkg", "etc/apt/sources.list.d", "usr/share/keyrings"):
        (root / folder).mkdir(parents=True)
    repository.mkdir()
    for architecture in ("armhf", "arm64"):
        debian_package(repository / f"python3-pil_1_{architecture}.deb", architecture, "libc6", "libjpeg")
        for name in ("libjpeg", "python3-spidev", "python3-cbor2", "espeak-ng"):
            debian_package(repository / f"{name}_1_{architecture}.deb", architecture)
    listing = ["apt-ftparchive", "packages", "."]
    listed = run(listing, cwd=repository, stdout=subprocess.PIPE, check=True)
    (repository / "Packages").write_bytes(listed.stdout)
    sources = f"Types: deb\nURIs: copy:{repository}\nSuites: ./\nTrusted: yes\n"
    (root / "etc/apt/sources.list.d/raspbian.sources").write_text(sources)
    there = {"dpkg": "1.22", "libc6": "2.41", "systemd": "257", "python3": "3.13"}
    status = f"Status: install ok installed\nMaintainer: {USER}\nArchitecture: armhf\nDescription: a sample\n"
    packages = (f"Package: {name}\nVersion: {version}\n{status}" for name, version in there.items())
    (root / "var/lib/dpkg/status").write_text("\n".join(packages))
    path, system, names = (
        tmp_path / "raspios-armhf.img",
        tmp_path / "system",
        "config.txt cmdline.txt meta-data",
    )
    run(["mke2fs", "-q", "-t", "ext4", "-d", root, system, "8M"], check=True, capture_output=True)
    files = [tmp_path / name for name in names.split()]
    for file in files:
        file.write_text("\n")
    card_image.make(path, files, system, 64)
    return path


@needs_tools
def test_the_packages_are_those_that_the_system_in_the_image_lacks(base: Path, tmp_path: Path) -> None:
    package = tmp_path / "board_1_all.deb"
    debian_package(package, "all", "python3-pil", "python3-spidev", "libc6")
    out = tmp_path / "fetched"
    command = [sys.executable, SYSTEMD / "fetch-packages", "--package", package, "--out", out]
    command += ["--image", base]
    done = run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found = {path.name for path in out.iterdir()}
    assert found == {"libjpeg_1_armhf.deb", "python3-pil_1_armhf.deb", "python3-spidev_1_armhf.deb"}
    shutil.rmtree(tmp_path / "repository")
    refusal = "fetch-packages: apt cannot fetch the packages: see above; is there a network?\n"
    assert run(command, capture_output=True, text=True).stderr.endswith(refusal)
    os.truncate(base, 1024)
    done = run(command, capture_output=True, text=True)
    assert done.stderr == f"fetch-packages: {base}: there is no Debian in its second partition\n"


@pytest.mark.slow
@needs_tools
def test_a_release_is_a_package_a_repository_an_image_a_manifest_and_sums(
    base: Path, wheels: Path, signer: Path, tmp_path: Path
) -> None:
    packed, out = base.with_name("raspios-armhf.img.xz"), tmp_path / "out"
    packed.write_bytes(lzma.compress(base.read_bytes(), preset=0))
    environment = os.environ | {"GNUPGHOME": str(signer)}
    command = [sys.executable, SYSTEMD / "release", "--out", out, "--wheels", wheels]
    command += ["--url", URL, "--key", USER, "--armhf", packed]
    options: dict[str, Any] = {"env": environment, "capture_output": True, "text": True}
    done = run(command, **options)
    assert f"{packed.name}.sha256 is missing or empty" in done.stderr and not out.exists()
    digest = hashlib.sha256(packed.read_bytes()).hexdigest()
    packed.with_name(f"{packed.name}.sha256").write_text(f"{digest}  {packed.name}\n")
    done = run(command, seconds=10 * PATIENCE, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    [package], [image] = out.glob("*.deb"), out.glob("*.img.xz")
    others = "InRelease Packages SHA256SUMS muggins.asc muggins.rpi-imager-manifest muggins.svg".split()
    assert {path.name for path in out.iterdir()} == {package.name, image.name, *others}
    run(["sha256sum", "--check", "--quiet", "SHA256SUMS"], cwd=out, check=True)
    (tmp_path / "made.img").write_bytes(lzma.decompress(image.read_bytes()))
    listing = ["mdir", "-b", "-s", "-i", f"{tmp_path / 'made.img'}@@1M", "::"]
    card = run(listing, stdout=subprocess.PIPE, text=True, check=True).stdout.split()
    assert f"::/{package.name}" in card and "::/muggins-packages/python3-pil_1_armhf.deb" in card
    assert {"::/muggins.asc", "::/muggins.sources"} <= set(card)


def test_a_tag_that_is_not_the_version_is_refused(tmp_path: Path) -> None:
    words = ["--tag", "v9.9.9", "--arm64", "x", "--key", "x", "--url", URL, "--out", tmp_path / "out"]
    done = run([sys.executable, SYSTEMD / "release", *words], capture_output=True, text=True)
    assert done.returncode == 1 and not (tmp_path / "out").exists()
    assert "a program is missing" in done.stderr or "pyproject.toml says" in done.stderr


# The signed apt repository

CONTROL = "Package: sample\nVersion: {}\nArchitecture: all\nMaintainer: {}\nDescription: a sample\n"

needs_gpg = pytest.mark.skipif(
    not (shutil.which("gpg") and shutil.which("apt-ftparchive")), reason="gpg or apt-ftparchive is missing"
)


def sample(folder: Path, version: str) -> Path:
    """Create a Debian package that contains no files, and return its path."""
    path = folder / f"sample_{version}_all.deb"
    control = CONTROL.format(version, USER).encode()
    path.write_bytes(module("deb_archive").deb({"control": control}, {}, (), 0))
    return path


def gpg(home: Path, *words: object, **options: Any) -> subprocess.CompletedProcess[bytes]:
    home.mkdir(mode=0o700, exist_ok=True)
    return run(["gpg", "--homedir", home, "--batch", "--quiet", *words], capture_output=True, **options)


def build(tmp_path: Path, *words: object, path: str | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, SYSTEMD / "build-repo", "--out", tmp_path / "out", *words]
    environment = os.environ | {"GNUPGHOME": str(tmp_path / "gpg")} | ({"PATH": path} if path else {})
    return run(command, env=environment, capture_output=True, text=True)


@pytest.fixture
def signer(tmp_path: Path) -> Iterator[Path]:
    """Yield the folder of a gpg that has a key to sign with."""
    home = tmp_path / "gpg"
    gpg(home, "--passphrase", "", "--quick-gen-key", USER, "default", "sign", check=True)
    yield home
    run(["gpgconf", "--homedir", home, "--kill", "all"], check=True)  # the agent has the key


@pytest.fixture
def repository(signer: Path, tmp_path: Path) -> Path:
    """Return the folder of a repository to which a package was added, and later a newer version of it."""
    for version in ("1.0", "2.0"):
        assert build(tmp_path, "--key", USER, sample(tmp_path, version)).returncode == 0
    return tmp_path / "out"


@needs_gpg
def test_it_offers_the_new_package_and_the_old_and_takes_both_again(repository: Path, tmp_path: Path) -> None:
    packages = {"sample_1.0_all.deb", "sample_2.0_all.deb"}
    assert {path.name for path in repository.iterdir()} == {"InRelease", "Packages", "muggins.asc", *packages}
    offered = (repository / "Packages").read_text()
    assert {*re.findall(r"^Filename: \./(.*)$", offered, re.M)} == packages
    assert build(tmp_path, "--key", USER, *repository.glob("*.deb")).returncode == 0


@needs_gpg
def test_its_key_proves_its_signature_which_covers_the_list(repository: Path, tmp_path: Path) -> None:
    listed = hashlib.sha256((repository / "Packages").read_bytes()).hexdigest()
    assert listed in (repository / "InRelease").read_text()
    elsewhere = tmp_path / "elsewhere"
    gpg(elsewhere, "--no-autostart", "--import", repository / "muggins.asc", check=True)
    signed = repository / "InRelease"
    assert gpg(elsewhere, "--no-autostart", "--verify", signed).returncode == 0
    signed.write_text(signed.read_text().replace("Origin: Muggins", "Origin: Somebody"))
    assert gpg(elsewhere, "--no-autostart", "--verify", signed).returncode != 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--key", "nobody@example.org"], "gpg has no key nobody@example.org"),
        (["--key", USER, "nothing.deb"], "there is no file nothing.deb"),
    ],
)
@needs_gpg
def test_it_says_what_is_missing(words: list[str], message: str, tmp_path: Path) -> None:
    gpg(tmp_path / "gpg", "--list-keys")
    done = build(tmp_path, *words, sample(tmp_path, "1.0"))
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith(f"build-repo: {message}")
    assert not (tmp_path / "out").exists()


@needs_gpg
def test_it_names_the_packages_of_missing_programs(tmp_path: Path) -> None:
    done = build(tmp_path, "--key", USER, sample(tmp_path, "1.0"), path=str(tmp_path))
    assert done.stderr == "build-repo: a program is missing: sudo apt install apt-utils gpg\n"


# -- the Debian package


ROOT = Path(__file__).parents[2]
BUILD = ROOT / "systemd" / "build-deb"
LIBRARY = "usr/lib/muggins"
FROM_APT = ("PIL", "pillow.libs", "cbor2", "_cbor2*")  # modules of other Debian packages

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
