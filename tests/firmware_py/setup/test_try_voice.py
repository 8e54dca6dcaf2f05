"""Setting up the voice, on a machine with the sound cards of a Raspberry Pi 4."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from firmware_py.config.programs import SpeechSettings
from firmware_py.setup.try_voice import SENTENCE
from firmware_py.system.errors import UsageError
from firmware_py.system.sound_cards import cards_in
from tests.support.pi_captures import AMPLIFIER, CARDS, USB
from tests.support.setup_rig import Person, Reply, SetupRig, answers, profile, set_up

BOARD = "first-board"
JACK = "default:CARD=Headphones"


def set_up_voice(
    folder: Path, voice: Sequence[Reply], cards: str = CARDS + USB, **more: Any
) -> tuple[Any, SetupRig, Person]:
    """Run setup, and answer its questions about the voice.

    Args:
        folder: the folder in which setup saves the configuration.
        voice: the answers.
        cards: the sound cards of the machine, in the format of `/proc/asound/cards`.
        more: further arguments for `SetupRig`.

    Returns:
        The resulting `speech` table, the test rig, and the person who answered.
    """
    rig = SetupRig(profile(BOARD), sound_cards=cards_in(cards), **more)
    person = set_up(rig, answers(rig, BOARD, keys=["q"], voice=voice), folder / "a")
    return tomllib.loads((folder / "a").read_text()).get("speech"), rig, person


def test_none_is_an_answer_and_enter_means_none(tmp_path: Path) -> None:
    for answer in ("", "none", "3"):
        assert set_up_voice(tmp_path, [answer])[0] is None
        (tmp_path / "a").unlink()


def test_a_usb_speaker_is_offered_first_and_says_a_sentence(tmp_path: Path) -> None:
    table, rig, person = set_up_voice(tmp_path, ["calls", "", ""])
    assert table == {"level": "calls"}
    assert rig.heard == [(SENTENCE, SpeechSettings(devices=("auto",)))]
    for line in (
        "  1  a USB speaker or USB headphones: UACDemoV1.0\n",
        "  2  the headphone jack\n",
        "  3  vc4-hdmi-0, a monitor or a television on HDMI\n",
        "  5  an amplifier on the pins of the header, a MAX98357A\n",
        "Its number, or Enter for 1 (found: UACDemoV1.0): ",
        f"The board says: {SENTENCE}\n",
        f"To hear the voice:   muggins speak --config {tmp_path / 'a'}\n",
    ):
        assert line in person.said


def test_another_device_and_another_volume_are_tried_until_it_is_heard(tmp_path: Path) -> None:
    table, rig, _ = set_up_voice(
        tmp_path, ["full", "", "n", "1", "2", "n", "2", "0", "loud", "60", "n", "3", "y"]
    )
    assert table == {"level": "full", "device": JACK, "volume": 60}
    heard = [(*settings.devices, settings.volume) for _, settings in rig.heard]
    assert heard == [("auto", 100), (JACK, 100), (JACK, 60), (JACK, 60)]


def test_a_voice_that_cannot_speak_says_why(tmp_path: Path) -> None:
    def refuse(text: str, settings: SpeechSettings) -> None:
        raise UsageError("cannot start aplay: no such file: 'sudo apt install alsa-utils' installs it")

    rig = SetupRig(profile(BOARD), sound_cards=cards_in(CARDS))
    rig.parts = rig.parts._replace(say=refuse)
    person = set_up(rig, answers(rig, BOARD, keys=["q"], voice=["calls", "2", "4"]), tmp_path / "a")
    assert "That does not work yet: cannot start aplay: no such file: 'sudo apt" in person.said
    assert tomllib.loads((tmp_path / "a").read_text())["speech"] == {"level": "calls", "device": JACK}


def test_the_amplifier_is_tried_once_the_pi_knows_it(tmp_path: Path) -> None:
    table, rig, person = set_up_voice(tmp_path, ["calls", "amplifier"])
    assert table == {"level": "calls", "amplifier": "max98357a"} and not rig.heard
    assert f'    sudo muggins speak --say "{SENTENCE}"\n' in person.said
    assert "    dtoverlay=max98357a,no-sdmode\n" in person.said
    (tmp_path / "a").unlink()
    table, rig, person = set_up_voice(tmp_path, ["calls", "", "y"], AMPLIFIER)
    assert table == {"level": "calls", "amplifier": "max98357a"}
    assert [settings.devices for _, settings in rig.heard] == [("plug:'dmix:CARD=MAX98357A'",)]


def test_an_amplifier_on_pins_of_keys_is_refused_and_asked_again(tmp_path: Path) -> None:
    rig = SetupRig(profile("oled-hat"), sound_cards=cards_in(CARDS))
    person = set_up(
        rig, answers(rig, "oled-hat", keys=["q"], voice=["calls", "amplifier", "2", "y"]), tmp_path / "a"
    )
    assert "That is not possible: buttons.DOWN and speech.amplifier (LRC) are both on BCM 19" in person.said
    assert tomllib.loads((tmp_path / "a").read_text())["speech"] == {"level": "calls", "device": JACK}


def test_without_a_sound_card_a_speaker_on_usb_may_come_later(tmp_path: Path) -> None:
    table, rig, person = set_up_voice(tmp_path, ["calls", "", "n", "4"], "")
    assert table == {"level": "calls"}
    assert "  1  a USB speaker or USB headphones\n" in person.said and rig.heard


FILE = """\
extends = "first-board"

# For Grandmother.
[speech]
level = "full" # all of it
device = ["default:CARD=Headset", "default:CARD=Headphones"] # hers, and the table's
"""


def set_up_again(folder: Path, voice: Sequence[Reply], *end: Reply) -> Person:
    """Run setup with an existing configuration file, and change no settings except those of the voice.

    Args:
        folder: the folder that contains the file.
        voice: the answers about the voice.
        end: the answer when setup asks whether to write the file; nothing if it does not ask.
    """
    (folder / "a").write_text(FILE)
    rig = SetupRig(profile(BOARD), sound_cards=cards_in(CARDS + USB))
    return set_up(rig, ["", "", "", "", "", "", "q", *voice, "", *end], folder / "a")


def test_a_file_that_was_edited_keeps_its_voice_and_its_comments(tmp_path: Path) -> None:
    person = set_up_again(tmp_path, ["", "", "y"])
    assert (tmp_path / "a").read_text() == FILE
    assert "Its number, or Enter for 2 (as the file says): " in person.said
    assert "  6  default:CARD=Headset and default:CARD=Headphones\n" in person.said


def test_only_the_level_changes_in_a_file_that_was_edited(tmp_path: Path) -> None:
    set_up_again(tmp_path, ["calls", "", "y"], "y")
    assert (tmp_path / "a").read_text() == FILE.replace('"full"', '"calls"')


def test_the_voice_can_be_given_up(tmp_path: Path) -> None:
    set_up_again(tmp_path, ["none"], "y")
    assert (tmp_path / "a").read_text().startswith('extends = "first-board"\n')
    assert "speech" not in tomllib.loads((tmp_path / "a").read_text())
