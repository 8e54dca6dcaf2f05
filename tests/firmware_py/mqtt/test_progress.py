"""The publisher saves which messages the broker has received, and reads the record after a restart."""

import errno
import os
from pathlib import Path

import pytest

from firmware_py.mqtt.progress import Progress, read, save

WON = {"game": "5f0c2b9e41d7a386-12", "names": ["Zoë", "Bob"], "scores": [121, 98]}
REACHED = Progress("5f0c2b9e41d7a386", 57, ("5f0c2b9e41d7a386-12",), (WON,))


def test_what_is_saved_is_read_again(tmp_path: Path) -> None:
    save(tmp_path, Progress())
    save(tmp_path, REACHED)
    assert read(tmp_path) == REACHED
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize(
    "content",
    [
        *("", "{", "[]", "3", '{"run": "a"}', '{"run": 1, "sequence": "x", "games": []}'),
        '{"run": "a", "sequence": 1, "games": [], "latest": [5]}',
        "[" * 100_000,
    ],
)
def test_a_file_that_is_missing_or_damaged_is_the_beginning(tmp_path: Path, content: str) -> None:
    assert read(tmp_path) == Progress("", 0, ())
    save(tmp_path, REACHED)
    (file,) = tmp_path.iterdir()
    file.write_text(content)
    assert read(tmp_path) == Progress("", 0, ())


def test_a_file_of_an_older_version_has_no_latest_games(tmp_path: Path) -> None:
    save(tmp_path, REACHED)
    (file,) = tmp_path.iterdir()
    file.write_text('{"run": "a", "sequence": 1, "games": ["a-1"]}')
    assert read(tmp_path) == Progress("a", 1, ("a-1",))


def test_a_record_that_cannot_be_saved_leaves_the_old_one_and_no_other_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*arguments: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    save(tmp_path, REACHED)
    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", fail)
        save(tmp_path, Progress())
    assert read(tmp_path) == REACHED
    assert len(list(tmp_path.iterdir())) == 1


def test_a_folder_that_is_missing_is_no_fault(tmp_path: Path) -> None:
    save(tmp_path / "none", REACHED)
    assert read(tmp_path / "none") == Progress("", 0, ())
