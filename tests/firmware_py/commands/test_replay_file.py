"""The input of `replay`: a file or standard input, containing a record or keys."""

import io
from pathlib import Path

import pytest

from firmware_py.commands.replay import is_record, read_text
from firmware_py.system.errors import UsageError


@pytest.mark.parametrize(
    ("text", "record"),
    [
        ("muggins 2 game=six-card\n", True),
        ("# a comment\n\n  muggins 2 game=six-card  # another\n", True),
        ("muggins\n", False),  # the key MUGGINS
        ("OK 5 muggins game=six-card", False),
        ("", False),
        ("# only a comment", False),
    ],
)
def test_the_first_line_tells_a_record_from_keys(text: str, record: bool) -> None:
    assert is_record(text) is record


def test_a_file_is_read_without_its_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "game.keys"
    path.write_text("\ufeffOK 5 ♥\n", encoding="utf-8")
    assert read_text(str(path)) == "OK 5 ♥\n"


def test_a_hyphen_is_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("OK 5\n"))
    assert read_text("-") == "OK 5\n"
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(UsageError, match="standard input is closed"):
        read_text("-")


def test_a_file_that_is_missing_or_is_not_text_is_an_error_of_one_line(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"^nowhere: there is no such file; name a key file or a record"):
        read_text("nowhere")
    path = tmp_path / "picture.png"
    path.write_bytes(b"\x89PNG\xff")
    with pytest.raises(UsageError, match="this is not text"):
        read_text(str(path))
