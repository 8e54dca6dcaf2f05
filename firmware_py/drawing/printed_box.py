"""The box of a board for a 3D printer, as a program for OpenSCAD.

It has the figures of the box that a laser cuts (`enclosure`), as variables at its head, so that a maker can
change them in OpenSCAD: the thickness, the depth, the holes. The case lies on its back, open at the top; the
front plate lies beside it and is screwed to four posts. In OpenSCAD, y points up on the front plate.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from firmware_py.config.pi import PI_HOLES

from .enclosure import DEPTH, Box, Opening
from .front_plate import KEY_HOLE, SCREW_HOLE


def openscad(box: Box, title: str) -> str:
    """Return the OpenSCAD program that makes a box, with all lengths in millimetres."""
    plate = box.plate
    leds = [plate.leds[led] for led in plate.holes]
    variables: dict[str, str | float] = {
        "thickness": box.thickness,
        "width": _number(plate.width),
        "height": _number(plate.height),
        "depth": DEPTH,
        "led_hole": plate.drill,
        "key_hole": KEY_HOLE,
        "screw_hole": SCREW_HOLE,
        "pi_screw": 2.2,
        "plate_screw": 2.5,
        "standoff": 4,
        "leds": _points(leds, plate.height),
        "keys": _points([at for _, at in plate.keys], plate.height),
        "screws": _points(plate.screws, plate.height),
        "screen": _window(plate.screen, plate.height) if plate.screen else "[]",
        "pi_holes": _points([(box.pi[0] + x, box.pi[1] + y) for x, y in PI_HOLES], plate.height),
    }
    head = [f"// {title}, in millimetres. Print the two parts as they lie.", "$fn = 24;"]
    values = [f"{name} = {value};" for name, value in variables.items()]
    return "\n".join([*head, *values, _FRONT, _case(box), "case();", _BESIDE, ""])


_FRONT = """
module front() linear_extrude(thickness) difference() {
  square([width, height]);
  for (at = leds) translate(at) circle(d = led_hole);
  for (at = keys) translate(at) circle(d = key_hole);
  for (at = screws) translate(at) circle(d = screw_hole);
  if (len(screen) > 0) translate([screen[0], screen[1]]) square([screen[2], screen[3]]);
}"""
_CASE = """
module ring(across, hole) difference() {{
  circle(d = across);
  circle(d = hole);
}}
module case() difference() {{
  union() {{
    linear_extrude(thickness) square([width, height]);
    linear_extrude(depth) difference() {{
      square([width, height]);
      translate([thickness, thickness]) square([width - 2 * thickness, height - 2 * thickness]);
    }}
    linear_extrude(depth) for (at = screws) translate(at) ring(9, plate_screw);
    linear_extrude(thickness + standoff) for (at = pi_holes) translate(at) ring(6, pi_screw);
  }}
{openings}
}}"""
_BESIDE = "translate([0, height + 10, 0]) front();"


def _case(box: Box) -> str:
    """The program turns each opening from its wall, seen from outside, into the box, whose back is below."""
    openings = [
        *_holes(box.upper, "translate([width, height, depth]) rotate([90, 0, 180])"),
        *_holes(box.lower, "translate([0, 0, depth]) rotate([90, 0, 0])"),
        *_holes(box.left, "translate([0, height, depth]) rotate([90, 0, 270])"),
    ]
    return _CASE.format(openings="\n".join(openings))


def _holes(openings: Sequence[Opening], turned: str) -> Iterator[str]:
    for each in openings:
        place = f"  {turned} translate([{_number(each.x)}, {_number(-each.y)}, -thickness - 1])"
        if each.round:
            yield f"{place} cylinder(d = {_number(each.width)}, h = thickness + 2);"
        else:
            size = f"[{_number(each.width)}, {_number(each.height)}, thickness + 2]"
            half = f"[{_number(-each.width / 2)}, {_number(-each.height / 2)}, 0]"
            yield f"{place} translate({half}) cube({size});"


def _points(points: Sequence[tuple[float, float]], height: float) -> str:
    return f"[{', '.join(f'[{_number(x)}, {_number(height - y)}]' for x, y in points)}]"


def _window(screen: tuple[float, float, float, float], height: float) -> str:
    x, y, wide, high = screen
    return f"[{_number(x)}, {_number(height - y - high)}, {_number(wide)}, {_number(high)}]"


def _number(value: float) -> str:
    return f"{round(value, 3) + 0.0:g}"
