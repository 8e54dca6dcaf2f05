"""The LEDs in the wiring diagram: the connections that their wires make, and their strip, ring or panel."""

from __future__ import annotations

import re
from itertools import pairwise
from math import dist
from pathlib import Path

import pytest

from firmware_py.config.track_shape import ring
from firmware_py.drawing.formats import svg
from firmware_py.drawing.shapes import Circle, Line
from firmware_py.wiring.layout import STYLES
from firmware_py.wiring.lights import lights_alone
from firmware_py.wiring.notes import table
from firmware_py.wiring.picture import draw
from firmware_py.wiring.symbols import PITCH, pin_end, strip
from tests.support.svg_reader import BOARDS, Label, Picture, board

Point = tuple[float, float]
GUIDES = Path(__file__).parents[3] / "hardware"
DARK = (
    *("oled-hat", "first-board", "bonnet-alone", "two-on-spi", "hat-and-more"),
    *("amplifier-and-spi", "bonnet-and-amplifier"),
)
LIT = [name for name in BOARDS if name not in DARK]


class Nets:
    """The groups of connected wires (nets) in a picture.

    Two wires are connected if they have the same colour and one of them ends on the other.
    """

    def __init__(self, picture: Picture) -> None:
        colours = {style.colour for style in STYLES.values()}
        self.wires = [(points, colour) for points, colour in picture.lines if colour in colours]
        self.net = list(range(len(self.wires)))
        for one, (points, colour) in enumerate(self.wires):
            for other, (path, same) in enumerate(self.wires):
                if same == colour and any(on(path, end) for end in (points[0], points[-1])):
                    old, new = self.net[one], self.net[other]
                    self.net = [new if each == old else each for each in self.net]

    def at(self, point: Point) -> int | None:
        """Return the index of the net (group of connected wires) with a wire that ends at or near this point.

        Return None if no wire ends there.
        """
        for index, (points, _) in enumerate(self.wires):
            if any(abs(x - point[0]) < 2.3 and abs(y - point[1]) < 0.6 for x, y in (points[0], points[-1])):
                return self.net[index]
        return None

    def pins(self, net: int, edges: dict[int, Point]) -> set[int]:
        """Return the numbers of the header pins that are connected to a net.

        Args:
            net: the index of the net, i.e. of a group of connected wires.
            edges: the coordinates of each header pin's outer end, keyed by pin number.
        """
        return {number for number, edge in edges.items() if self.at(edge) == net}


def on(path: list[Point], point: Point) -> bool:
    x, y = point
    return any(
        min(x1, x2) - 0.01 <= x <= max(x1, x2) + 0.01
        and min(y1, y2) - 0.01 <= y <= max(y1, y2) + 0.01
        and (x1 == x2 or y1 == y2)
        for (x1, y1), (x2, y2) in pairwise(path)
    )


def chip_pins(picture: Picture) -> dict[int, Point]:
    """Return the outer end of each pin of the level shifter, keyed by pin number."""
    (vcc,) = picture.labels_with("VCC")
    (first,) = picture.labels_with("1OE")
    left, top = first.left - 4, vcc.y - 3
    ends = {number: pin_end(left, top, number) for number in range(1, 15)}
    (last,) = (label for label in picture.labels_with("GND") if abs(label.left - first.left) < 0.01)
    assert last.y == pytest.approx(vcc.y + 6 * PITCH)
    return ends


def terminals(picture: Picture) -> dict[str, list[Point]]:
    """Return the points in the picture where wires reach the LEDs, keyed by the label there, such as `DI`."""
    (start,) = picture.labels_with("DI")
    found: dict[str, list[Point]] = {}
    for label in picture.labels:
        if label.y == start.y and label.bold:
            found.setdefault(label.text, []).append((label.middle, label.y - 5.6))
    return found


def supply(picture: Picture, sign: str) -> Point:
    (label,) = (each for each in picture.labels_with(sign) if each.size == 4)
    return label.middle - 7, label.y


def header(picture: Picture) -> dict[int, Point]:
    middle = picture.size[0] / 2
    found: dict[int, Label] = {
        int(label.text): label
        for label in picture.labels
        if label.bold and label.text.isdigit() and label.size == 2.5 and abs(label.middle - middle) < 10
    }
    return {number: (middle + (7 if number % 2 == 0 else -7), label.y) for number, label in found.items()}


@pytest.mark.parametrize("name", LIT)
def test_the_supply_feeds_both_ends_of_the_leds_and_the_level_shifter(name: str) -> None:
    picture = Picture(svg(draw(board(name))))
    nets, chip, ends, pins = Nets(picture), chip_pins(picture), terminals(picture), header(picture)
    plus, minus = nets.at(supply(picture, "+")), nets.at(supply(picture, "-"))
    assert plus is not None and minus is not None and plus != minus
    assert {nets.at(point) for point in (chip[14], *ends["5V"])} == {plus} and len(ends["5V"]) == 2
    assert {nets.at(point) for point in (chip[7], *ends["GND"])} == {minus} and len(ends["GND"]) == 2
    assert nets.pins(plus, pins) == set(), "the Pi's pins must never meet the 5 V of the LEDs"
    assert 25 in nets.pins(minus, pins) or 34 in nets.pins(minus, pins)


@pytest.mark.parametrize("name", LIT)
def test_data_goes_through_the_level_shifter_and_everything_unused_is_on_ground(name: str) -> None:
    config = board(name)
    lights = config.lights
    assert lights
    picture = Picture(svg(draw(config)))
    nets, chip, ends, pins = Nets(picture), chip_pins(picture), terminals(picture), header(picture)
    ground = nets.at(supply(picture, "-"))
    data, clock = (19, 23) if lights.bus == 0 else (38, 40)
    assert nets.at(pins[data]) == nets.at(chip[2]) is not None
    # TI, SN74AHCT125: the output enables are active low, and no input may be left open.
    assert {nets.at(chip[number]) for number in (1, 9, 10, 12, 13)} == {ground}
    assert nets.at(chip[8]) is nets.at(chip[11]) is None
    tied = {label.y for label in picture.labels_with("GND") if label.size == 2.1}
    assert any(abs(y - chip[4][1]) < 0.01 for y in tied)
    if lights.timed:
        assert "CI" not in ends and nets.at(chip[6]) is None
        assert any(abs(y - chip[5][1]) < 0.01 for y in tied)
        # The resistor interrupts the data line.
        assert nets.at(chip[3]) != nets.at(ends["DI"][0]) is not None
        assert picture.labels_with("300-500")
    else:
        assert nets.at(pins[clock]) == nets.at(chip[5]) is not None
        assert nets.at(chip[3]) == nets.at(ends["DI"][0]) is not None
        assert nets.at(chip[6]) == nets.at(ends["CI"][0]) is not None
        assert len({nets.at(chip[number]) for number in (2, 3, 5, 6)}) == 4
        assert not picture.labels_with("300-500")


def test_the_lights_alone_name_the_pins_of_the_header() -> None:
    lights = board("keypad-20").lights
    assert lights
    # SPI0 has MOSI on GPIO10, pin 19, and SCLK on GPIO11, pin 23 (Raspberry Pi documentation).
    for changed, words in (
        ({"bus": 0}, ["Pi, pin 19", "Pi, pin 23"]),
        ({"bus": 3}, ["MOSI, SPI3", "SCLK, SPI3"]),
    ):
        picture = Picture(svg(lights_alone(lights._replace(**changed))))
        nets, chip = Nets(picture), chip_pins(picture)
        for number, word in zip((2, 5), words, strict=True):
            (label,) = picture.labels_with(word)
            assert nets.at((8.0, label.y + 2)) == nets.at(chip[number]) is not None


@pytest.mark.parametrize(("leds", "arcs"), [(61, 4), (120, 1)])
def test_a_ring_is_drawn_as_arcs_on_which_its_leds_are(leds: int, arcs: int) -> None:
    lights = board("ring").lights
    assert lights
    shapes = list(strip(lights._replace(shape=ring(leds)), 0.0, {}, {}))
    lines = [each for each in shapes if isinstance(each, Line)]
    circles = [each for each in shapes if isinstance(each, Circle)]
    assert (len(lines), len(circles)) == (arcs, leds)
    for led in circles[: leds - leds % 2]:  # the last of 61 is in the middle
        assert min(dist((led.x, led.y), point) for line in lines for point in line.points) < 0.5


def test_the_resistor_in_the_picture_is_that_of_the_list_of_parts() -> None:
    drawn = {label.text for label in Picture(svg(draw(board("led-panel")))).labels}
    (listed,) = re.findall(r"\| resistor,? (\d+) Ω", (GUIDES / "led-panel.md").read_text(encoding="utf-8"))
    assert f"{listed} ohms," in drawn
    (single,) = re.findall(r"through (\d+) Ω to ground", (GUIDES / "README.md").read_text(encoding="utf-8"))
    assert f"a resistor of {single} ohms" in table(board("single-leds"))
