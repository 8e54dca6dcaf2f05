"""Setting up the display, with a simulated person who looks at the emulated display."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from firmware_py.config.build import load
from firmware_py.doctor.check_buses import BusAnswers
from firmware_py.setup.try_display import picture
from tests.support.setup_person import answers, set_up
from tests.support.setup_rig import SetupRig, profile

NAME = "oled-bonnet"


def _with(**display: Any) -> SetupRig:
    """Return an emulated board with the profile `NAME`, after changing these settings of its display."""
    config = profile(NAME)
    return SetupRig(config._replace(displays=(config.displays[0]._replace(**display),)))


def _looks(rig: SetupRig, wanted: Callable[[], Image.Image] = picture) -> Callable[[], str]:
    """Return a function that looks at the display and answers a question about it as a user would.

    The answer is `y` if the display shows the wanted picture, and `n` otherwise.
    """
    return lambda: "y" if rig.board.screen.tobytes() == wanted().tobytes() else "n"


def test_the_picture_reaches_every_edge() -> None:
    image = picture()
    assert (image.mode, image.size) == ("1", (128, 64))
    edges = [(0, 0, 128, 1), (0, 63, 128, 64), (0, 0, 1, 64), (127, 0, 128, 64)]
    assert all(image.crop(edge).getextrema()[0] for edge in edges)  # not even one pixel is dark


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ({"address": 0x3D}, "it is at 0x3d on I2C bus 1, not 0x3c on bus 1: noted"),
        ({"bus": 3}, "it is at 0x3c on I2C bus 3, not 0x3c on bus 1: noted"),
        ({"controller": "sh1106"}, "it says that it is an SH1106, not an SSD1306: noted"),
        ({"bus": 3, "address": 0x3D, "controller": "sh1106"}, "it is at 0x3d on I2C bus 3"),
    ],
)
def test_a_display_at_another_address_is_used_and_shows_the_picture(
    where: dict[str, Any], said: str, tmp_path: Path
) -> None:
    out = tmp_path / "a"
    rig = _with(**where)
    person = set_up(rig, answers(rig, NAME, display=[_looks(rig)]), out)
    assert tomllib.loads(out.read_text()) == {"extends": NAME, "display": where}
    assert load(out).displays == rig.board.config.displays
    assert said in person.said


def test_the_address_is_written_in_hexadecimal(tmp_path: Path) -> None:
    rig = _with(address=0x3D)
    set_up(rig, answers(rig, NAME), tmp_path / "a")
    assert "address = 0x3d\n" in (tmp_path / "a").read_text()


def test_of_two_displays_the_one_at_the_configured_address_is_used(tmp_path: Path) -> None:
    config = profile(NAME)
    first = config.displays[0]
    rig = SetupRig(config._replace(displays=(first, first._replace(address=0x3D, controller="sh1106"))))
    set_up(rig, answers(rig, NAME, display=[_looks(rig)]), tmp_path / "a")
    assert tomllib.loads((tmp_path / "a").read_text()) == {"extends": NAME}


def test_a_display_of_unknown_controller_is_tried_with_the_other(tmp_path: Path) -> None:
    rig = _with(controller="sh1106")
    rig.board.chip.low_status = 0x0F
    seen = _looks(rig)
    person = set_up(rig, answers(rig, NAME, display=[seen, "1", seen]), tmp_path / "a")
    assert load(tmp_path / "a").displays[0].controller == "sh1106"
    assert "Trying it as an SH1106." in person.said


def test_a_dark_display_is_tried_as_an_ssd1309_then_left(tmp_path: Path) -> None:
    rig = _with()
    person = set_up(rig, answers(rig, NAME, display=["n", "3", "", "n", "4"]), tmp_path / "a")
    display = load(tmp_path / "a").displays[0]
    assert (display.controller, display.reset) == ("ssd1309", None)
    assert "has no reset line" in person.said  # the last look at the wiring


def test_an_ssd1309_lights_up_once_its_reset_is_wired(tmp_path: Path) -> None:
    rig = _with(controller="ssd1309")
    seen = _looks(rig)
    said = ["n", "3", "RES", "4", "25", seen]  # no number, the pin of a button, the right pin
    person = set_up(rig, answers(rig, NAME, display=said), tmp_path / "a")
    assert tomllib.loads((tmp_path / "a").read_text())["display"] == {"controller": "ssd1309", "reset": 25}
    assert "buttons.PICK and display (RST) are both on BCM 4" in person.said
    assert "has no reset line" not in person.said


def test_an_upside_down_display_is_turned(tmp_path: Path) -> None:
    rig = _with()

    def from_below() -> Image.Image:
        return picture().rotate(180)

    seen = _looks(rig, from_below)
    set_up(rig, answers(rig, NAME, display=[seen, "2", seen]), tmp_path / "a")
    assert tomllib.loads((tmp_path / "a").read_text()) == {"extends": NAME, "display": {"rotate": 180}}


def test_setup_continues_without_a_display(tmp_path: Path) -> None:
    rig = SetupRig(profile(NAME), answers={1: BusAnswers()})
    person = set_up(rig, answers(rig, NAME, display=[]), tmp_path / "a")
    assert "No display was found. The game works without one" in person.said
    assert "display  none found on I2C bus 1" in person.said


def test_a_display_that_a_kernel_driver_uses_is_reported(tmp_path: Path) -> None:
    rig = SetupRig(profile(NAME), answers={1: BusAnswers(busy=(0x3C,))})
    person = set_up(rig, answers(rig, NAME, display=[]), tmp_path / "a")
    assert "The display: a kernel driver uses it." in person.said


def test_a_display_that_stops_answering_is_reported(tmp_path: Path) -> None:
    rig = SetupRig(profile(NAME), answers={1: BusAnswers((0x3C,), status={0x3C: 0x46})})
    rig.board.bus.unplug()
    person = set_up(rig, answers(rig, NAME, display=[]), tmp_path / "a")
    assert "The display does not work yet: " in person.said


def test_a_display_on_spi_shows_the_picture_and_is_left_dark(tmp_path: Path) -> None:
    rig = SetupRig(profile("oled-hat"))
    person = set_up(rig, answers(rig, "oled-hat", display=[_looks(rig)]), tmp_path / "a")
    assert person.said.count("do you see a frame") == 1
    assert not rig.board.chip.on
