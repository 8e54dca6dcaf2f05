"""Configuration files: where they are searched, what one overrides of another, the copy, the games."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.options import DEFAULTS
from engine.rules import Rules
from engine.setup import Setup
from firmware_py.config import defaults, files
from firmware_py.config.build import chosen_words, load
from firmware_py.config.keypads import ButtonSettings
from firmware_py.config.track_shape import panel, strips
from firmware_py.system.errors import UsageError
from tests.support.command import muggins
from tests.support.loaded import written

SEARCHED = files.SEARCHED  # before the tests are told that nothing is configured


def test_the_places_are_searched_as_documented(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_a_file_may_extend_one_beside_it(tmp_path: Path) -> None:
    (tmp_path / "club.toml").write_text('extends = "bare"\n[rules]\nmuggins = true')
    config = written(tmp_path, 'extends = "club.toml"\n[game]\nnames = ["Ann", "Bob"]')
    assert config.profile == "bare"
    assert (config.setup.names, config.setup.rules.players) == (("Ann", "Bob"), 2)
    assert config.setup.rules.muggins
    assert config.plays


def test_a_file_that_lists_no_parts_extends_the_default_profile(tmp_path: Path) -> None:
    config = written(tmp_path, '[rules]\ntarget = 61\ngame = "five-card"\n')
    assert config.profile == defaults.PROFILE
    assert config.setup.rules.target == 61
    assert config.inputs == load().inputs


@pytest.mark.parametrize("rule", [name for name, usual in DEFAULTS.items() if usual is True])
def test_false_switches_off_a_rule_that_is_usually_on(tmp_path: Path, rule: str) -> None:
    config = written(tmp_path, f"[game]\nplayers = 4\n[rules]\n{rule} = false\n")
    assert getattr(config.setup.rules, rule) is False


def test_a_file_that_stands_alone_inherits_nothing(tmp_path: Path) -> None:
    config = written(tmp_path, "[buttons]\nA = 4\n")
    assert (config.profile, config.displays, config.lights) == (None, (), None)


def test_a_byte_order_mark_and_the_line_ends_of_other_systems_are_accepted(tmp_path: Path) -> None:
    path = tmp_path / "muggins.toml"
    path.write_bytes('\ufeffextends = "bare"\r\n[rules]\r\ntarget = 61\r\n'.encode())
    assert load(path).setup.rules.target == 61


def test_without_a_home_only_the_places_of_the_system_are_searched(monkeypatch: pytest.MonkeyPatch) -> None:
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


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda path: None, "no such file or directory"),
        (lambda path: path.write_bytes(b"\xff\xfe"), "the file is not UTF-8 text: save it as UTF-8"),
        (os.mkfifo, "this is not a file"),
        (lambda path: path.symlink_to(path), "too many levels of symbolic links"),
    ],
)
def test_an_unreadable_file_is_an_error(tmp_path: Path, make: Callable[[Path], object], said: str) -> None:
    make(tmp_path / "muggins.toml")
    with pytest.raises(UsageError) as raised:
        load(tmp_path / "muggins.toml")
    assert str(raised.value).startswith(f"{tmp_path / 'muggins.toml'}: {said}")


def test_a_new_game_has_a_preset_only_if_the_configuration_says_something_about_games(tmp_path: Path) -> None:
    for silent in ("", '[game]\nwords = "british"\ncoach = "after_deal"\nhints = false\n'):
        config = written(tmp_path, f'extends = "bare"\n{silent}')
        assert config.preset is None and config.hints is not bool(silent)
    assert written(tmp_path, '[game]\nwords = "british"\nplayers = 3\n').preset is not None
    preset = written(tmp_path, 'extends = "bare"\n[rules]\ntarget = 61\n').preset
    assert preset == Setup(Rules(target=61)).checked()
    club = 'extends = "bare"\n[game]\nprofile = "club"\n[rules]\nnext_game_dealer = "alternate"\n'
    rules = Rules(next_game_dealer="alternate", cut_before_deal="required", skunk_worth=3, double_worth=3)
    assert written(tmp_path, club).preset == Setup(rules).checked()
    named = written(tmp_path, 'extends = "bare"\n[game]\nnames = ["Ann", "Bob"]\n').preset
    assert named is not None and named.names == ("Ann", "Bob")


def test_a_file_overrides_single_keys_and_keeps_the_rest(tmp_path: Path) -> None:
    config = written(
        tmp_path,
        'extends = "keypad-20"\n[buttons]\nA = false\nMENU = 4\n'
        "[display]\ncontrast = 9\n[lights.shape]\nrows = 1",
    )
    usual = load(files.profile("keypad-20"))
    (keys,), (before,) = config.inputs, usual.inputs
    assert isinstance(keys, ButtonSettings)
    assert isinstance(before, ButtonSettings)
    assert keys.pins == {key: pin for key, pin in before.pins.items() if key != "A"} | {"MENU": 4}
    assert config.displays == (usual.displays[0]._replace(contrast=9),)
    assert config.lights
    assert config.lights.shape == strips(tracks=3, row_mm=12.5)
    assert (config.profile, config.source) == ("keypad-20", str(tmp_path / "muggins.toml"))


def test_another_kind_of_part_does_not_inherit_the_settings_of_the_first(tmp_path: Path) -> None:
    config = written(
        tmp_path,
        'extends = "usb-numpad"\nlights = {chip = "ws2812", bus = 1, shape = {kind = "panel"}}\n'
        'display = {interface = "spi", controller = "sh1106"}',
    )
    assert config.display
    assert (config.display.bus, config.display.device) == (0, 0)
    assert config.lights
    assert (config.lights.order, config.lights.hz, config.lights.shape) == ("GRB", 3_200_000, panel())


@pytest.fixture
def config(tmp_path: Path) -> Path:
    (tmp_path / "below.toml").write_text('extends = "bare"\n[rules]\ntarget = 61')
    path = tmp_path / "muggins.toml"
    path.write_text('extends = "below.toml"\n[game]\nnames = ["Ann", "Bob"]')
    return path


def unread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "_parsed", lambda path: pytest.fail("the file was read again"))


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


def test_the_same_size_at_the_same_time_is_a_change(config: Path, tmp_path: Path) -> None:
    kept = tmp_path / "config.cache"
    load(config, kept)
    then = config.stat()
    config.write_text(config.read_text().replace("Ann", "Amy"))
    os.utime(config, ns=(then.st_atime_ns, then.st_mtime_ns))
    assert load(config, kept).setup.names == ("Amy", "Bob")


def test_a_relative_name_is_in_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = tmp_path / "config.cache"
    for name in ("Ann", "Amy"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "m.toml").write_text(f'extends = "bare"\n[game]\nnames = ["{name}", "Bob"]')
        os.utime(tmp_path / name / "m.toml", ns=(1, 1))
        monkeypatch.chdir(tmp_path / name)
        assert load(Path("m.toml"), kept).setup.names == (name, "Bob")


def test_a_pipe_in_its_place_is_left_alone(config: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "config.cache")
    assert files.cached(config, tmp_path / "config.cache") is None


def test_another_file_or_another_program_is_a_change(
    config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "config.cache"
    load(config, kept)
    other = tmp_path / "other.toml"
    other.write_text(config.read_text())
    assert files.cached(other, kept) is None
    assert files.cached(config, kept) is not None
    program = tmp_path / "program"
    program.mkdir()
    (program / "schema.py").touch()
    monkeypatch.setattr(files, "__file__", str(program / "cache.py"))
    files.save(config, [], kept)
    assert files.cached(config, kept) is not None
    (program / "schema.py").write_text("# another version")
    assert files.cached(config, kept) is None


def test_a_file_that_is_gone_is_a_change(config: Path, tmp_path: Path) -> None:
    kept = tmp_path / "config.cache"
    load(config, kept)
    (tmp_path / "below.toml").unlink()
    with pytest.raises(UsageError, match="no such profile"):
        load(config, kept)


def test_a_copy_damaged_at_any_byte_is_written_again(config: Path, tmp_path: Path) -> None:
    kept = tmp_path / "config.cache"
    read = load(config, kept)
    whole = kept.read_bytes()
    for at in (*range(12), *range(12, len(whole), 23)):  # the checksum, what follows it, and the rest
        kept.write_bytes(whole[:at] + bytes([whole[at] ^ 0x5A]) + whole[at + 1 :])
        assert files.cached(config, kept) is None
        kept.write_bytes(whole[:at])
        assert files.cached(config, kept) is None
    assert load(config, kept) == read
    assert kept.read_bytes() == whole


def test_a_copy_holds_no_password(config: Path, tmp_path: Path) -> None:
    config.write_text('extends = "below.toml"\n[mqtt]\nuser = "ann"\npassword = "open sesame"')
    kept = tmp_path / "config.cache"
    first = load(config, kept).mqtt
    assert first and first.login == ("ann", "open sesame")
    again = load(config, kept).mqtt
    assert again and again.login == ("ann", "")
    assert b"sesame" not in kept.read_bytes()


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the path to the user's configuration file, which has not been created yet."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    (tmp_path / "muggins").mkdir()
    return tmp_path / "muggins" / "muggins.toml"


def test_a_file_chooses_before_the_one_that_it_extends(mine: Path) -> None:
    assert chosen_words() == "english"  # without a file
    (mine.parent / "club.toml").write_text('[game]\nwords = "british"\n')
    mine.write_text('extends = "club.toml"\n[game]\nnames = ["Ann", "Bob"]\n')
    assert chosen_words() == load(mine).words == "british"
    mine.write_text('extends = "club.toml"\n[game]\nwords = "american"\n')
    assert chosen_words() == load(mine).words == "american"


@pytest.mark.parametrize(
    "text", ["game = 1", "[game]\nwords = []", '[game]\nwords = "french"', "[game", "\x00"]
)
def test_a_mistake_in_the_configuration_does_not_keep_a_command_from_its_work(mine: Path, text: str) -> None:
    mine.write_text(text)
    assert chosen_words() == "english"


def test_a_command_prints_the_words_that_were_chosen(mine: Path) -> None:
    mine.write_text('[game]\nwords = "american"\n')
    counted = muggins("count", "2H", "4H", "6H", "JH", "--starter", "KH")
    assert counted.out.splitlines()[-1] == "6: a flush of five and one for his nobs is six"
