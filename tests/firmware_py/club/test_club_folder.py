"""The club's folder: either the service's folder or one in the user's home folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_py.club import evening_file
from firmware_py.club.evening_file import club_folder
from firmware_py.system import process


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(evening_file, "CLUB_SERVICE_FOLDER", tmp_path / "service")


def test_a_user_has_a_folder_of_the_own(tmp_path: Path) -> None:
    assert club_folder() == tmp_path / "home" / "muggins" / "club"


def test_the_service_has_the_folder_that_systemd_names(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "named"))
    assert club_folder() == tmp_path / "named"


@pytest.mark.parametrize(("is_packaged", "folder"), [(True, "service"), (False, "home/muggins/club")])
def test_the_packaged_program_finds_the_folder_of_the_service(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, is_packaged: bool, folder: str
) -> None:
    (tmp_path / "service").mkdir()
    monkeypatch.setattr(process, "is_packaged", lambda: is_packaged)
    assert club_folder() == tmp_path / folder
