"""The folder in which a board creates its view file and socket, and in which other programs look for them."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_py.window import folder as module
from firmware_py.window.folder import folder_of_a_board, own_folder, runtime_folder

JOURNAL = Path("/games/games.txt")


@pytest.fixture(autouse=True)
def _no_service(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(module, "SERVICE_RUNTIME_FOLDER", tmp_path / "run")
    for name in ("RUNTIME_DIRECTORY", "XDG_RUNTIME_DIR"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    "environment, folder",
    [
        ({"RUNTIME_DIRECTORY": "/run/muggins", "XDG_RUNTIME_DIR": "/run/user/1000"}, "/run/muggins"),
        ({"RUNTIME_DIRECTORY": "/run/muggins:/run/other"}, "/run/muggins"),
        ({"XDG_RUNTIME_DIR": "/run/user/1000"}, "/run/user/1000/muggins"),
        ({"XDG_RUNTIME_DIR": "relative"}, "/games"),
        ({}, "/games"),
    ],
)
def test_the_first_folder_that_the_system_has(
    environment: dict[str, str], folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert runtime_folder(JOURNAL) == Path(folder)


def test_a_follower_looks_at_the_service_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    own, service = tmp_path / "muggins", tmp_path / "run"
    assert folder_of_a_board(JOURNAL) == own
    service.mkdir()
    assert folder_of_a_board(JOURNAL) == service  # it is there, so its board will start there
    own.mkdir()
    (own / "view.json").touch()
    assert folder_of_a_board(JOURNAL) == own
    (service / "view.json").touch()
    assert folder_of_a_board(JOURNAL) == service


def test_the_service_itself_looks_at_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "run").mkdir()
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path / "other"))
    assert folder_of_a_board(JOURNAL) == tmp_path / "other"


@pytest.mark.parametrize(
    ("named", "own"),
    [
        ("", None),
        ("/run/muggins", Path("/run/muggins")),
        ("/run/muggins:/run/muggins-serve", Path("/run/muggins-serve")),
    ],
)
def test_a_follower_keeps_what_it_needs_in_the_last_folder(
    named: str, own: Path | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", named)
    assert own_folder() == own
