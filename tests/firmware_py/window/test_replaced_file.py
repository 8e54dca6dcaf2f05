"""A file in the runtime folder is replaced as a whole, or not at all."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

import pytest

from firmware_py.system.files import put_in_place as replace


def test_the_file_has_the_new_content_and_only_its_group_may_read_it(tmp_path: Path) -> None:
    path = tmp_path / "phone.json"
    old = os.umask(0)
    try:
        for content in (b"a longer text", b"short"):
            replace(path, content, 0o750)
            assert path.read_bytes() == content
    finally:
        os.umask(old)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert list(tmp_path.iterdir()) == [path]


def test_a_failure_leaves_the_old_file_and_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "phone.json"
    replace(path, b"old", 0o750)

    def full(file: int, content: bytes, offset: int) -> int:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr("os.pwrite", full)
    with pytest.raises(OSError, match="full"):
        replace(path, b"new", 0o750)
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_that_somebody_removed_is_created_again_with_its_permissions(tmp_path: Path) -> None:
    path = tmp_path / "muggins" / "phone.json"
    with pytest.raises(FileNotFoundError):
        replace(path, b"new")
    replace(path, b"new", 0o750)
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o750


def test_it_does_not_write_through_a_link(tmp_path: Path) -> None:
    target = tmp_path / "precious"
    target.write_text("precious")
    (tmp_path / "phone.json.new").symlink_to(target)
    replace(tmp_path / "phone.json", b"new", 0o750)
    assert target.read_text() == "precious"
    assert (tmp_path / "phone.json").read_bytes() == b"new"
