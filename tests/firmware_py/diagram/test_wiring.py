"""How boards are wired: as text and as a picture, each pin read back."""

from __future__ import annotations

import re
from itertools import combinations
from math import dist
from pathlib import Path

import pytest
from gpiozero import pi_info

from firmware_py.config.clashes import Use, uses
from firmware_py.config.config import Config
from firmware_py.diagram.svg import svg
from firmware_py.diagram.wiring import drawing, text
from tests.firmware_py.diagram.drawn import BOARDS, Label, Picture, Stroke, board

HEADER = {pin.number: pin.name for pin in pi_info("a02082").headers["J8"].pins.values()}
PLACE = {int(name[4:]): number for number, name in HEADER.items() if name.startswith("GPIO")}
"""Where each BCM pin is, as gpiozero says."""
ROW = re.compile(r"(.{26}) +(\w+) [(\[] ?(\d+)[)\]] \( ?(\d+)\) (\w+) *(.*)")


@pytest.fixture(params=BOARDS)
def config(request: pytest.FixtureRequest, tmp_path: Path) -> Config:
    return board(request.param, tmp_path)


def read(config: Config) -> dict[int, tuple[str, str]]:
    """The name and the use of each pin in the text."""
    found: dict[int, tuple[str, str]] = {}
    for line in text(config).splitlines():
        match = ROW.fullmatch(line)
        if match:
            left, name, number, other, other_name, right = match.groups()
            found[int(number)] = name, left.strip()
            found[int(other)] = other_name, right.strip()
    return found


def said(use: Use, config: Config) -> str:
    """What the text says of a use that no other part shares."""
    kind, _, item = use.part.partition(".")
    if kind == "buttons" or item.startswith("pins"):
        stick = use.wire in ("LEFT", "RIGHT", "UP", "DOWN", "PICK")
        return f"{'joystick' if stick else 'button'} {use.wire}"
    if kind == "keyboard":
        return f"keypad {use.wire}"
    if kind == "signals":
        what = re.sub(r"\[(\d)\]", r" \1", item).replace("_", " ")
        return what if what == "buzzer" else f"LED {what}"
    if kind == "lights" and config.lights:
        clocked = config.lights.chip in ("apa102", "sk9822")
        wired = {"MOSI": "lights data"} | ({"SCLK": "lights clock"} if clocked else {})
        return wired.get(use.wire, f"leave free ({use.wire})")
    if use.wire == "MISO":
        return "leave free (MISO)"
    return f"{'2nd ' if kind == 'second_display' else ''}display {use.wire}"


def test_the_text_has_every_use_at_its_pin_and_nothing_else(config: Config) -> None:
    rows = read(config)
    assert {number: name for number, (name, _) in rows.items()} == HEADER
    wanted: dict[int, list[Use]] = {}
    for use in uses(config):
        wanted.setdefault(PLACE[use.pin], []).append(use)
    for number in PLACE.values():
        some = wanted.get(number, [])
        if len(some) == 2 and some[0].wire != "MISO":
            assert rows[number][1] == f"both displays {some[0].wire}"
        else:
            assert rows[number][1] == (said(some[0], config) if some else "")


def test_what_is_wired_has_its_power_and_ground_and_nothing_is_on_5_volts(config: Config) -> None:
    rows = read(config)
    on = {name: {use for pin, use in rows.values() if pin == name and use} for name in ("3V3", "5V", "GND")}
    assert not on["5V"]
    grounds = {part for use in on["GND"] for part in use.split(", ")}
    supplied = {part for use in on["3V3"] for part in use.split(", ")}
    assert ("lights" in grounds) == bool(config.lights) and "lights" not in supplied
    displays = {part for part in grounds | supplied if "display" in part}
    missing = {f"The {part} takes 3V3" for part in displays - supplied} | {
        f"The {part} takes GND" for part in displays - grounds
    }
    assert bool(displays) == bool(config.displays)
    plain = " ".join(text(config).split()).replace("second", "2nd")
    assert all(each in plain for each in missing)
    to_ground = {use.part.partition(".")[0] for use in uses(config)} & {"buttons", "signals"}
    assert not to_ground or {"keys", "signals"} & grounds


def test_the_text_fits_a_terminal(config: Config) -> None:
    assert text(config).isascii()
    assert max(map(len, text(config).splitlines())) <= 80


def pads(picture: Picture) -> dict[int, Label]:
    """The numbers in the pins: the bold ones within 10 mm of the middle."""
    middle = picture.size[0] / 2
    return {
        int(label.text): label
        for label in picture.labels
        if label.bold and label.text.isdigit() and abs(label.middle - middle) < 10
    }


def test_the_picture_has_every_use_beside_its_pin_with_a_wire_to_it(config: Config) -> None:
    picture = Picture(svg(drawing(config)))
    middle = picture.size[0] / 2
    pins = pads(picture)
    assert sorted(pins) == list(range(1, 41))
    for number, pin in pins.items():
        assert (pin.middle < middle) == (number % 2 == 1)
    for use in uses(config):
        pin = pins[PLACE[use.pin]]
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
    picture = Picture(svg(drawing(config)))
    middle = picture.size[0] / 2
    rows = read(config)
    for number, pin in pads(picture).items():
        edge = middle + (7 if side(pin, middle) else -7)
        wires = [stroke for stroke in picture.strokes if dist((stroke.x, stroke.y), (edge, pin.y)) < 0.01]
        assert bool(wires) == bool(rows[number][1]), number


def labels(use: Use, config: Config) -> set[str]:
    """What may be written at the end of a wire."""
    what = said(use, config)
    if what.startswith("leave free"):
        return {"leave free"}
    if use.part == "lights":
        return {"1A (pin 2)" if use.wire == "MOSI" else "2A (pin 5)"}
    if "display" in use.part:
        # Both are in one box if they are on one bus; then what is the second's alone says so.
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
    picture = Picture(svg(drawing(config)))
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


def test_a_hat_is_said_to_be_plugged_on(tmp_path: Path) -> None:
    for name in ("oled-hat", "oled-bonnet"):
        config = board(name, tmp_path)
        assert "plugs onto the header" in text(config)
        assert any("plugs onto the header" in label.text for label in Picture(svg(drawing(config))).labels)


def test_a_usb_keypad_is_said_to_take_no_pin(tmp_path: Path) -> None:
    config = board("bare", tmp_path)
    assert "uses no pin" in text(config)
    assert Picture(svg(drawing(config))).said("USB keypad")


def test_a_single_led_on_ground_alone_is_not_called_a_key(tmp_path: Path) -> None:
    rows = read(board("two-on-spi", tmp_path))
    assert rows[30] == ("GND", "signals")


def test_where_the_chain_has_no_room_it_is_said_in_words(tmp_path: Path) -> None:
    for name, room in (("crowded", False), ("keypad-20", True), ("single-leds", True)):
        picture = Picture(svg(drawing(board(name, tmp_path))))
        assert bool(picture.said("LED power supply")) == room
        assert any("1Y (pin 3) to DI" in label.text for label in picture.labels) != room
