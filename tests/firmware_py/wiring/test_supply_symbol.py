"""The power supply for the LEDs."""

from __future__ import annotations

from firmware_py.drawing.shapes import Circle, Text
from firmware_py.wiring.symbols import TERMINALS, supply_symbol


def test_the_plus_is_above_the_minus_and_each_has_a_screw() -> None:
    shapes = list(supply_symbol(40, "5 V, 2 A or more"))
    signs = {each.text: each.y for each in shapes if isinstance(each, Text) and each.text in "+-"}
    assert signs == {"+": 40, "-": 48}
    assert [each.y for each in shapes if isinstance(each, Circle)] == [40, 48]
    assert all(x < min(each.x for each in shapes if isinstance(each, Circle)) for x in TERMINALS)
    assert "5 V, 2 A or more" in {each.text for each in shapes if isinstance(each, Text)}
