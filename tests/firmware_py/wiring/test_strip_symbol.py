"""The symbol for the track LEDs in the wiring diagram: a strip, a ring or a panel."""

from __future__ import annotations

from math import hypot
from pathlib import Path

import pytest

from firmware_py.config.lights import LightSettings
from firmware_py.config.track_shape import ring
from firmware_py.drawing.formats import svg
from firmware_py.drawing.shapes import Circle, Line, Primitive
from firmware_py.wiring.picture import draw
from firmware_py.wiring.symbols import strip
from tests.support.svg_reader import Picture, board


@pytest.mark.parametrize(
    ("name", "kind"),
    [("keypad-20", "strip"), ("oled-bonnet", "strip"), ("panel", "panel"), ("ring", "ring of four arcs")],
)
def test_the_label_says_strip_ring_or_panel(name: str, kind: str, tmp_path: Path) -> None:
    config = board(name, tmp_path)
    assert config.lights and config.lights.shape.panel == (kind == "panel")
    labels = [label.text for label in Picture(svg(draw(config))).labels]
    assert [text.partition(",")[0] for text in labels if text.startswith("LED ") and "LEDs" in text] == [
        f"LED {kind}"
    ]


def drawn(lights: LightSettings) -> list[Primitive]:
    return list(strip(lights, 0.0, {}, {}))


@pytest.mark.parametrize("name", ["panel", "led-panel"])
def test_the_upper_half_of_a_panel_has_orange_pegs_and_the_lower_half_blue_ones(
    name: str, tmp_path: Path
) -> None:
    # The upper four rows are Left's, and Left's pegs are orange (hardware/led-panel.md).
    lights = board(name, tmp_path).lights
    assert lights
    circles = [each for each in drawn(lights) if isinstance(each, Circle)]
    middle = (min(each.y for each in circles) + max(each.y for each in circles)) / 2
    lit = [each for each in circles if each.radius > min(other.radius for other in circles)]
    assert len(lit) == 4
    for each in lit:
        red, blue = (int((each.fill or "")[start : start + 2], 16) for start in (1, 5))
        assert (red > blue) == (each.y < middle)


@pytest.mark.parametrize(("leds", "arcs"), [(60, 4), (61, 4), (120, 1), (121, 1)])
def test_a_ring_is_drawn_round_with_all_its_leds(leds: int, arcs: int, tmp_path: Path) -> None:
    lights = board("ring", tmp_path).lights
    assert lights
    shapes = drawn(lights._replace(shape=ring(leds)))
    circles = [each for each in shapes if isinstance(each, Circle)]
    assert len(circles) == leds
    around = circles[: leds - leds % 2]
    x, y = (sum(each.x for each in around) / len(around), sum(each.y for each in around) / len(around))
    (radius,) = {round(hypot(each.x - x, each.y - y), 2) for each in around}
    assert around[0].y == min(each.y for each in around) and around[1].x > around[0].x
    lines = [each for each in shapes if isinstance(each, Line)]
    assert len(lines) == arcs
    assert all(
        hypot(px - x, py - y) == pytest.approx(radius, abs=0.02) for each in lines for px, py in each.points
    )
    assert len({each.fill for each in circles}) == 5, "two pegs for each of two sides, and the dark LEDs"
    # No LED lies in a gap between two arcs.
    for each in around:
        nearest = min(hypot(each.x - px, each.y - py) for line in lines for px, py in line.points)
        assert nearest < 0.5
