"""The wiring diagram, parsed from its SVG."""

from __future__ import annotations

from itertools import combinations, pairwise
from pathlib import Path

import pytest

from firmware_py.config.clashes import PinUser, Use, uses
from firmware_py.config.config import Config
from firmware_py.config.pi import plug_on_board
from firmware_py.drawing.formats import svg
from firmware_py.wiring.layout import STYLES
from firmware_py.wiring.notes import left_to_wire
from firmware_py.wiring.picture import draw
from firmware_py.wiring.pins import plan
from firmware_py.wiring.symbols import NAMES
from tests.support.svg_reader import (
    BOARDS,
    PIN_NUMBERS,
    Box,
    Label,
    Picture,
    Stroke,
    board,
    description,
    table_rows,
)

WIRES = {style.colour for style in STYLES.values()}
"""The colours of all wires."""


@pytest.fixture(params=BOARDS)
def config(request: pytest.FixtureRequest, tmp_path: Path) -> Config:
    return board(request.param, tmp_path)


def to_wire(config: Config) -> Config:
    """Return the configuration without the parts mounted on its add-on board, if it uses one."""
    plugged = plug_on_board(config)
    return left_to_wire(config, plugged) if plugged else config


def pads(picture: Picture) -> dict[int, Label]:
    """Return the label of each pin of the header, keyed by pin number."""
    middle = picture.size[0] / 2
    return {
        int(label.text): label
        for label in picture.labels
        if label.bold and label.text.isdigit() and label.size < 3 and abs(label.middle - middle) < 10
    }


def pin_edge(pin: Label, middle: float) -> float:
    return middle + (7 if pin.middle > middle else -7)


def test_a_wire_leads_from_each_pin_in_use_to_the_name_of_its_use(config: Config) -> None:
    picture = Picture(svg(draw(config)))
    middle = picture.size[0] / 2
    wired = to_wire(config)
    every = {words for use in uses(wired) for words in labels(use, wired)}
    pins = pads(picture)
    for use in uses(wired):
        pin = pins[PIN_NUMBERS[use.pin]]
        (end,) = picture.ends_of_wires_at(pin_edge(pin, middle), pin.y)
        chip = use.part is PinUser.LIGHTS and labels(use, wired) != {"leave free"}
        near = [each for each in picture.labels if each.text in (NAMES if chip else every)]
        closest = min(near, key=lambda label: gap(label, end))
        assert closest.text in labels(use, wired), f"{use}: {closest}"
        assert gap(closest, end) < 20, f"{use}: {closest}"


def gap(label: Label, point: tuple[float, float]) -> float:
    """Return the distance between a label and a point.

    Vertical distances count three times as much, because a label is usually at the same height as the end of
    its wire.
    """
    x, y = point
    return max(label.left - x, x - label.right, 0) + 3 * abs(label.y - y)


def test_the_header_has_forty_pins_with_the_odd_ones_on_the_left(config: Config) -> None:
    picture = Picture(svg(draw(config)))
    pins = pads(picture)
    if not pins:
        assert plug_on_board(config) and not uses(to_wire(config))
        return
    assert sorted(pins) == list(range(1, 41))
    for number, pin in pins.items():
        assert (pin.middle < picture.size[0] / 2) == (number % 2 == 1)


def test_in_the_picture_a_pin_has_a_wire_if_it_has_a_use_in_the_text(config: Config) -> None:
    picture = Picture(svg(draw(config)))
    middle = picture.size[0] / 2
    if plug_on_board(config):
        wired = {wire.pin.number for wire in plan(to_wire(config)).wires}
    else:
        wired = {number for number, (_, use) in table_rows(config).items() if use}
    found = {
        number
        for number, pin in pads(picture).items()
        if picture.ends_of_wires_at(pin_edge(pin, middle), pin.y)
    }
    assert found == wired


def labels(use: Use, config: Config) -> set[str]:
    """Return the label that the picture should show at the end of a wire from the header, as a set of one.

    Args:
        use: the use of the header pin at which the wire begins.
        config: the configuration.
    """
    what = description(use, config)
    if what.startswith("leave free"):
        return {"leave free"}
    if use.part is PinUser.LIGHTS:
        return {"1A" if use.wire == "MOSI" else "2A"}
    if use.part is PinUser.AMPLIFIER:
        return {use.wire}
    if use.part in (PinUser.DISPLAY, PinUser.SECOND_DISPLAY):
        # Two displays on one bus share a module. A wire that only the second one has is marked `2nd`.
        together = len({(display.interface, display.bus) for display in config.displays}) == 1
        alone = sum(other.pin == use.pin for other in uses(config)) == 1
        return {f"2nd {use.wire}" if use.part is PinUser.SECOND_DISPLAY and together and alone else use.wire}
    return {
        what.removeprefix("button ").removeprefix("joystick ").removeprefix("keypad ").removeprefix("LED ")
    }


def test_no_text_of_the_picture_covers_another_or_a_wire_or_is_cut_off(config: Config) -> None:
    picture = Picture(svg(draw(config)))
    width, height = picture.size
    for label in picture.labels:
        assert label.left >= 5 and label.right <= width - 5 and 4 < label.y < height - 4, label
        for stroke in picture.strokes:
            assert not crosses(stroke, label), f"{stroke} through {label}"
        for box in (*picture.boxes, *(Box(x - r, y - r, x + r, y + r) for x, y, r in picture.circles)):
            assert inside(label, box) or outside(label, box), f"{label} over the edge of {box}"
    for one, other in combinations(picture.labels, 2):
        apart = one.right <= other.left or other.right <= one.left
        assert apart or abs(one.y - other.y) >= 0.36 * (one.size + other.size), f"{one} over {other}"


def crosses(stroke: Stroke, label: Label) -> bool:
    half = 0.36 * label.size
    left, right = sorted((stroke.x, stroke.to_x))
    top, bottom = sorted((stroke.y, stroke.to_y))
    return left < label.right and right > label.left and top < label.y + half and bottom > label.y - half


def inside(label: Label, box: Box) -> bool:
    half = 0.36 * label.size
    return (
        box.left <= label.left
        and label.right <= box.right
        and box.top <= label.y - half
        and label.y + half <= box.bottom
    )


def outside(label: Label, box: Box) -> bool:
    half = 0.36 * label.size
    return (
        label.right <= box.left
        or box.right <= label.left
        or label.y + half <= box.top
        or box.bottom <= label.y - half
    )


def test_no_wire_runs_behind_a_display_or_another_large_part(config: Config) -> None:
    picture = Picture(svg(draw(config)))
    wires = [line for line, colour in picture.lines if colour in WIRES]
    large = [box for box in picture.boxes if box.right - box.left > 14 and box.bottom - box.top > 14]
    header = picture.size[0] / 2
    for box in large:
        if box.left < header < box.right:
            continue
        for line in wires:
            if all(box.left <= x <= box.right and box.top <= y <= box.bottom for x, y in line):
                continue  # a part of the picture in the box
            for (x, y), (to_x, to_y) in pairwise(line):
                left, right = sorted((x, to_x))
                top, bottom = sorted((y, to_y))
                through = left < box.right - 2 and right > box.left + 2
                assert not (through and top < box.bottom - 2 and bottom > box.top + 2), f"{line} in {box}"


def test_each_board_fits_on_a_sheet_of_a4(config: Config) -> None:
    width, height = Picture(svg(draw(config))).size
    assert width == 210 and 148 <= height <= 297


def test_no_wire_of_one_signal_runs_along_one_of_another(config: Config) -> None:
    strokes = [
        each
        for each in Picture(svg(draw(config))).strokes
        if each.colour in {style.colour for style in STYLES.values()}
    ]
    for one, other in combinations(strokes, 2):
        if one.colour != other.colour:
            assert not overlap(one, other), f"{one} on {other}"


def overlap(one: Stroke, other: Stroke) -> bool:
    """Return True if two horizontal or two vertical lines share more than one point."""
    if one.y == one.to_y == other.y == other.to_y:
        return max(min(one.x, one.to_x), min(other.x, other.to_x)) < min(
            max(one.x, one.to_x), max(other.x, other.to_x)
        )
    if one.x == one.to_x == other.x == other.to_x:
        return max(min(one.y, one.to_y), min(other.y, other.to_y)) < min(
            max(one.y, one.to_y), max(other.y, other.to_y)
        )
    return False
