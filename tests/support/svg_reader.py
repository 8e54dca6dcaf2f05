"""Read the drawings and the wiring pictures that the program writes as SVG."""

from itertools import pairwise
from math import dist
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from firmware_py.config import build, files
from firmware_py.config.config import Config

SVG = "{http://www.w3.org/2000/svg}"
LETTER = 0.58  # of the font size: the average width in DejaVu Sans

FOLDER = Path(__file__).parents[1] / "data" / "boards"
BOARDS = [*files.profile_names(), *sorted(path.stem for path in FOLDER.iterdir())]
"""The profiles, and boards with parts that no profile has."""


def board(name: str) -> Config:
    path = FOLDER / f"{name}.toml"
    return build.load(path if path.exists() else files.profile(name))


class Box(NamedTuple):
    """A rectangle in a drawing, in millimetres."""

    left: float
    top: float
    right: float
    bottom: float

    def holds(self, other: "Box") -> bool:
        is_between = self.left <= other.left and other.right <= self.right
        return is_between and self.top <= other.top and other.bottom <= self.bottom

    def meets(self, other: "Box") -> bool:
        """Return True if the two have more than an edge in common."""
        is_beside = self.right <= other.left or other.right <= self.left
        return not is_beside and self.top < other.bottom and other.top < self.bottom


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

    @property
    def box(self) -> Box:
        half = 0.36 * self.size
        return Box(self.left, self.y - half, self.right, self.y + half)


class Stroke(NamedTuple):
    """A straight line in a drawing, with its two ends in millimetres and its colour."""

    x: float
    y: float
    to_x: float
    to_y: float
    colour: str

    @property
    def box(self) -> Box:
        (left, right), (top, bottom) = sorted((self.x, self.to_x)), sorted((self.y, self.to_y))
        return Box(left, top, right, bottom)


class Picture:
    """The labels, lines, circles and rectangles in an SVG drawing, measured in millimetres."""

    def __init__(self, text: str) -> None:
        root = ElementTree.fromstring(text)
        sizes = [root.attrib[name].removesuffix("mm") for name in ("width", "height")]
        self.size = tuple(map(float, sizes))
        assert root.attrib["viewBox"] == f"0 0 {' '.join(sizes)}"
        self.labels = [_label(each) for each in root.iter(f"{SVG}text")]
        self.lines = [(_points(each), each.attrib["stroke"]) for each in root.iter(f"{SVG}polyline")]
        self.strokes = [Stroke(*a, *b, colour) for line, colour in self.lines for a, b in pairwise(line)]
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
