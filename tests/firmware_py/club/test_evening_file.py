"""The files of a club: the stored night, the list of players, and the folder that has them."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_py.club import evening_file
from firmware_py.club.evening_file import (
    EVENING,
    Evening,
    club_folder,
    read_evening,
    read_players,
    write_evening,
)
from firmware_py.club.pairing import Draw, Form, Pair, Round
from firmware_py.system import files, process
from firmware_py.system.errors import UsageError

ROUNDS = (Round((Pair("Ann", "Zoë"),), "Cy"), Round((Pair("Cy", "Ann"),), "Zoë"))


@pytest.mark.parametrize(
    "evening",
    [
        Evening(),
        Evening(17),
        Evening(3, Draw(Form.SWISS, 5, ROUNDS, (5, 8))),
        Evening(0, Draw(Form.EVERYONE, 0, (), ())),
    ],
    ids=["empty", "new", "swiss", "everyone"],
)
def test_an_evening_is_stored(tmp_path: Path, evening: Evening) -> None:
    write_evening(tmp_path / "club", evening)
    assert read_evening(tmp_path / "club") == evening


def test_without_a_file_all_results_belong_to_the_evening(tmp_path: Path) -> None:
    assert read_evening(tmp_path) == Evening(0, None)


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        "[" * 100_000,
        "{}",
        '{"version": 2, "after": 0, "draw": null}',
        '{"version": 1, "after": 0, "draw": {"form": "x"}}',
    ],
)
def test_another_file_is_no_evening(tmp_path: Path, content: str) -> None:
    (tmp_path / EVENING).write_text(content)
    with pytest.raises(UsageError, match=r"evening\.json: this is no evening of a club: remove the file"):
        read_evening(tmp_path)


def test_a_folder_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(UsageError, match="file exists"):
        write_evening(tmp_path / "file", Evening())
    (tmp_path / EVENING).mkdir()
    with pytest.raises(UsageError, match="is a directory"):
        read_evening(tmp_path)


def test_a_folder_of_the_service_needs_sudo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(files, "replace", refused)
    with pytest.raises(UsageError, match="permission denied: run the command with sudo"):
        write_evening(tmp_path, Evening())


@pytest.mark.parametrize(
    "content",
    [
        "Ann\nZoë\nBob2\n",
        "\ufeffAnn\r\n\r\n  Zoë \r\nBob2",
        "# the club\nAnn # may be late\n#Eve\nZoe\u0308\nBob2\n\n\n",
    ],
)
def test_each_line_is_a_name(tmp_path: Path, content: str) -> None:
    path = tmp_path / "players.txt"
    path.write_text(content, encoding="utf-8")
    assert read_players(path) == ["Ann", "Zoë", "Bob2"]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"Ann\nBob\nann\n", "line 3: ann is there twice"),
        (b"Ann\nBo\x07b\n", r"line 2: 'Bo\\x07b' cannot be entered on a board"),
        (b"Ann\n\nverylongnamehere\n", "line 3: 'verylongnamehere' cannot be entered"),
        (b"Bob-joe\n", "line 1: 'Bob-joe' cannot be entered"),
        (b"Ann B\n", "line 1: 'Ann B' cannot be entered"),
        (b"Zo\xeb\n", "this is not text in UTF-8"),
    ],
)
def test_a_wrong_file_is_refused_with_the_line(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "players.txt"
    path.write_bytes(content)
    with pytest.raises(UsageError, match=f"players.txt: {words}"):
        read_players(path)


def test_a_file_that_is_missing(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no such file or directory"):
        read_players(tmp_path / "players.txt")


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(evening_file, "CLUB_SERVICE_FOLDER", tmp_path / "service")


@pytest.mark.parametrize(
    ("state_directory", "is_packaged", "folder"),
    [(None, False, "home/muggins/club"), (None, True, "service"), ("named", False, "named")],
)
def test_the_folder_is_the_users_or_the_services(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    state_directory: str | None,
    is_packaged: bool,
    folder: str,
) -> None:
    (tmp_path / "service").mkdir()
    monkeypatch.setattr(process, "is_packaged", lambda: is_packaged)
    if state_directory:
        monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / state_directory))
    assert club_folder() == tmp_path / folder
