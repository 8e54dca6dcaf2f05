"""Read the drawings and the wiring pictures that the program writes as SVG."""

from __future__ import annotations

import re
from itertools import pairwise
from math import dist
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from gpiozero import pi_info

from firmware_py.config import build, files
from firmware_py.config.clashes import KEYS, PinUser, Use
from firmware_py.config.config import Config
from firmware_py.wiring.notes import table

SVG = "{http://www.w3.org/2000/svg}"
LETTER = 0.58
"""The average width of a letter in DejaVu Sans, as a fraction of the font size."""

FOLDER = Path(__file__).parents[1] / "data" / "boards"
BOARDS = [*files.profile_names(), *sorted(path.stem for path in FOLDER.iterdir())]
"""The profiles, and boards with parts that no profile has."""


def board(name: str) -> Config:
    path = FOLDER / f"{name}.toml"
    return build.load(path if path.exists() else files.profile(name))


class Label(NamedTuple):
    """A piece of text in a drawing, and the area that it covers, in millimetres."""

    text: str
    left: float
    right: float
    y: float
    size: float
    bold: bool

    @property
    def middle(self) -> float:
        return (self.left + self.right) / 2


class Stroke(NamedTuple):
    """A straight line in a drawing, with its two ends in millimetres and its colour."""

    x: float
    y: float
    to_x: float
    to_y: float
    colour: str


class Box(NamedTuple):
    """A rectangle in a drawing, in millimetres."""

    left: float
    top: float
    right: float
    bottom: float


class Picture:
    """The labels, lines, circles and rectangles in an SVG drawing, measured in millimetres."""

    def __init__(self, text: str) -> None:
        root = ElementTree.fromstring(text)
        self.size = tuple(float(root.attrib[name].removesuffix("mm")) for name in ("width", "height"))
        assert root.attrib["viewBox"] == "0 0 {} {}".format(
            *(root.attrib[name].removesuffix("mm") for name in ("width", "height"))
        )
        self.labels = [_label(each) for each in root.iter(f"{SVG}text")]
        self.lines = [(_points(each), each.attrib["stroke"]) for each in root.iter(f"{SVG}polyline")]
        self.strokes = [stroke for each in root.iter(f"{SVG}polyline") for stroke in _strokes(each)]
        self.boxes = [_box(each) for each in root.iter(f"{SVG}rect") if "x" in each.attrib]
        self.circles = [
            tuple(float(each.attrib[name]) for name in ("cx", "cy", "r"))
            for each in root.iter(f"{SVG}circle")
        ]

    def labels_with(self, text: str) -> list[Label]:
        return [label for label in self.labels if label.text == text]

    def ends_of_wires_at(self, x: float, y: float) -> set[tuple[float, float]]:
        """Return the other end of each line that has one of its ends at this point."""
        here = [line if dist(line[0], (x, y)) < 0.01 else line[::-1] for line, _ in self.lines]
        return {line[-1] for line in here if dist(line[0], (x, y)) < 0.01}


def _box(element: ElementTree.Element) -> Box:
    x, y, width, height = (float(element.attrib[name]) for name in ("x", "y", "width", "height"))
    return Box(x, y, x + width, y + height)


def _label(element: ElementTree.Element) -> Label:
    said = element.text or ""
    size = float(element.attrib["font-size"])
    x, width = float(element.attrib["x"]), len(said) * size * LETTER
    left = {"start": x, "middle": x - width / 2, "end": x - width}[element.attrib["text-anchor"]]
    y = float(element.attrib["y"]) - 0.36 * size  # from the baseline to the middle of a capital letter
    return Label(said, left, left + width, y, size, "font-weight" in element.attrib)


def _points(element: ElementTree.Element) -> list[tuple[float, float]]:
    pairs = [each.partition(",") for each in element.attrib["points"].split()]
    return [(float(x), float(y)) for x, _, y in pairs]


def _strokes(element: ElementTree.Element) -> list[Stroke]:
    colour = element.attrib["stroke"]
    return [Stroke(x, y, to_x, to_y, colour) for (x, y), (to_x, to_y) in pairwise(_points(element))]


PIN_NAMES = {pin.number: pin.name for pin in pi_info("a02082").headers["J8"].pins.values()}
PIN_NUMBERS = {int(name[4:]): number for number, name in PIN_NAMES.items() if name.startswith("GPIO")}
"""The header pin number of each BCM pin, according to gpiozero."""
ROW = re.compile(r"(.{26}) +(\w+) [(\[] ?(\d+)[)\]] \( ?(\d+)\) (\w+) *(.*)")


def table_rows(config: Config) -> dict[int, tuple[str, str]]:
    """Return the name and description of each pin in the wiring table, keyed by header pin number."""
    found: dict[int, tuple[str, str]] = {}
    for line in table(config).splitlines():
        match = ROW.fullmatch(line)
        if match:
            left, name, number, other, other_name, right = match.groups()
            found[int(number)] = name, left.strip()
            found[int(other)] = other_name, right.strip()
    return found


def description(use: Use, config: Config) -> str:
    if use.part in (PinUser.BUTTON, PinUser.KEYBOARD_KEY):
        stick = use.key in ("LEFT", "RIGHT", "UP", "DOWN", "PICK")
        return f"{'joystick' if stick else 'button'} {use.key}"
    if use.part in KEYS:
        return f"keypad {use.wire}"
    if use.part is PinUser.BUZZER:
        return "buzzer"
    if use.part in (PinUser.TURN, PinUser.DEALER, PinUser.GAME_OVER):
        return f"LED {use.wire}"
    if use.part is PinUser.LIGHTS and config.lights:
        clocked = config.lights.chip in ("apa102", "sk9822")
        wired = {"MOSI": "lights data"} | ({"SCLK": "lights clock"} if clocked else {})
        return wired.get(use.wire, f"leave free ({use.wire})")
    if use.part is PinUser.AMPLIFIER:
        return "leave free (sound)" if use.wire == "input" else f"amplifier {use.wire}"
    if use.wire == "MISO":
        return "leave free (MISO)"
    return f"{'2nd ' if use.part is PinUser.SECOND_DISPLAY else ''}display {use.wire}"
