"""The paths searched for a configuration file, and the files that a file extends."""

import os
from pathlib import Path

import pytest

from firmware_py.config import defaults, files
from firmware_py.config.build import load
from firmware_py.config.config import Config
from firmware_py.system.errors import UsageError
from tests.firmware_py.config.refusal import refusal

SEARCHED = files.SEARCHED  # before the tests are told that nothing is configured


def written(tmp_path: Path, text: str) -> Config:
    path = tmp_path / "muggins.toml"
    path.write_text(text)
    return load(path)


def test_the_places_are_searched_in_the_documented_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "SEARCHED", SEARCHED)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    paths = [
        tmp_path / "boot/firmware/muggins.toml",
        tmp_path / "etc/muggins/muggins.toml",
        tmp_path / "home/.config/muggins/muggins.toml",
    ]
    assert files.searched(tmp_path) == paths
    assert files.found(tmp_path) is None
    for path in reversed(paths):
        path.parent.mkdir(parents=True)
        path.touch()
        assert files.found(tmp_path) == path


def test_the_users_own_folder_may_be_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert files.searched()[-1] == tmp_path / "muggins" / "muggins.toml"
    monkeypatch.setenv("XDG_CONFIG_HOME", "relative")
    assert files.searched()[-1] == Path.home() / ".config" / "muggins" / "muggins.toml"


def test_a_file_may_extend_one_beside_it(tmp_path: Path) -> None:
    (tmp_path / "club.toml").write_text('extends = "bare"\n[rules]\nmuggins = true')
    config = written(tmp_path, 'extends = "club.toml"\n[game]\nnames = ["Ann", "Bob"]')
    assert config.profile == "bare"
    assert config.setup.names == ("Ann", "Bob")
    assert config.setup.rules.muggins
    assert config.plays


def test_a_file_that_lists_no_parts_extends_the_default_profile(tmp_path: Path) -> None:
    config = written(tmp_path, '[rules]\ntarget = 61\ngame = "five-card"\n')
    assert config.profile == defaults.PROFILE
    assert config.setup.rules.target == 61
    assert config.inputs == load().inputs


def test_a_file_that_stands_alone_inherits_nothing(tmp_path: Path) -> None:
    config = written(tmp_path, "[buttons]\nA = 4\n")
    assert (config.profile, config.displays, config.lights) == (None, (), None)


def test_a_byte_order_mark_and_the_line_ends_of_other_systems_are_accepted(tmp_path: Path) -> None:
    path = tmp_path / "muggins.toml"
    path.write_bytes('\ufeffextends = "bare"\r\n[rules]\r\ntarget = 61\r\n'.encode())
    assert load(path).setup.rules.target == 61


def test_without_a_home_only_the_places_of_the_system_are_searched(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(files, "SEARCHED", SEARCHED)
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.setattr("os.path.expanduser", lambda path: path)  # as for an unknown user
    assert files.searched() == [Path(path) for path in SEARCHED]


def test_a_folder_that_may_not_be_read_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "SEARCHED", ("/etc/muggins/muggins.toml",))

    def refused(path: Path) -> bool:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "is_file", refused)
    with pytest.raises(UsageError, match=r"/etc/muggins/muggins\.toml: permission denied: let everybody"):
        files.found()


PROFILES = "bare, first-board, gpio-keys, keypad-20, keypad-4x4, led-panel, oled-bonnet, oled-hat, usb-numpad"
WRONG = [
    ('extends = "keypad-2"', f"extends = 'keypad-2': there is no such profile: choose one of {PROFILES}"),
    ('extends = "here.toml"', "extends leads back to this file"),
    ("x = ", "this is not valid TOML: Invalid value"),
    (
        "x = 1\nnames = [\N{LEFT DOUBLE QUOTATION MARK}Ann\N{RIGHT DOUBLE QUOTATION MARK}]",
        'line 2 has curly quotes: type straight ones instead, as in "Ann"',
    ),
    ("x = " + "9" * 5000, "this is not valid TOML: Exceeds the limit"),
    ("x = " + "[" * 5000, "this is not valid TOML: brackets are nested"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), WRONG)
def test_the_error_names_file_key_and_value_and_says_what_would_be_right(
    tmp_path: Path, text: str, message: str
) -> None:
    assert refusal(tmp_path, text).startswith(message)


def test_curly_quotes_on_another_line_than_the_error_are_not_blamed(tmp_path: Path) -> None:
    assert "curly" not in refusal(tmp_path, "# \N{LEFT DOUBLE QUOTATION MARK}mine\nx = y")


@pytest.mark.parametrize(
    ("content", "said"),
    [(None, "no such file or directory"), (b"\xff\xfe", "the file is not UTF-8 text: save it as UTF-8")],
)
def test_a_file_that_cannot_be_read_is_an_error(tmp_path: Path, content: bytes | None, said: str) -> None:
    path = tmp_path / "muggins.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(UsageError) as raised:
        load(path)
    assert str(raised.value).startswith(f"{path}: {said}")


def test_a_pipe_is_no_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "muggins.toml")
    with pytest.raises(UsageError, match="this is not a file"):
        load(tmp_path / "muggins.toml")


def test_a_link_to_itself_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "muggins.toml").symlink_to("muggins.toml")
    with pytest.raises(UsageError, match="too many levels of symbolic links"):
        load(tmp_path / "muggins.toml")
