import os
import time
from pathlib import Path

import pytest

from firmware_py.speech import clips
from firmware_py.speech.clips import ClipCache, cache_folder

CLIP = b"\1\0" * 1000


def test_a_clip_is_found_again_by_its_key_also_by_another_program(tmp_path: Path) -> None:
    ClipCache(tmp_path / "new" / "folder").keep(CLIP, b"espeak-ng", b"Ann")
    again = ClipCache(tmp_path / "new" / "folder")
    assert again.get(b"espeak-ng", b"Ann") == CLIP
    assert again.get(b"espeak-ng", b"Bob") is None
    assert again.get(b"espeak-ngAnn") is None
    assert again.get(b"espeak-n", b"gAnn") is None


@pytest.mark.parametrize("damaged", [b"", b"RIFF", b"\0" * 2000])
def test_a_damaged_file_is_as_good_as_none_and_is_replaced(tmp_path: Path, damaged: bytes) -> None:
    cache = ClipCache(tmp_path)
    cache.keep(CLIP, b"Ann")
    (file,) = tmp_path.iterdir()
    file.write_bytes(damaged)
    assert cache.get(b"Ann") is None
    cache.keep(CLIP, b"Ann")
    assert cache.get(b"Ann") == CLIP


def test_without_a_folder_or_where_none_can_be_made_nothing_is_kept(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for folder in (None, tmp_path / "file", tmp_path / "file" / "below"):
        cache = ClipCache(folder)
        cache.keep(CLIP, b"Ann")
        assert cache.get(b"Ann") is None


def test_the_oldest_go_when_there_is_too_much(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clips, "MOST", 20_500)
    monkeypatch.setattr(clips, "_LEFT", 10_500)
    cache = ClipCache(tmp_path)
    for number in range(12):
        cache.keep(CLIP, b"%d" % number)
        for file in tmp_path.iterdir():
            os.utime(file, (0, file.stat().st_mtime - 10))
    assert sum(file.stat().st_size for file in tmp_path.iterdir()) <= 20_500
    assert cache.get(b"0") is None
    cache.keep(CLIP, b"again")
    assert cache.get(b"again") == CLIP
    assert sum(file.stat().st_size for file in tmp_path.iterdir()) <= 20_500


def test_a_clip_that_is_used_stays(tmp_path: Path) -> None:
    cache = ClipCache(tmp_path)
    cache.keep(CLIP, b"Ann")
    (file,) = tmp_path.iterdir()
    os.utime(file, (0, 0))
    cache.get(b"Ann")
    assert file.stat().st_mtime > time.time() - 3600


def test_the_folder_is_that_of_the_service_or_of_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CACHE_DIRECTORY", "/var/cache/muggins:/var/cache/other")
    assert cache_folder() == Path("/var/cache/muggins")
    monkeypatch.delenv("CACHE_DIRECTORY")
    monkeypatch.setenv("XDG_CACHE_HOME", "/home/ann/kept")
    assert cache_folder() == Path("/home/ann/kept/muggins/speech")
    monkeypatch.setenv("XDG_CACHE_HOME", "not/absolute")
    monkeypatch.setenv("HOME", "/home/ann")
    assert cache_folder() == Path("/home/ann/.cache/muggins/speech")
