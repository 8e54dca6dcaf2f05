"""Files that are replaced atomically, and file errors in plain words."""

import errno
import os
from pathlib import Path

import pytest

from firmware_py.system.errors import cause, system_words
from firmware_py.system.files import new_file, replace, write_at


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "file.txt"
    path.write_bytes(b"old")
    return path


def test_a_file_is_replaced_or_created(path: Path) -> None:
    replace(path, b"new", 0o600)
    assert (path.read_bytes(), path.stat().st_mode & 0o777) == (b"new", 0o600)
    replace(path.with_name("other.txt"), b"another")
    assert sorted(file.name for file in path.parent.iterdir()) == ["file.txt", "other.txt"]


@pytest.mark.parametrize("call", ["open", "pwrite", "fsync", "replace"])
def test_if_the_disk_fails_the_old_file_stays_and_no_other_is_left(
    path: Path, call: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*arguments: object) -> int:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch, pytest.raises(OSError, match="No space left"):
        patch.setattr(os, call, fail)
        replace(path, b"new")
    assert path.read_bytes() == b"old"
    assert [file.name for file in path.parent.iterdir()] == ["file.txt"]


def test_a_file_that_may_be_lost_is_not_synced(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda file: pytest.fail("it was synced"))
    replace(path, b"new", synced=False)
    assert path.read_bytes() == b"new"
    assert [file.name for file in path.parent.iterdir()] == ["file.txt"]


def test_until_it_is_renamed_a_new_file_lies_beside_the_old_one(path: Path) -> None:
    with pytest.raises(ValueError, match="changed my mind"), new_file(path, b"new") as new:
        assert (path.read_bytes(), new.path.read_bytes()) == (b"old", b"new")
        raise ValueError("changed my mind")
    assert [file.name for file in path.parent.iterdir()] == ["file.txt"]


def test_the_leftover_of_a_power_cut_is_replaced(path: Path) -> None:
    path.with_name("file.txt.new").write_bytes(b"half a file")
    replace(path, b"new")
    assert [file.name for file in path.parent.iterdir()] == ["file.txt"]


def test_all_is_written_by_a_disk_of_one_byte_at_a_time(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = os.pwrite
    monkeypatch.setattr(os, "pwrite", lambda file, content, offset: write(file, content[:1], offset))
    with path.open("r+b") as file:
        write_at(file.fileno(), b"new words", 1)
    assert path.read_bytes() == b"onew words"


def test_a_group_file_is_never_open_to_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before: list[int] = []
    change = os.fchmod

    def noted(file: int, mode: int) -> None:
        before.append(os.fstat(file).st_mode & 0o777)
        change(file, mode)

    monkeypatch.setattr(os, "fchmod", noted)
    umask = os.umask(0)
    try:
        replace(tmp_path / "phone.json", b"a code", 0o640)
    finally:
        os.umask(umask)
    assert before == [0o640]


@pytest.mark.parametrize(
    ("error", "words", "own"),
    [
        (OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)), "the disk is full (free some space)", None),
        (OSError(errno.EROFS, os.strerror(errno.EROFS)), "the disk is read-only", None),
        (OSError(errno.EIO, os.strerror(errno.EIO)), "input/output error", None),
        (OSError(errno.ENOENT, os.strerror(errno.ENOENT), "a file"), None, "no such file or directory"),
        (OSError("Out of paper"), "out of paper", "out of paper"),
    ],
)
def test_an_error_in_plain_words_or_the_systems_own_without_the_file(
    error: OSError, words: str | None, own: str | None
) -> None:
    assert words in (None, cause(error))
    assert own in (None, system_words(error))
