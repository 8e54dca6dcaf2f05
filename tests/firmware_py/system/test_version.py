"""The version of the program, and whether it was installed as the Debian package."""

import tomllib
from pathlib import Path

import pytest

from firmware_py.start import simulator
from firmware_py.system import process
from tests.support.command import ROOT


def test_the_version_is_that_of_the_distribution() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == process.VERSION


def test_the_debian_package_is_known_by_where_it_lies(monkeypatch: pytest.MonkeyPatch) -> None:
    build = (ROOT / "systemd" / "build-deb").read_text(encoding="utf-8")
    assert f'LIBRARY = "{str(process.LIBRARY).lstrip("/")}"' in build
    assert not process.is_packaged()
    assert "/bin/pip install '.[simulator]'" in simulator._how_to_get_textual()
    monkeypatch.setattr(process, "LIBRARY", Path(process.__file__).parents[1])
    assert process.is_packaged()
    assert "pip" not in simulator._how_to_get_textual()
