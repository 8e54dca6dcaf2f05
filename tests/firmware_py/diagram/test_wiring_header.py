"""The header in the wiring diagram."""

from __future__ import annotations

from firmware_py.diagram.pin_header import BY_BCM, PINS
from firmware_py.diagram.shapes import Circle, Rectangle, Text
from firmware_py.diagram.wiring_header import header
from firmware_py.diagram.wiring_pin_assignment import WiringPlan


def test_pin_1_is_square_and_covered_pins_are_grey() -> None:
    shapes = list(header(WiringPlan((), (), ()), [BY_BCM[4]]))
    pads = [each for each in shapes if isinstance(each, Circle)]
    assert len(pads) == 39 and len([each for each in shapes if isinstance(each, Rectangle)]) == 2
    names = [each.text for each in shapes if isinstance(each, Text) and not each.text.isdigit()]
    assert names == [f"{pin.name} {pin.function}".strip() for pin in PINS]
    white = [pad for pad in pads if pad.fill == "#ffffff"]
    # 28 GPIO pins (Raspberry Pi documentation, "GPIO and the 40-pin header"), one of which is covered
    assert len(white) == 27
