"""The picture of the wiring, read back from its SVG."""

from __future__ import annotations

from itertools import combinations
from math import dist
from pathlib import Path

import pytest

from firmware_py.config.clashes import Use, uses
from firmware_py.config.config import Config
from firmware_py.diagram.svg import svg
from firmware_py.diagram.wiring_picture import draw
from tests.support.svg_reader import BOARDS, Label, Picture, Stroke, board
from tests.support.wiring_reader import PIN_NUMBERS, description, table_rows


@pytest.fixture(params=BOARDS)
def config(request: pytest.FixtureRequest, tmp_path: Path) -> Config:
    return board(request.param, tmp_path)


def pads(picture: Picture) -> dict[int, Label]:
    """Return the labels of the pin numbers, by number.

    These labels are bold digits within 10 mm of the middle of the header."""
    middle = picture.size[0] / 2
    return {
        int(label.text): label
        for label in picture.labels
        if label.bold and label.text.isdigit() and abs(label.middle - middle) < 10
    }


def test_the_picture_has_every_use_beside_its_pin_with_a_wire_to_it(config: Config) -> None:
    picture = Picture(svg(draw(config)))
    middle = picture.size[0] / 2
    pins = pads(picture)
    assert sorted(pins) == list(range(1, 41))
    for number, pin in pins.items():
        assert (pin.middle < middle) == (number % 2 == 1)
    for use in uses(config):
        pin = pins[PIN_NUMBERS[use.pin]]
        words = labels(use, config)
        beside = [
            label
            for label in picture.labels
            if label.text in words and abs(label.y - pin.y) < 3.1 and side(label, middle) == side(pin, middle)
        ]
        assert len(beside) == 1, f"{use}: {beside}"
        near, far = sorted((abs(pin.middle - middle) + 3, abs(beside[0].middle - middle) - 10))
        assert any(
            stroke.y == stroke.to_y
            and abs(stroke.y - pin.y) < 0.01
            and spans(stroke, middle, side(pin, middle), near, far)
            for stroke in picture.strokes
        ), f"{use}: no wire"


def test_in_the_picture_a_pin_has_a_wire_if_it_has_a_use_in_the_text(config: Config) -> None:
    picture = Picture(svg(draw(config)))
    middle = picture.size[0] / 2
    rows = table_rows(config)
    for number, pin in pads(picture).items():
        edge = middle + (7 if side(pin, middle) else -7)
        wires = [stroke for stroke in picture.strokes if dist((stroke.x, stroke.y), (edge, pin.y)) < 0.01]
        assert bool(wires) == bool(rows[number][1]), number


def labels(use: Use, config: Config) -> set[str]:
    """Return the labels that the picture may show at the end of the wire from a pin with this use."""
    what = description(use, config)
    if what.startswith("leave free"):
        return {"leave free"}
    if use.part == "lights":
        return {"1A (pin 2)" if use.wire == "MOSI" else "2A (pin 5)"}
    if "display" in use.part:
        # Two displays on one bus share a box. A wire that only the second one has is marked `2nd`.
        together = len({(display.interface, display.bus) for display in config.displays}) == 1
        alone = sum(other.pin == use.pin for other in uses(config)) == 1
        return {f"2nd {use.wire}" if use.part == "second_display" and together and alone else use.wire}
    return {
        what.removeprefix("button ").removeprefix("joystick ").removeprefix("keypad ").removeprefix("LED ")
    }


def side(label: Label, middle: float) -> bool:
    return label.middle > middle


def spans(stroke: Stroke, middle: float, right: bool, near: float, far: float) -> bool:
    ends = sorted(
        (
            stroke.x - middle if right else middle - stroke.x,
            stroke.to_x - middle if right else middle - stroke.to_x,
        )
    )
    return ends[0] <= near and ends[1] >= far


def test_no_text_of_the_picture_covers_another_or_a_wire_or_is_cut_off(config: Config) -> None:
    picture = Picture(svg(draw(config)))
    width, height = picture.size
    for label in picture.labels:
        assert label.left >= 5 and label.right <= width - 5 and 4 < label.y < height - 4, label
        for stroke in picture.strokes:
            assert not crosses(stroke, label), f"{stroke} through {label}"
    for one, other in combinations(picture.labels, 2):
        apart = one.right <= other.left or other.right <= one.left
        assert apart or abs(one.y - other.y) >= 0.36 * (one.size + other.size), f"{one} over {other}"


def crosses(stroke: Stroke, label: Label) -> bool:
    half = 0.36 * label.size
    left, right = sorted((stroke.x, stroke.to_x))
    top, bottom = sorted((stroke.y, stroke.to_y))
    return left < label.right and right > label.left and top < label.y + half and bottom > label.y - half
