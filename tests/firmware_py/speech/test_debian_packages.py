"""The error message about a missing program names the Debian package that contains it."""

import shutil
import subprocess

import pytest

from firmware_py.system.sound_cards import package_of

PROGRAMS = ("aplay", "espeak-ng", "flite", "pico2wave")


@pytest.mark.parametrize("program", PROGRAMS)
def test_debian_has_the_program_in_this_package(program: str) -> None:
    path = shutil.which(program)
    if path is None or shutil.which("dpkg") is None:
        pytest.skip(f"{program} is not installed here by Debian")
    owner = subprocess.run(["dpkg", "-S", path], capture_output=True, text=True, check=True, timeout=60)
    assert owner.stdout.split(":")[0] == package_of(program)


def test_the_folder_of_a_program_does_not_matter() -> None:
    assert package_of("/opt/pico2wave") == package_of("pico2wave") == "libttspico-utils"


def test_a_program_of_somebody_else_has_no_package() -> None:
    assert package_of("/opt/piper/bin/piper") is None
