"""The header in the wiring diagram."""

from __future__ import annotations

from firmware_py.config.pi import BY_BCM, PINS
from firmware_py.drawing.shapes import Circle, Rectangle, Text
from firmware_py.wiring.layout import header
from firmware_py.wiring.pins import WiringPlan


def test_pin_1_is_square_and_covered_pins_are_grey() -> None:
    shapes = list(header(WiringPlan((), (), ()), [BY_BCM[4]]))
    pads = [each for each in shapes if isinstance(each, Circle)]
    assert len(pads) == 39 and len([each for each in shapes if isinstance(each, Rectangle)]) == 2
    names = [each.text for each in shapes if isinstance(each, Text) and not each.text.isdigit()]
    assert names == [f"{pin.name} {pin.function}".strip() for pin in PINS]
    white = [pad for pad in pads if pad.fill == "#ffffff"]
    # 28 GPIO pins (Raspberry Pi documentation, "GPIO and the 40-pin header"), one of which is covered
    assert len(white) == 27
