"""The file `phone.json` can be read back as it was written. A file with invalid content is ignored."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from firmware_py.window.phone_file import PhoneFile, read_phone_file, write_phone_file

CODE = "K7Q2PX9D"
VALID = {"version": 1, "code": CODE, "made": 12345.6, "withdrawn": 0}


@pytest.mark.parametrize("content", [PhoneFile(CODE, 12345.6), PhoneFile(None, 0.5, 3)])
def test_what_was_written_is_read(content: PhoneFile, tmp_path: Path) -> None:
    write_phone_file(tmp_path, content)
    assert read_phone_file(tmp_path) == content


def test_its_form(tmp_path: Path) -> None:
    write_phone_file(tmp_path, PhoneFile(CODE, 12345.6))
    assert (tmp_path / "phone.json").read_text() == f"{json.dumps(VALID)}\n"


def write(folder: Path, **changes: Any) -> None:
    (folder / "phone.json").write_text(json.dumps({**VALID, **changes}))


def test_members_that_a_later_board_adds_are_ignored(tmp_path: Path) -> None:
    write(tmp_path, later="yes")
    assert read_phone_file(tmp_path) == PhoneFile(CODE, 12345.6)


@pytest.mark.parametrize(
    "changes",
    [
        {"version": 2},
        {"code": ""},
        {"code": "k7q2px9d"},
        {"code": 12345678},
        {"made": -1},
        {"made": "12345.6"},
        {"made": True},
        {"made": float("nan")},
        {"made": float("inf")},
        {"made": 10**400},
        {"withdrawn": -1},
        {"withdrawn": 1.5},
        {"withdrawn": False},
        {"withdrawn": None},
    ],
    ids=str,
)
def test_a_file_with_a_wrong_value_is_not_valid(changes: dict[str, Any], tmp_path: Path) -> None:
    write(tmp_path, **changes)
    assert read_phone_file(tmp_path) is None


@pytest.mark.parametrize(
    "content", [b"", b"null", b"[]", b"{", b"\xff", b"[" * 1000, b'{"version": 1}', b" " * 2000 + b"{}"]
)
def test_a_file_with_another_content_is_not_valid(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "phone.json").write_bytes(content)
    assert read_phone_file(tmp_path) is None


def test_a_folder_without_the_file(tmp_path: Path) -> None:
    assert read_phone_file(tmp_path) is None
    assert read_phone_file(tmp_path / "missing") is None


@pytest.mark.parametrize(
    "now, code",
    [(999.9, None), (1000.0, CODE), (1119.9, CODE), (1120.0, None)],  # two minutes
)
def test_a_code_is_valid_for_two_minutes(now: float, code: str | None) -> None:
    assert PhoneFile(CODE, 1000.0).valid_code(now) == code
