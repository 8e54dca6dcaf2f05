"""Whole runs of setup: the questions in order, what is asked on request, what to do next; and the file.

Runs are compared line by line with the cases in `tests/data/setup`. The person's answer stands in `«»` behind
the question: «y» is typed, «» is Enter alone, «pin 27» presses the button on that pin, «code 79» that key of
the keypad, and «code 79 of 1» that key of the second one; «code 79, typed 1 Enter» presses a key that types
as well, and «plug» plugs a keypad in. Whoever changes what setup says changes it there first, by hand.
"""

from __future__ import annotations

import errno
import io
import os
import re
import time
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.rules import Rules
from engine.setup import Setup
from firmware_py.config import files
from firmware_py.config.build import load
from firmware_py.config.displays import DisplaySettings
from firmware_py.config.keypads import ButtonSettings
from firmware_py.config.programs import SpeechSettings
from firmware_py.doctor.check_buses import BusAnswers
from firmware_py.setup import wizard
from firmware_py.setup.draft import Draft, former_draft, path_to_write, replace_file
from firmware_py.setup.terminal import Terminal
from firmware_py.setup.wizard import SIMULATOR, run
from firmware_py.system.errors import UsageError
from firmware_py.system.sound_cards import cards_in
from tests.support import pi_captures
from tests.support.emulated_keypads import EmulatedKeypad
from tests.support.pi_captures import bookworm, profile

from .setup_rig import Person, Reply, SetupRig, answers, set_up


@pytest.mark.parametrize("name", files.profile_names())
def test_a_board_equal_to_its_profile_needs_only_the_profiles_name(name: str, tmp_path: Path) -> None:
    out = tmp_path / "muggins.toml"
    rig = SetupRig(profile(name))
    person = set_up(rig, answers(rig, name), out)
    assert tomllib.loads(out.read_text()) == {"extends": name}
    assert load(out)._replace(source=None) == profile(name)
    for each in profile(name).inputs:
        words = each.pins if isinstance(each, ButtonSettings) else each.codes
        assert {f"Press {word}:" for word in words} <= {*person.questions}
    assert f"Written: {out}" in person.said


def _ctrl_c() -> None:
    raise KeyboardInterrupt


def _stops(rig: SetupRig) -> list[Reply]:
    """Return answers to all questions in a run of `muggins setup` that asks every kind of question."""
    return [
        *("x", "i2c", "", "4", "2"),  # the parts
        *("n", "keypad-20"),  # the profile, from the list of all
        *("n", "3", "", "n", "2", "y"),  # the display: another controller, no reset line, turned
        "",  # the keys
        *(rig.pin(4), rig.pin(4), "", "z", "q"),
        *("n", "1", "1"),  # the lights: their chip
        *("n", "2", "r", "r", "g"),  # the order
        *("n", "3", "1", "2", "n", "y"),  # strips
        *("n", "3", "2", "60", "2"),  # a ring
        *("n", "3", "3", "32", "8", "1", "c", "y", "2"),  # a panel
        *("n", "4"),
        *("calls", "1", "n", "2", "60", "n", "4"),  # the voice
        *("names", "Ann Ben", "colours", "blue, white"),
        *("second display", "1", "", "rules", "?", "muggins=on"),
        *("", "", "y"),  # nothing else, and whether to write it
    ]


@pytest.mark.parametrize("step", [4, pytest.param(1, marks=pytest.mark.night)])
def test_nothing_is_written_on_ctrl_c_at_any_question(step: int, tmp_path: Path) -> None:
    out = tmp_path / "muggins.toml"
    out.write_text('extends = "bare"\n')
    rig = SetupRig(profile("keypad-20"))
    count = len(_stops(rig))
    rig.close()
    for index in range(0, count, step):
        rig = SetupRig(profile("keypad-20"))
        rig.board.chip.low_status = 0x0F
        with pytest.raises(KeyboardInterrupt) as stopped:
            set_up(rig, [*_stops(rig)[:index], _ctrl_c], out)
        (said,) = stopped.value.__notes__
        assert said.endswith("\nStopped: nothing was written.\n"), (index, said)
        assert [path.name for path in tmp_path.iterdir()] == ["muggins.toml"]
        assert out.read_text() == 'extends = "bare"\n'
    rig = SetupRig(profile("keypad-20"))
    set_up(rig, _stops(rig), out)
    assert out.read_text() != 'extends = "bare"\n'


@pytest.mark.parametrize("on_terminal", [False, True], ids=["pipe", "terminal"])
@pytest.mark.parametrize("index", [0, 4, 28])
def test_nothing_is_written_when_the_input_ends(index: int, on_terminal: bool, tmp_path: Path) -> None:
    rig = SetupRig(profile("keypad-20"))
    with pytest.raises(UsageError, match="nothing was written") as ended:
        set_up(rig, answers(rig, "keypad-20")[:index], tmp_path / "a", on_terminal=on_terminal)
    assert ended.value.__notes__[0].endswith("\n")  # the error stands on a line of its own
    assert not list(tmp_path.iterdir())


def test_a_running_board_must_be_stopped_first(tmp_path: Path) -> None:
    rig = SetupRig(profile("keypad-20"), service="active")
    with pytest.raises(UsageError, match="sudo systemctl stop muggins"):
        set_up(rig, [], tmp_path / "a")
    assert not list(tmp_path.iterdir())


def test_enter_alone_writes_nothing_on_another_computer(tmp_path: Path) -> None:
    rig = SetupRig(profile("usb-numpad"), model=None, devices={}, answers={})
    person = Person([""] * 4)
    run(Terminal(person.reader, person), rig.parts, tmp_path / "a")
    person.leave()
    rig.close()
    assert person.said.endswith("\nNothing was written.\n") and SIMULATOR in person.said
    assert not list(tmp_path.iterdir())


def _enter(asked: list[str]) -> Callable[[str], str]:
    """Return a function that answers every question by pressing Enter, and adds the question to `asked`.

    It presses Ctrl-C instead when the same question is asked for the tenth time.
    """

    def enter(question: str) -> str:
        asked.append(question)
        if asked.count(question) == 10:
            raise KeyboardInterrupt
        return ""

    return enter


def test_enter_alone_writes_nothing_on_a_pi(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        set_up(SetupRig(profile("usb-numpad")), _enter([]), tmp_path / "a")
    assert not list(tmp_path.iterdir())


FILE = (Path(__file__).parents[2] / "data" / "setup" / "edited.toml").read_text()
KEEP = ["", "", "", ""]  # display, LEDs, keys and profile, which are in the file


def _with_file(tmp_path: Path, **parts: Any) -> tuple[SetupRig, Path]:
    """Return an emulated machine, and the path to a configuration file that does not match its display.

    `parts` are the settings of the machine's display that differ from the file.
    """
    out = tmp_path / "muggins.toml"
    out.write_text(FILE)
    config = load(out)
    return SetupRig(config._replace(displays=(config.displays[0]._replace(**parts),))), out


def test_only_the_answer_is_changed_in_a_file_that_was_edited(tmp_path: Path) -> None:
    rig, out = _with_file(tmp_path, address=0x3C)
    set_up(rig, [*KEEP, "", "", "q", "", "", "", "y"], out)
    assert out.read_text() == FILE.replace("address = 0x3D # soldered\n", "")  # 0x3C is the profile's own
    assert (tmp_path / "muggins.toml.bak").read_text() == FILE


def test_enter_alone_writes_nothing_over_a_file(tmp_path: Path) -> None:
    rig, out = _with_file(tmp_path, address=0x3C)
    asked: list[str] = []
    with pytest.raises(KeyboardInterrupt):
        set_up(rig, _enter(asked), out)
    assert asked[-1] == f"Write {out}? [y/n]"
    assert [path.name for path in tmp_path.iterdir()] == ["muggins.toml"]
    assert out.read_text() == FILE


def test_a_file_with_a_mistake_is_replaced_only_on_request(tmp_path: Path) -> None:
    out = tmp_path / "muggins.toml"
    out.write_text("[lights]\nbrightness = 200\n")
    with pytest.raises(UsageError, match="nothing was written; correct the file"):
        set_up(SetupRig(profile("bare")), [""], out)
    assert [path.name for path in tmp_path.iterdir()] == ["muggins.toml"]


def test_a_read_only_disk_is_reported_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rig = SetupRig(profile("bare"))
    real = os.open

    def refuse(path: Any, flags: int, *more: Any, **named: Any) -> int:
        if flags & os.O_CREAT and Path(path).parent == tmp_path:
            raise OSError(errno.EROFS, "Read-only file system")
        return real(path, flags, *more, **named)

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(UsageError) as refused:
        set_up(rig, answers(rig, "bare"), tmp_path / "muggins.toml")
    assert str(refused.value) == (
        f"{tmp_path / 'muggins.toml'}: read-only file system: name another file with --out FILE"
    )
    assert not list(tmp_path.iterdir())


HEAR = "To hear it again:    "
HOLD = f"{HEAR}hold GO; hold it once more for the score"
NAMED = "To check the board:  muggins doctor --config FILE\nTo play:             muggins --config FILE"
READ = "To check the board:  muggins doctor\nTo play:             muggins"
SERVED = "To check the board:  sudo muggins doctor\nTo play:             sudo systemctl start muggins"


@pytest.mark.parametrize(
    ("is_read", "service", "speaks", "muggins", "told"),
    [
        (False, None, False, False, NAMED),
        (True, None, False, False, READ),
        (False, "inactive", False, False, NAMED),
        (True, "inactive", False, False, SERVED),
        (False, None, True, False, f"{NAMED}\nTo hear the voice:   muggins speak --config FILE\n{HOLD}"),
        (
            *(True, "inactive", True, False),
            f"{SERVED}\nTo hear the voice:   sudo systemctl enable --now muggins-speak\n{HOLD}",
        ),
        # With muggins, GO held down calls MUGGINS instead of making the voice repeat itself.
        (
            *(True, None, True, True),
            f"{READ}\nTo hear the voice:   muggins speak\n{HEAR}press MENU and J; for the score, MENU and Q",
        ),
    ],
)
def test_the_commands_at_the_end_are_those_of_this_file_and_this_board(
    is_read: bool,
    service: str | None,
    speaks: bool,
    muggins: bool,
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path, said = tmp_path / "a", io.StringIO()
    path.touch()
    monkeypatch.setattr(files, "found", lambda: path if is_read else tmp_path / "other")
    speech = SpeechSettings() if speaks else None
    config = profile("first-board")._replace(speech=speech, setup=Setup(Rules(muggins=muggins)))
    machine = bookworm(config_txt="", **({"service": service} if service else {}))
    wizard.say(Terminal(0, said), config, machine, path)
    assert said.getvalue().endswith(told.replace("FILE", str(path)) + "\n")
    other = f"Without --config, Muggins reads {tmp_path / 'other'}, not this file.\n"
    assert (other in said.getvalue()) is not is_read


# -- the file: where it is, and whole or not at all


BARE = 'extends = "bare"\n'
HAT = 'extends = "oled-hat"\n'


def test_it_goes_where_the_board_looks_if_writable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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


# -- runs compared line by line


FOLDER = Path(__file__).parents[2] / "data" / "setup"
CASES = tomllib.loads((FOLDER / "cases.toml").read_text(encoding="utf-8"))["case"]
ANSWER = re.compile("«([^»]*)» ?")


def dialogue(case: dict[str, Any]) -> str:
    whole = FOLDER / f"{case['id'].replace(' ', '_')}.txt"
    said: str = case["dialogue"] if "dialogue" in case else whole.read_text(encoding="utf-8")
    return said


def rig_of(case: dict[str, Any], out: Path) -> SetupRig:
    if "file" in case:
        out.write_text((FOLDER / case["file"]).read_text() if case["file"] == "edited.toml" else case["file"])
    config = profile(case["board"]) if "board" in case else load(out)
    displays = [each._replace(**case.get("display", {})) for each in config.displays]
    displays += [DisplaySettings(**case["second_display"])] if "second_display" in case else []
    facts = {name: case[name] for name in ("config_txt", "service") if name in case}
    if "lines" in case:
        facts["lines"] = {int(pin): user for pin, user in case["lines"].items()}
    if "sound_cards" in case:
        facts["sound_cards"] = cards_in("".join(getattr(pi_captures, name) for name in case["sound_cards"]))
    if "bus" in case or "busy" in case:
        facts["answers"] = {1: BusAnswers(tuple(case.get("bus", ())), tuple(case.get("busy", ())))}
    facts |= {"devices": {}, "answers": {}, "inputs": None} if "nothing" in case else {}
    facts |= {"model": None} if "no_pi" in case else {}
    rig = SetupRig(config._replace(displays=tuple(displays)), **facts)
    if "unplugged" in case:
        rig.unplugged = rig.keyboards.pop()
        rig.inputs.unplug(rig.unplugged)
    for codes in case.get("keypads", ()):
        rig.plug(EmulatedKeypad(codes, "Other pad"))
    if "desk" in case:
        rig.plug(EmulatedKeypad(range(1, 120), "Desk keyboard"))
    return rig


def without(rig: SetupRig, case: dict[str, Any]) -> None:
    """Take from a machine what the case says that it cannot do."""

    def refuse(why: str) -> Any:
        def refused(*_: object) -> None:
            raise UsageError(why)

        return refused

    parts = {"mute": "say", "no_pins": "button", "no_keypads": "keyboard"}
    rig.parts = rig.parts._replace(
        **{part: refuse(case[name]) for name, part in parts.items() if name in case}
    )


def reply(rig: SetupRig, people: list[Person], text: str) -> Reply:
    """Return what the person does for an answer: type it, or press keys and type what they write."""
    found = re.fullmatch(r"(pin|codes?) ([\d ]+?)(?: of (\d))?(?:, typed (.*))?", text)
    if text == "plug":
        return lambda: rig.plug(EmulatedKeypad(rig.unplugged.codes)) and ""
    if not found:
        return text
    kind, numbers, keyboard, typed = found.groups()

    def press() -> None:
        people[0].type((typed or "").replace(" Enter", "\n"))
        for number in map(int, numbers.split()):
            (rig.pin(number) if kind == "pin" else rig.code(number, int(keyboard or 0)))()

    return press


def shown(said: str) -> list[str]:
    """The lines of the file that setup has shown before it asked whether to write it."""
    text = re.split(r"This is the new .*\n|.* changes like this.*\n", said)[1].partition("\nWrite ")[0]
    lines = [line for line in text.splitlines() if line.startswith("  ") and not line.startswith("  -")]
    return [line[4:] for line in lines]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_setup_says_and_writes_what_it_should(
    case: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "muggins.toml"
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    monkeypatch.setattr("firmware_py.setup.draft.pi_model", lambda: case.get("pi"))
    rig = rig_of(case, out)
    without(rig, case)
    if case.get("clock") == "real":
        rig.parts = rig.parts._replace(clock=time.monotonic)
    people: list[Person] = []
    before = out.read_text() if out.exists() else None
    answers = [reply(rig, people, answer) for answer in ANSWER.findall(dialogue(case))]
    person = set_up(rig, answers, out, on_terminal="terminal" in case, meet=people.append)
    said = person.said.replace(f"{tmp_path}/", "")
    lines = [ANSWER.sub("", line) for line in dialogue(case).splitlines()]
    after = out.read_text() if out.exists() else None
    if "dialogue" not in case:
        assert said.splitlines() == lines
        assert after is not None and [line for line in after.splitlines() if line] == shown(said)
        return
    wanted = "".join("(?s:.*)" if line.startswith("...") else f"{re.escape(line)}\n" for line in lines)
    assert re.fullmatch(wanted, said), said
    assert [[*settings.devices, settings.volume] for _, settings in rig.heard] == case.get("heard", [])
    assert tomllib.loads(after) == case["written"] if "written" in case and after else after == before
