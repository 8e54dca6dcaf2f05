"""Setup tries the display, the lights and the keys."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from firmware_py.config.build import load
from firmware_py.config.config import Config
from firmware_py.config.track_shape import panel, ring, strips
from firmware_py.setup.try_display import picture
from firmware_py.system.errors import DisplayError
from tests.support.pi_captures import profile
from tests.support.pictures import image_of, upside_down

from .setup_rig import Reply, SetupRig, answers, set_up

SCREEN_BOARD = "oled-bonnet"


def _with(**display: Any) -> SetupRig:
    """Return an emulated `SCREEN_BOARD` after changing these settings of its display."""
    config = profile(SCREEN_BOARD)
    return SetupRig(config._replace(displays=(config.displays[0]._replace(**display),)))


def _looks(rig: SetupRig, wanted: Callable[[], bytes] = lambda: picture().frame()) -> Callable[[], str]:
    """Return a function that looks at the display and answers a question about it as a user would.

    The answer is `y` if the display shows the wanted picture, and `n` otherwise.
    """
    return lambda: "y" if rig.board.screen == wanted() else "n"


def test_the_picture_reaches_every_edge() -> None:
    image = image_of(picture().frame())
    edges = [(0, 0, 128, 1), (0, 63, 128, 64), (0, 0, 1, 64), (127, 0, 128, 64)]
    assert all(image.crop(edge).getextrema()[0] for edge in edges)  # not even one pixel is dark


@pytest.mark.parametrize("where", [{"address": 0x3D}, {"bus": 3}, {"controller": "sh1106"}], ids=str)
def test_a_display_at_another_address_is_used_and_shows_the_picture(where: Any, tmp_path: Path) -> None:
    out = tmp_path / "a"
    rig = _with(**where)
    set_up(rig, answers(rig, SCREEN_BOARD, display=[_looks(rig)]), out)
    assert tomllib.loads(out.read_text()) == {"extends": SCREEN_BOARD, "display": where}
    assert load(out).displays == rig.board.config.displays


def test_a_display_of_unknown_controller_is_tried_with_the_other(tmp_path: Path) -> None:
    rig = _with(controller="sh1106")
    rig.board.chip.low_status = 0x0F
    seen = _looks(rig)
    set_up(rig, answers(rig, SCREEN_BOARD, display=[seen, "1", seen]), tmp_path / "a")
    assert load(tmp_path / "a").displays[0].controller == "sh1106"


def test_an_ssd1309_lights_up_once_its_reset_is_wired(tmp_path: Path) -> None:
    rig = _with(controller="ssd1309")
    seen = _looks(rig)
    said = ["n", "3", "25", seen]
    person = set_up(rig, answers(rig, SCREEN_BOARD, display=said), tmp_path / "a")
    assert tomllib.loads((tmp_path / "a").read_text())["display"] == {"controller": "ssd1309", "reset": 25}
    assert "has no reset line" not in person.said


def test_an_upside_down_display_is_turned(tmp_path: Path) -> None:
    rig = _with()
    seen = _looks(rig, lambda: upside_down(picture().frame()))
    set_up(rig, answers(rig, SCREEN_BOARD, display=[seen, "2", seen]), tmp_path / "a")
    assert tomllib.loads((tmp_path / "a").read_text())["display"] == {"rotate": 180}


def test_a_display_on_spi_shows_the_picture_and_is_left_dark(tmp_path: Path) -> None:
    rig = SetupRig(profile("oled-hat"))
    person = set_up(rig, answers(rig, "oled-hat", display=[_looks(rig)]), tmp_path / "a")
    assert person.said.count("do you see a frame") == 1
    assert not rig.board.chip.on


LIGHTS_BOARD = "oled-bonnet"  # APA102, two strips
ORANGE, BLUE = (255, 96, 0), (0, 128, 255)


def _board(**lights: Any) -> Config:
    config = profile(LIGHTS_BOARD)
    assert config.lights
    return config._replace(lights=config.lights._replace(**lights))


def _set_up(rig: SetupRig, lights: list[Reply], out: Path) -> Any:
    rig.looks = True
    person = set_up(rig, answers(rig, LIGHTS_BOARD, keys=["q"], lights=lights), out)
    written = tomllib.loads(out.read_text())
    assert written.pop("extends") == LIGHTS_BOARD
    return written.get("lights", {}), person.said


def test_one_light_runs_along_each_track_and_all_are_dark_at_the_end(tmp_path: Path) -> None:
    rig = SetupRig(_board())
    assert _set_up(rig, [""], tmp_path / "a")[0] == {}
    assert [list(frame) for frame in rig.frames] == [[led] for led in range(242)]  # hole by hole
    assert {frame[led] for led, frame in enumerate(rig.frames[:121])} == {ORANGE}
    assert {frame[led] for led, frame in enumerate(rig.frames[121:], 121)} == {BLUE}
    assert round(rig.slept, 6) == 6  # three seconds per track
    assert rig.board.chain
    assert not any(any(led[-3:]) for led in rig.board.chain.leds)


def test_another_chip_is_tried_with_its_default_order(tmp_path: Path) -> None:
    rig = SetupRig(_board(chip="ws2812", order="GRB", hz=3_200_000))
    rig.looks = False  # these LEDs cannot decode data for an APA102
    see = [lambda: setattr(rig, "looks", True) or "3", ""]
    set_up(rig, answers(rig, LIGHTS_BOARD, keys=["q"], lights=["n", "1", *see]), tmp_path / "a")
    assert tomllib.loads((tmp_path / "a").read_text())["lights"] == {"chip": "ws2812"}
    assert [list(frame) for frame in rig.frames] == [[led] for led in range(242)]
    assert rig.frames[0][0][0] > rig.frames[0][0][1] > rig.frames[0][0][2] == 0  # orange


@pytest.mark.parametrize("order", ["RGB", "BRG"])
def test_the_order_follows_from_the_colours_seen(order: str, tmp_path: Path) -> None:
    rig = SetupRig(_board(chip="ws2812", order=order, hz=3_200_000))

    def seen() -> str:
        """Return `r`, `g` or `b` for the single colour in which the whole first track is lit."""
        assert rig.board.chain
        (led,) = set(rig.board.chain.leds[:121])
        return "rgb"[max(range(3), key=lambda index: led[index])]

    lights: list[Reply] = [*("n", "1", "3"), *("n", "2"), seen, seen, ""]
    rig.looks = False
    given = answers(rig, LIGHTS_BOARD, keys=["q"], lights=lights)

    def ws2812() -> str:
        rig.looks = True
        return "3"

    given[given.index("1") + 1] = ws2812
    set_up(rig, given, tmp_path / "a")
    assert tomllib.loads((tmp_path / "a").read_text())["lights"] == {"chip": "ws2812", "order": order}
    assert rig.frames[-242][0][0] > rig.frames[-242][0][1] > rig.frames[-242][0][2] == 0  # orange


@pytest.mark.parametrize(
    ("given", "shape", "wanted"),
    [
        (["1", "2", "", "y"], {"serpentine": True}, strips(2, serpentine=True, rows=4)),
        (
            ["1", "3", "n", ""],
            {"tracks": 3, "holes": 120, "game_hole": "shared"},
            strips(3, 120, "shared", rows=4),
        ),
        (["2", "61", "2"], {"kind": "ring", "leds": 61, "tracks": 2}, ring(61, 2)),
        (
            ["3", "8", "8", "4", "r", "n", "2"],
            {"kind": "panel", "width": 8, "panels": 4, "by": "rows", "serpentine": False},
            panel(8, 8, 4, "rows", False),
        ),
    ],
)
def test_the_light_runs_along_any_shape(given: list[Reply], shape: Any, wanted: Any, tmp_path: Path) -> None:
    out = tmp_path / "a"
    rig = SetupRig(_board(shape=wanted))
    written, said = _set_up(rig, ["n", "3", *given, ""], out)
    assert shape.items() <= written["shape"].items()
    lights = load(out).lights
    assert lights and lights.shape == wanted
    runs = [list(frame) for frame in rig.frames[-sum(map(len, wanted.tracks)) :]]
    assert runs == [[led] for track in wanted.tracks for led in track]
    assert f"That is {wanted.leds} lights." in said


def test_lights_that_fail_between_the_colours_are_reported(tmp_path: Path) -> None:
    class Lights:
        fail = False

        def show(self, frame: object) -> None:
            if self.fail:
                raise DisplayError("the chain is gone")

        def close(self) -> None:
            self.fail = False

    lights, rig = Lights(), SetupRig(_board())
    rig.parts = rig.parts._replace(lights=lambda _: lights)
    seen: list[Reply] = ["n", lambda: setattr(lights, "fail", True) or "2", ""]
    person = set_up(rig, answers(rig, LIGHTS_BOARD, keys=["q"], lights=seen), tmp_path / "a")
    assert "The lights do not work: the chain is gone.\n" in person.said


def test_lights_that_do_not_work_are_reported(tmp_path: Path) -> None:
    rig = SetupRig(profile(LIGHTS_BOARD)._replace(lights=None))
    written, said = _set_up(rig, [], tmp_path / "a")
    assert written == {}
    assert "The lights do not work yet: " in said


BONNET = "oled-bonnet"  # LEFT 27, RIGHT 23, UP 17, DOWN 22, PICK 4, OK 5, GO 6


def _try_keys(rig: SetupRig, name: str, keys: list[Reply], out: Path, **more: Any) -> Any:
    """Run `muggins setup`, and answer its questions about the keys.

    Args:
        rig: the simulated hardware.
        name: the name of the profile to choose.
        keys: the answers about the keys.
        out: the path to the configuration file that setup writes.
        more: further arguments for `set_up`.

    Returns:
        The settings in the file, and everything that setup printed.
    """
    person = set_up(rig, answers(rig, name, keys=keys), out, **more)
    return tomllib.loads(out.read_text()), person.said


def test_a_contact_that_bounces_is_one_press(tmp_path: Path) -> None:
    rig = SetupRig(profile(BONNET))
    now = [0.0]
    rig.parts = rig.parts._replace(clock=lambda: now[0])

    def bounces() -> None:
        now[0] += 1
        for _ in range(4):
            rig.pin(27)()
            now[0] += 0.002

    def later(pin: int) -> Reply:
        def push() -> None:
            now[0] += 1
            rig.pin(pin)()

        return push

    _, said = _try_keys(rig, BONNET, [bounces, *map(later, (23, 17, 22, 4, 5, 6))], tmp_path / "a")
    assert "already" not in said


def test_pins_of_other_parts_are_not_watched(tmp_path: Path) -> None:
    """Setup does not watch pins that belong to a bus, that config.txt assigns, or that a program is using."""
    watched: list[int] = []
    config_txt = "enable_uart=1\ndtoverlay=w1-gpio\n"  # BCM 14 and 15, and 4
    rig = SetupRig(profile(BONNET), config_txt=config_txt, lines={12: "fan"})
    real = rig.parts.button
    rig.parts = rig.parts._replace(button=lambda pin, put: (watched.append(pin), real(pin, put))[1])
    _, said = _try_keys(rig, BONNET, ["q"], tmp_path / "a")
    i2c, spi0, taken = {2, 3}, {8, 9, 10, 11}, {4, 12, 14, 15}
    assert watched == [pin for pin in range(2, 28) if pin not in i2c | spi0 | taken]
    assert "Another program uses pin 4, so no key there can be tried." in said


def test_swapped_keys_of_a_matrix_are_swapped_in_its_rows(tmp_path: Path) -> None:
    rig = SetupRig(profile("keypad-4x4"))
    ace, two, *rest = rig.right()
    written, _ = _try_keys(rig, "keypad-4x4", [two, ace, *rest], tmp_path / "a")
    assert written["keyboard"]["codes"] == {"A": 3, "2": 30}
    assert written["keyboard"]["matrix"][0] == ["2", "A", "3", "4"]
