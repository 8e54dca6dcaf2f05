"""The signed apt repository that `systemd/build-repo` creates.

`python -m tests.appliance.apt_repository` installs from such a repository.
"""

import hashlib
import os
import re
import runpy
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.processes import run

SYSTEMD = Path(__file__).parents[2] / "systemd"
USER = "Repository <repository@example.org>"
CONTROL = "Package: sample\nVersion: {}\nArchitecture: all\nMaintainer: {}\nDescription: a sample\n"

pytestmark = pytest.mark.skipif(
    not (shutil.which("gpg") and shutil.which("apt-ftparchive")), reason="gpg or apt-ftparchive is missing"
)


def sample(folder: Path, version: str) -> Path:
    """Create a Debian package that contains no files, and return its path."""
    deb = runpy.run_path(str(SYSTEMD / "deb_archive.py"))["deb"]
    path = folder / f"sample_{version}_all.deb"
    path.write_bytes(deb({"control": CONTROL.format(version, USER).encode()}, {}, (), 0))
    return path


def gpg(home: Path, *words: object, **options: Any) -> subprocess.CompletedProcess[bytes]:
    home.mkdir(mode=0o700, exist_ok=True)
    return run(["gpg", "--homedir", home, "--batch", "--quiet", *words], capture_output=True, **options)


def build(tmp_path: Path, *words: object, path: str | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, SYSTEMD / "build-repo", "--out", tmp_path / "out", *words]
    environment = os.environ | {"GNUPGHOME": str(tmp_path / "gpg")} | ({"PATH": path} if path else {})
    return run(command, env=environment, capture_output=True, text=True)


@pytest.fixture
def repository(tmp_path: Path) -> Iterator[Path]:
    """Yield the folder of a repository to which a package was added, and later a newer version of it."""
    key = ["--passphrase", "", "--quick-gen-key", USER, "default", "sign"]
    gpg(tmp_path / "gpg", *key, check=True)
    for version in ("1.0", "2.0"):
        assert build(tmp_path, "--key", USER, sample(tmp_path, version)).returncode == 0
    yield tmp_path / "out"
    # The agent has the key.
    run(["gpgconf", "--homedir", tmp_path / "gpg", "--kill", "all"], check=True)


def test_it_offers_the_new_package_and_the_old_one_and_takes_both_again(
    repository: Path, tmp_path: Path
) -> None:
    packages = {"sample_1.0_all.deb", "sample_2.0_all.deb"}
    assert {path.name for path in repository.iterdir()} == {"InRelease", "Packages", "muggins.asc", *packages}
    offered = (repository / "Packages").read_text()
    assert {*re.findall(r"^Filename: \./(.*)$", offered, re.M)} == packages
    assert build(tmp_path, "--key", USER, *repository.glob("*.deb")).returncode == 0


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
def test_it_says_what_is_missing(words: list[str], message: str, tmp_path: Path) -> None:
    gpg(tmp_path / "gpg", "--list-keys")
    done = build(tmp_path, *words, sample(tmp_path, "1.0"))
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith(f"build-repo: {message}")
    assert not (tmp_path / "out").exists()


def test_it_names_the_packages_of_missing_programs(tmp_path: Path) -> None:
    done = build(tmp_path, "--key", USER, sample(tmp_path, "1.0"), path=str(tmp_path))
    assert done.stderr == "build-repo: a program is missing: sudo apt install apt-utils gpg\n"
