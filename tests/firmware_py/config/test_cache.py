"""The cached copy of a configuration is used as long as no file has changed."""

import os
from pathlib import Path

import pytest

from firmware_py.config import build, files
from firmware_py.config import files as cache
from firmware_py.config.build import load
from firmware_py.system.errors import UsageError


@pytest.fixture
def config(tmp_path: Path) -> Path:
    (tmp_path / "below.toml").write_text('extends = "bare"\n[rules]\ntarget = 61')
    path = tmp_path / "muggins.toml"
    path.write_text('extends = "below.toml"\n[game]\nnames = ["Ann", "Bob"]')
    return path


def unread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "_parsed", lambda path: pytest.fail("the file was read again"))


def test_a_copy_gives_the_same_configuration_without_reading_the_files(
    config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "state" / "config.cache"
    read = load(config, kept)
    assert read == load(config)
    unread(monkeypatch)
    assert load(config, kept) == read


def test_the_files_are_synced_when_the_copy_is_made(
    config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: set[int] = set()
    sync = os.fsync

    def fsync(file: int) -> None:
        synced.add(os.fstat(file).st_ino)
        sync(file)

    monkeypatch.setattr(os, "fsync", fsync)
    load(config, tmp_path / "config.cache")
    assert {path.stat().st_ino for path in (config, tmp_path / "below.toml")} <= synced
    synced.clear()
    load(config, tmp_path / "config.cache")
    assert not synced


@pytest.mark.parametrize("name", files.profile_names())
def test_every_profile_can_be_copied(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = tmp_path / "config.cache"
    read = load(files.profile(name), kept)
    unread(monkeypatch)
    assert load(files.profile(name), kept) == read


@pytest.mark.parametrize("changed", ["muggins.toml", "below.toml"])
def test_a_file_that_has_changed_is_read_again(config: Path, tmp_path: Path, changed: str) -> None:
    kept = tmp_path / "config.cache"
    load(config, kept)
    path = tmp_path / changed
    path.write_text(f"{path.read_text()}\n[display]\ncontrast = 99\n")
    assert load(config, kept).displays[0].contrast == 99


def test_the_same_size_at_another_time_is_a_change(config: Path, tmp_path: Path) -> None:
    kept = tmp_path / "config.cache"
    load(config, kept)
    config.write_text(config.read_text().replace("Ann", "Amy"))
    os.utime(config, ns=(1, 1))
    assert load(config, kept).setup.names == ("Amy", "Bob")


def test_the_same_size_at_the_same_time_is_a_change(config: Path, tmp_path: Path) -> None:
    kept = tmp_path / "config.cache"
    load(config, kept)
    then = config.stat()
    config.write_text(config.read_text().replace("Ann", "Amy"))
    os.utime(config, ns=(then.st_atime_ns, then.st_mtime_ns))
    assert load(config, kept).setup.names == ("Amy", "Bob")


def test_a_relative_name_means_the_file_in_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "config.cache"
    for name in ("Ann", "Amy"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "m.toml").write_text(f'extends = "bare"\n[game]\nnames = ["{name}", "Bob"]')
        os.utime(tmp_path / name / "m.toml", ns=(1, 1))
        monkeypatch.chdir(tmp_path / name)
        assert load(Path("m.toml"), kept).setup.names == (name, "Bob")


def test_a_pipe_in_its_place_is_left_alone(config: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "config.cache")
    assert cache.cached(config, tmp_path / "config.cache") is None


def test_another_file_or_another_program_is_a_change(
    config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "config.cache"
    load(config, kept)
    other = tmp_path / "other.toml"
    other.write_text(config.read_text())
    assert cache.cached(other, kept) is None
    assert cache.cached(config, kept) is not None
    program = tmp_path / "program"
    program.mkdir()
    (program / "schema.py").touch()
    monkeypatch.setattr(cache, "__file__", str(program / "cache.py"))
    cache.save(config, [], kept)
    assert cache.cached(config, kept) is not None
    (program / "schema.py").write_text("# another version")
    assert cache.cached(config, kept) is None


def test_a_file_that_is_gone_is_a_change(config: Path, tmp_path: Path) -> None:
    kept = tmp_path / "config.cache"
    load(config, kept)
    (tmp_path / "below.toml").unlink()
    with pytest.raises(UsageError, match="no such profile"):
        load(config, kept)


def test_a_wrong_configuration_is_not_copied(config: Path, tmp_path: Path) -> None:
    kept = tmp_path / "config.cache"
    config.write_text("[display]\naddress = 300")
    for _ in range(2):
        with pytest.raises(UsageError, match="300"):
            load(config, kept)
    assert not kept.exists()


def test_a_copy_damaged_at_any_byte_is_written_again(config: Path, tmp_path: Path) -> None:
    kept = tmp_path / "config.cache"
    read = load(config, kept)
    whole = kept.read_bytes()
    for at in (*range(12), *range(12, len(whole), 23)):  # the checksum, what follows it, and the rest
        kept.write_bytes(whole[:at] + bytes([whole[at] ^ 0x5A]) + whole[at + 1 :])
        assert cache.cached(config, kept) is None
        kept.write_bytes(whole[:at])
        assert cache.cached(config, kept) is None
    assert load(config, kept) == read
    assert kept.read_bytes() == whole


def test_a_folder_that_cannot_be_written_is_no_error(
    config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    assert build.load(config, tmp_path / "file" / "config.cache") == load(config)


def test_a_copy_holds_no_password(config: Path, tmp_path: Path) -> None:
    config.write_text('extends = "below.toml"\n[mqtt]\nuser = "ann"\npassword = "open sesame"')
    kept = tmp_path / "config.cache"
    first = load(config, kept).mqtt
    assert first and first.login == ("ann", "open sesame")
    again = load(config, kept).mqtt
    assert again and again.login == ("ann", "")
    assert b"sesame" not in kept.read_bytes()
