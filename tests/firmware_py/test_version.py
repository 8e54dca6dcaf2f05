"""The version of the program, and whether it was installed as the Debian package."""

import tomllib
from pathlib import Path

import pytest

from firmware_py import version
from firmware_py.emulator.terminal import terminal_check
from tests.support.command import ROOT


def test_the_version_is_that_of_the_distribution() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == version.VERSION


def test_the_debian_package_is_known_by_where_it_lies(monkeypatch: pytest.MonkeyPatch) -> None:
    build = (ROOT / "systemd" / "build-deb").read_text(encoding="utf-8")
    assert f'LIBRARY = "{str(version.LIBRARY).lstrip("/")}"' in build
    assert not version.is_packaged()
    assert "/bin/pip install '.[simulator]'" in terminal_check._how_to_get_textual()
    monkeypatch.setattr(version, "LIBRARY", Path(version.__file__).parents[1])
    assert version.is_packaged()
    assert "pip" not in terminal_check._how_to_get_textual()
