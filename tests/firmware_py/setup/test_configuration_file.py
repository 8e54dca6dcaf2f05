"""Setup chooses the path of the configuration file, and writes the file either completely or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from firmware_py.config import files
from firmware_py.setup.draft import Draft, former_draft, path_to_write, replace_file
from firmware_py.system.errors import UsageError

from .setup_rig import SetupRig, answers, profile, set_up

BARE = 'extends = "bare"\n'
HAT = 'extends = "oled-hat"\n'


def test_it_goes_where_the_board_looks_first_if_that_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    boot, system, home = tmp_path / "boot/firmware", tmp_path / "etc/muggins", tmp_path / "home"
    monkeypatch.setattr(files, "SEARCHED", (f"{boot}/muggins.toml", f"{system}/muggins.toml"))
    monkeypatch.setattr(files, "searched", lambda *_: [Path(files.SEARCHED[0]), Path(files.SEARCHED[1]), own])
    own = home / "muggins" / "muggins.toml"
    assert path_to_write(None) == system / "muggins.toml"  # neither folder exists yet
    (tmp_path / "etc").write_text("no folder")
    assert path_to_write(None) == own
    assert path_to_write(tmp_path / "other.toml") == tmp_path / "other.toml"
    boot.mkdir(parents=True)
    (boot / "muggins.toml").write_text(BARE)
    assert path_to_write(None) == boot / "muggins.toml"  # the file that the board reads


def test_a_folder_cannot_be_written_to(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="this is a folder: name a file in it"):
        path_to_write(tmp_path)


def test_a_file_that_cannot_be_written_is_refused_before_any_question(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    rig = SetupRig(profile("bare"))
    with pytest.raises(
        UsageError, match="this file is not writable: name a file in a folder of your own"
    ) as refused:
        set_up(rig, [], tmp_path / "file" / "muggins.toml")
    assert refused.value.__notes__ == [""]  # before any question


def test_it_is_written_and_read(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "muggins.toml"
    before = os.umask(0o077)
    try:
        board = replace_file(path, BARE)
    finally:
        os.umask(before)
    assert board.profile == "bare"
    assert path.read_text() == BARE
    assert [each.name for each in path.parent.iterdir()] == ["muggins.toml"]
    assert path.stat().st_mode & 0o044 == 0o044  # the service runs as another user


def test_the_target_of_a_link_is_replaced_not_the_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real.toml", tmp_path / "link.toml"
    real.write_text(HAT)
    link.symlink_to(real)
    replace_file(link, BARE)
    assert link.is_symlink()
    assert real.read_text() == BARE


def test_an_invalid_configuration_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "muggins.toml"
    path.write_text(HAT)
    with pytest.raises(UsageError, match="both on BCM 27"):
        replace_file(path, 'extends = "oled-bonnet"\nbuttons.RIGHT = 27\n')
    assert path.read_text() == HAT
    assert [each.name for each in tmp_path.iterdir()] == ["muggins.toml"]


@pytest.mark.parametrize("failing", ["fsync", "replace"])
def test_when_the_disk_fails_nothing_has_changed(
    failing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "muggins.toml"
    path.write_text(HAT)

    def fail(*arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, failing, fail)
    with pytest.raises(UsageError, match=r"muggins\.toml: no space left on device: name another file"):
        replace_file(path, BARE)
    assert path.read_text() == HAT
    assert {each.name for each in tmp_path.iterdir()} == {"muggins.toml"}


def test_a_no_at_the_end_writes_nothing(tmp_path: Path) -> None:
    rig = SetupRig(profile("bare"))
    with pytest.raises(UsageError, match="nothing was written"):
        set_up(rig, [*answers(rig, "bare")[:-1], "n"], tmp_path / "muggins.toml")
    assert not list(tmp_path.iterdir())


def test_the_former_file_is_read_with_its_text(tmp_path: Path) -> None:
    path = tmp_path / "muggins.toml"
    assert former_draft(path) == Draft(None, {}, path)
    path.write_bytes(b"\xef\xbb\xbfextends = 'bare' # mine\r\n[lights]\r\nbrightness = 20\r\n")
    assert former_draft(path) == Draft(
        "bare", {"lights": {"brightness": 20}}, path, "extends = 'bare' # mine\n[lights]\nbrightness = 20\n"
    )
    path.write_text("[lights]\nbrightness = 200\n")
    with pytest.raises(UsageError, match=r"lights\.brightness = 200: "):
        former_draft(path)


def test_the_file_is_found_without_naming_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    rig = SetupRig(profile("bare"))
    person = set_up(rig, answers(rig, "bare"), None)
    assert f"Written: {tmp_path / 'muggins' / 'muggins.toml'}" in person.said
    assert person.said.endswith("muggins doctor\nTo play:             muggins\n")
