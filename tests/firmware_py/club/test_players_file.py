"""The file that lists the players, one name per line."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_py.club.evening_file import read_players
from firmware_py.system.errors import UsageError


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


def test_a_device_that_never_ends_is_refused() -> None:
    with pytest.raises(UsageError, match=r"^/dev/zero: this is no list of players"):
        read_players(Path("/dev/zero"))
