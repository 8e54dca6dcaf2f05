"""Setting up the LEDs, with a simulated person who looks at the emulated LEDs."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from firmware_py.config.build import load
from firmware_py.config.config import Config
from firmware_py.config.track_shape import panel, ring, strips
from tests.support.setup_rig import Reply, SetupRig, answers, profile, set_up

NAME = "oled-bonnet"  # APA102, two strips
ORANGE, BLUE = (255, 96, 0), (0, 128, 255)


def _board(**lights: Any) -> Config:
    config = profile(NAME)
    assert config.lights
    return config._replace(lights=config.lights._replace(**lights))


def _set_up(rig: SetupRig, lights: list[Reply], out: Path) -> Any:
    rig.looks = True
    person = set_up(rig, answers(rig, NAME, keys=["q"], lights=lights), out)
    written = tomllib.loads(out.read_text())
    assert written.pop("extends") == NAME
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
    person = set_up(rig, answers(rig, NAME, keys=["q"], lights=["n", "1", *see]), tmp_path / "a")
    assert tomllib.loads((tmp_path / "a").read_text())["lights"] == {"chip": "ws2812"}
    assert [list(frame) for frame in rig.frames] == [[led] for led in range(242)]
    assert rig.frames[0][0][0] > rig.frames[0][0][1] > rig.frames[0][0][2] == 0  # orange
    assert "Which chip do they have?" in person.said


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
    given = answers(rig, NAME, keys=["q"], lights=lights)

    def ws2812() -> str:
        rig.looks = True
        return "3"

    given[given.index("1") + 1] = ws2812
    set_up(rig, given, tmp_path / "a")
    assert tomllib.loads((tmp_path / "a").read_text())["lights"] == {"chip": "ws2812", "order": order}
    assert rig.frames[-242][0][0] > rig.frames[-242][0][1] > rig.frames[-242][0][2] == 0  # orange


def test_a_colour_cannot_be_seen_twice(tmp_path: Path) -> None:
    rig = SetupRig(_board())
    written, said = _set_up(rig, ["n", "2", "g", "green", "purple", "r", ""], tmp_path / "a")
    assert written == {"order": "BRG"}
    assert "That was its colour before, and it has changed since. Look again." in said
    assert "Please answer r, g or b." in said


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
def test_the_light_runs_along_another_shape(
    given: list[Reply], shape: Any, wanted: Any, tmp_path: Path
) -> None:
    out = tmp_path / "a"
    rig = SetupRig(_board(shape=wanted))
    written, said = _set_up(rig, ["n", "3", *given, ""], out)
    assert shape.items() <= written["shape"].items()
    lights = load(out).lights
    assert lights and lights.shape == wanted
    runs = [list(frame) for frame in rig.frames[-sum(map(len, wanted.tracks)) :]]
    assert runs == [[led] for track in wanted.tracks for led in track]
    assert f"That is {wanted.leds} lights." in said


def test_a_chip_that_this_pi_cannot_drive_on_that_bus_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("firmware_py.setup.draft.pi_model", lambda: "Raspberry Pi 3 Model B Rev 1.2")
    out = tmp_path / "a"
    out.write_text('extends = "usb-numpad"\n\n[lights]\nbus = 1\n')
    rig = SetupRig(load(out))
    person = set_up(rig, ["", "", "", "", "", "", "q", "n", "1", "3", "", "", ""], out)
    assert "That is not possible: WS2812 LEDs on SPI bus 1 get broken pulses up to the Pi 4" in person.said
    assert tomllib.loads(out.read_text())["lights"] == {"bus": 1}


def test_impossible_shapes_are_asked_again(tmp_path: Path) -> None:
    rig = SetupRig(_board(shape=ring()))
    panels: list[Reply] = ["n", "3", "3", "8", "wide", "8", "1", "r", "", "2"]
    written, said = _set_up(rig, [*panels, "2", "60", "2", ""], tmp_path / "a")
    assert written == {"shape": {"kind": "ring", "leds": 60, "tracks": 2}}
    assert "Please answer with a number from 4 to 64." in said
    assert "8 columns are too few" in said


def test_the_lights_can_be_left_as_they_are(tmp_path: Path) -> None:
    written, said = _set_up(SetupRig(_board()), ["n", "4"], tmp_path / "a")
    assert written == {}
    assert "The settings stay as they are." in said


def test_lights_that_do_not_work_are_reported(tmp_path: Path) -> None:
    rig = SetupRig(profile(NAME)._replace(lights=None))
    written, said = _set_up(rig, [], tmp_path / "a")
    assert written == {}
    assert "The lights do not work yet: " in said
