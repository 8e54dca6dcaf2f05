"""The level shifter, with its pins in the positions given in the data sheet."""

from __future__ import annotations

from firmware_py.drawing.shapes import Text
from firmware_py.wiring.symbols import chip, pin_end

# TI, SN74AHCT125, "Pin Functions" of the 14-pin packages.
PINS = {
    1: "1OE", 2: "1A", 3: "1Y", 4: "2OE", 5: "2A", 6: "2Y", 7: "GND",
    8: "3Y", 9: "3A", 10: "3OE", 11: "4Y", 12: "4A", 13: "4OE", 14: "VCC",
}  # fmt: skip


def test_the_pins_run_down_on_the_left_and_up_on_the_right() -> None:
    ends = {number: pin_end(50, 100, number) for number in PINS}
    assert [number for number in ends if ends[number][0] < 50] == [1, 2, 3, 4, 5, 6, 7]
    assert sorted(range(1, 8), key=lambda number: ends[number][1]) == [1, 2, 3, 4, 5, 6, 7]
    assert all(ends[number][1] == ends[15 - number][1] for number in range(1, 8))


def test_each_pin_has_its_number_and_name() -> None:
    texts = [shape for shape in chip(50, 100) if isinstance(shape, Text)]
    for number, name in PINS.items():
        x, y = pin_end(50, 100, number)
        beside = [text.text for text in texts if text.y == y and abs(text.x - x) < 9]
        assert beside == [str(number), name]
