"""Whole runs of setup, compared line by line with the transcripts in `tests/data/setup`.

In a transcript, the person's answer stands in `«»` behind the question: «y» is typed, «» is Enter alone,
«pin 27» presses the button on that pin, «code 79» that key of the keypad, and «code 79 of 1» that key of the
second one. A transcript is what a reader would want setup to say: change it first, by hand, and then setup.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from firmware_py.config.build import load
from firmware_py.system.sound_cards import cards_in
from tests.support.emulated_keypads import EmulatedKeypad
from tests.support.pi_captures import CARDS, USB

from .setup_rig import Reply, SetupRig, profile, set_up

TRANSCRIPTS = Path(__file__).parents[2] / "data" / "setup"
ANSWER = re.compile("«([^»]*)» ?")
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
