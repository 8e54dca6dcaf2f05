"""A club night can be stored and read back. If the file is invalid, an error message says what to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_py.club.evening_file import EVENING, Evening, read_evening, write_evening
from firmware_py.club.pairing import Draw, Form, Pair, Round
from firmware_py.system import files
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
