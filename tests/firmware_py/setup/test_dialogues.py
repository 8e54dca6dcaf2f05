"""Whole runs of setup, compared line by line with the transcripts in `tests/data/setup`.

In a transcript, the person's answer stands in `«»` behind the question: «y» is typed, «» is Enter alone,
«pin 27» presses the button on that pin, «code 79» that key of the keypad, and «code 79 of 1» that key of the
second one. A transcript is what a reader would want setup to say: change it first, by hand, and then setup.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from firmware_py.config.build import load
from firmware_py.config.displays import DisplaySettings
from firmware_py.doctor.check_buses import BusAnswers
from firmware_py.system.errors import UsageError
from firmware_py.system.sound_cards import cards_in
from tests.support import pi_captures
from tests.support.emulated_keypads import EmulatedKeypad
from tests.support.pi_captures import CARDS, USB

from .setup_rig import Reply, SetupRig, profile, set_up

TRANSCRIPTS = Path(__file__).parents[2] / "data" / "setup"
ANSWER = re.compile("«([^»]*)» ?")
PARTS = tomllib.loads((TRANSCRIPTS / "parts.toml").read_text(encoding="utf-8"))["case"]
FILE = (TRANSCRIPTS / "edited.toml").read_text()


def _corrected(out: Path) -> SetupRig:
    config = profile("oled-bonnet")
    display = config.displays[0]._replace(bus=3, address=0x3D, controller="sh1106")
    return SetupRig(config._replace(displays=(display,)), lines={6: "fan"})


def _nothing_connected(out: Path) -> SetupRig:
    return SetupRig(profile("bare"), devices={}, answers={}, inputs=None, sound_cards=())


def _on_request(out: Path) -> SetupRig:
    rig = SetupRig(profile("usb-numpad"), sound_cards=cards_in(CARDS + USB))
    rig.plug(EmulatedKeypad([69, 15, *range(71, 84)], "Other pad"))
    return rig


def _second_run(out: Path) -> SetupRig:
    out.write_text(FILE)
    config = load(out)
    display = config.displays[0]._replace(address=0x3C)
    return SetupRig(config._replace(displays=(display,)), service="inactive")


def _a_mistake_in_the_file(out: Path) -> SetupRig:
    out.write_text("[lights]\nbrightness = 200\n")
    return SetupRig(profile("oled-hat"))


MACHINES: dict[str, Callable[[Path], SetupRig]] = {
    "a_mistake_in_the_file": _a_mistake_in_the_file,
    "a_new_board": lambda out: SetupRig(profile("oled-bonnet"), config_txt="dtparam=spi=on\n"),
    "another_computer": lambda out: SetupRig(
        profile("keypad-20"), model=None, devices={}, answers={}, inputs=None
    ),
    "corrected": _corrected,
    "nothing_connected": _nothing_connected,
    "on_request": _on_request,
    "second_run": _second_run,
}


def _reply(rig: SetupRig, text: str) -> Reply:
    pin, code = re.fullmatch(r"pin (\d+)", text), re.fullmatch(r"code (\d+)(?: of (\d))?", text)
    if pin:
        return rig.pin(int(pin[1]))
    if code:
        return rig.code(int(code[1]), int(code[2] or 0))
    return text


def _shown(said: str) -> list[str]:
    """The lines of the file that setup has shown before it asked whether to write it."""
    shown = re.split(r"This is the new .*\n|.* changes like this.*\n", said)[1].partition("\nWrite ")[0]
    lines = [line for line in shown.splitlines() if line.startswith("  ") and not line.startswith("  -")]
    return [line[4:] for line in lines]


@pytest.mark.parametrize("name", MACHINES)
def test_setup_says_what_the_transcript_says_and_writes_what_it_showed(name: str, tmp_path: Path) -> None:
    out = tmp_path / "muggins.toml"
    rig = MACHINES[name](out)
    transcript = (TRANSCRIPTS / f"{name}.txt").read_text()
    person = set_up(rig, [_reply(rig, answer) for answer in ANSWER.findall(transcript)], out)
    assert person.said.replace(f"{tmp_path}/", "").splitlines() == ANSWER.sub("", transcript).splitlines()
    assert [line for line in out.read_text().splitlines() if line] == _shown(transcript)


def _rig(case: dict[str, Any], out: Path) -> SetupRig:
    if "file" in case:
        out.write_text(FILE if case["file"] == "edited.toml" else case["file"])
    config = profile(case["board"]) if "board" in case else load(out)
    if "second_display" in case:
        config = config._replace(displays=(*config.displays, DisplaySettings(**case["second_display"])))
    facts = {name: case[name] for name in ("lines", "service") if name in case}
    if "lines" in facts:
        facts["lines"] = {int(pin): user for pin, user in facts["lines"].items()}
    if "sound_cards" in case:
        facts["sound_cards"] = cards_in("".join(getattr(pi_captures, name) for name in case["sound_cards"]))
    if "bus" in case or "busy" in case:
        facts["answers"] = {1: BusAnswers(tuple(case.get("bus", ())), tuple(case.get("busy", ())))}
    rig = SetupRig(config, **facts)
    for codes in case.get("keypads", ()):
        rig.plug(EmulatedKeypad(codes))

    def refuse(*_: object) -> Any:
        raise UsageError(case.get("mute") or case.get("no_pins") or case["no_keypads"])

    if "mute" in case:
        rig.parts = rig.parts._replace(say=refuse)
    if "no_pins" in case:
        rig.parts = rig.parts._replace(button=refuse)
    if "no_keypads" in case:
        rig.parts = rig.parts._replace(keyboard=refuse)
    return rig


@pytest.mark.parametrize("case", PARTS, ids=lambda case: case["id"])
def test_a_part_of_a_run(case: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "muggins.toml"
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    monkeypatch.setattr("firmware_py.setup.draft.pi_model", lambda: case.get("pi"))
    rig = _rig(case, out)
    before = out.read_text() if out.exists() else None
    answers = [_reply(rig, answer) for answer in ANSWER.findall(case["dialogue"])]
    said = set_up(rig, answers, out).said.replace(f"{tmp_path}/", "")
    lines = [ANSWER.sub("", line) for line in case["dialogue"].splitlines()]
    wanted = "".join("(?s:.*)" if line.startswith("...") else f"{re.escape(line)}\n" for line in lines)
    assert re.fullmatch(wanted, said), said
    assert [[*settings.devices, settings.volume] for _, settings in rig.heard] == case.get("heard", [])
    if "written" in case:
        assert tomllib.loads(out.read_text()) == case["written"]
    else:
        assert (out.read_text() if out.exists() else None) == before
