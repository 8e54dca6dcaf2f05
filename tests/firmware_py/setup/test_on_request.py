"""The questions that setup asks only on request."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from firmware_py.config.build import load
from firmware_py.config.displays import DisplaySettings
from firmware_py.system.errors import DisplayError
from tests.support.setup_rig import Reply, SetupRig, answers, profile, set_up

NAME = "usb-numpad"


def _set_up(more: list[Reply], out: Path, rig: SetupRig | None = None) -> tuple[dict[str, Any], str]:
    """Run setup, and give these answers to its question "Anything else?".

    Return the configuration that setup writes, without its `extends` key, and everything that it prints.
    """
    rig = rig or SetupRig(profile(NAME))
    person = set_up(rig, answers(rig, NAME, keys=["q"], more=more), out)
    written = tomllib.loads(out.read_text())
    assert written.pop("extends") == NAME
    return written, person.said


def test_nothing_of_it_is_asked_without_a_request(tmp_path: Path) -> None:
    written, said = _set_up([], tmp_path / "a")
    assert written == {}
    assert said.count("Anything else? There are: second display, buzzer, colours, names, rules, coach.") == 1
    assert not any(
        word in said for word in ("The players' names", "Which pin is the buzzer", "Where is the second")
    )


def test_names_are_asked_for_until_they_are_valid(tmp_path: Path) -> None:
    more: list[Reply] = ["names", "Ann", "Ann Ann", "Ann Benjamin-Two", "Ann, Ben"]
    written, said = _set_up(more, tmp_path / "a")
    assert written == {"game": {"names": ["Ann", "Ben"]}}
    assert "A game has 2, 3 or 4 players, not 1." in said
    assert said.count("\nThe players' names") + said.count(" The players' names") == 4


def test_enter_keeps_the_names(tmp_path: Path) -> None:
    more: list[Reply] = ["names", "Ann Ben", "names", ""]
    written, said = _set_up(more, tmp_path / "a")
    assert written == {"game": {"names": ["Ann", "Ben"]}}
    assert "(Enter keeps Ann Ben)" in said


def test_a_word_that_is_not_known_is_asked_again(tmp_path: Path) -> None:
    written, said = _set_up(["voice", "NO"][:1], tmp_path / "a")
    assert written == {}
    assert "Please answer second display, buzzer, colours, names, rules, coach, or Enter alone." in said


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        (["muggins=on"], {"rules": {"muggins": "on"}}),
        (["target=61 players=3"], {"rules": {"target": 61}, "game": {"players": 3}}),
        (["muggins", "muggins=perhaps", "kittens=on", ""], {}),
        (["game=five-card players=3", "game=five-card"], {"rules": {"game": "five-card"}}),
    ],
)
def test_rules(typed: list[str], written: dict[str, Any], tmp_path: Path) -> None:
    assert _set_up(["rules", *typed], tmp_path / "a")[0] == written


def test_all_rules_are_listed_on_request(tmp_path: Path) -> None:
    _, said = _set_up(["rules", "?", ""], tmp_path / "a")
    assert "\n  muggins           on, off: an opponent can take points that a player misses\n" in said
    assert said.count("Which rules differ") == 2


def test_colours_are_asked_for_until_they_are_valid(tmp_path: Path) -> None:
    more: list[Reply] = ["colors", "pink, blue", "blue", "Sky Blue, #ff6000, white"]
    written, said = _set_up(more, tmp_path / "a")
    assert written == {"lights": {"colours": ["Sky Blue", "#ff6000", "white"]}}
    assert "isn't a colour: choose orange" in said
    assert "Please answer with two or three colours" in said


def test_a_board_without_lights_has_no_colours(tmp_path: Path) -> None:
    rig = SetupRig(profile("first-board"))
    given = answers(rig, "first-board", keys=["q"], more=["colours"])
    assert "This board has no lights, so its pegs have no colours." in set_up(rig, given, tmp_path / "a").said


def test_a_buzzer_gets_a_pin_of_its_own(tmp_path: Path) -> None:
    written, said = _set_up(["buzzer", "GPIO13", "2", "13"], tmp_path / "a")
    assert written == {"signals": {"buzzer": 13}}
    assert "Please answer with a BCM number" in said
    assert "display (SDA) and signals.buzzer are both on BCM 2" in said
    assert _set_up(["buzzer", "none"], tmp_path / "b")[0] == {}
    assert _set_up(["buzzer", "13", "buzzer", "none"], tmp_path / "c")[0] == {}


def test_a_second_display_that_was_found_is_tried(tmp_path: Path) -> None:
    config = profile(NAME)
    two = (*config.displays, DisplaySettings(address=0x3D, controller="sh1106"))
    written, said = _set_up(
        ["second display", "", ""], tmp_path / "a", SetupRig(config._replace(displays=two))
    )
    assert written["second_display"]["address"] == 0x3D
    assert "Enter for 1 (found at 0x3d on I2C bus 1)" in said
    assert "The second display: do you see a frame round the whole screen" in said
    assert load(tmp_path / "a").displays[1].controller == "sh1106"


def test_a_second_display_that_was_not_found_is_described(tmp_path: Path) -> None:
    written, said = _set_up(["second display", "i2c", "0x3c", "left", ""], tmp_path / "a")
    assert written == {"second_display": {"address": 0x3D}}
    assert "are both at I2C address 0x3c of bus 1" in said
    assert "The second display does not work yet" in said


def test_a_second_display_on_spi_has_pins_of_its_own(tmp_path: Path) -> None:
    rig = SetupRig(profile("first-board"))
    more: list[Reply] = ["second display", "spi", "24", "0 25 25", "0 24 25"]
    rig.parts = rig.parts._replace(display=_dark(rig.parts.display))
    said = set_up(rig, answers(rig, "first-board", keys=["q"], more=more), tmp_path / "a").said
    assert "Please answer with three numbers, such as 1 24 25, or none." in said
    assert "are both on BCM 25" in said
    written = {"interface": "spi", "device": 0, "dc": 24, "reset": 25}
    assert load(tmp_path / "a").displays[1] == DisplaySettings(bus=0, **written)


def _dark(real: Callable[[DisplaySettings], Any]) -> Callable[[DisplaySettings], Any]:
    """Wrap `real`, a function that opens a display, so that SPI displays appear not to respond."""

    class Dark:
        def show(self, *_: object, **__: object) -> None:
            raise DisplayError("nothing is there")

        def close(self) -> None:
            pass

    return lambda settings: real(settings) if settings.interface == "i2c" else Dark()


@pytest.mark.parametrize("kind", [["i2c", "none"], ["spi", "0 24 25", "none"], ["3"]])
def test_a_second_display_can_be_given_up(kind: list[Reply], tmp_path: Path) -> None:
    written, said = _set_up(["second display", *kind], tmp_path / "a")
    assert written == {}
    if len(kind) == 3:
        assert "LEDs have no chip select" in said  # the lights are on the same bus


@pytest.mark.parametrize(("typed", "when"), [("2", "after_deal"), ("after_deal", "after_deal"), ("", "off")])
def test_the_coach_is_off_until_somebody_wants_it(typed: str, when: str, tmp_path: Path) -> None:
    out = tmp_path / "muggins.toml"
    written, said = _set_up(["coach", typed], out)
    assert written == {"game": {"coach": when}}
    assert load(out).settings["coach"] == when
    assert "It says nothing during a hand." in said
