"""Runs of setup, compared line by line with what a reader would want it to say.

The cases are in `tests/data/setup`. The person's answer stands in `«»` behind the question: «y» is typed, «»
is Enter alone, «pin 27» presses the button on that pin, «code 79» that key of the keypad, and «code 79 of 1»
that key of the second one; «code 79, typed 1 Enter» presses a key that types as well, and «plug» plugs a
keypad in. Whoever changes what setup says changes it there first, by hand.
"""

from __future__ import annotations

import re
import time
import tomllib
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

from .setup_rig import Person, Reply, SetupRig, profile, set_up

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
