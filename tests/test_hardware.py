"""The wiring guide says what the program does."""

from __future__ import annotations

import re
from pathlib import Path

from firmware_py.keys import Key
from firmware_py.wiring import BUTTONS, LIGHTS

GUIDE = (Path(__file__).parent.parent / "hardware" / "README.md").read_text(encoding="utf-8")

# Where each BCM number is on the header (Raspberry Pi documentation, GPIO and the 40-pin header).
HEADER = {
    2: 3, 3: 5, 4: 7, 5: 29, 6: 31, 7: 26, 8: 24, 9: 21, 10: 19, 11: 23, 12: 32, 13: 33, 14: 8, 15: 10,
    16: 36, 17: 11, 18: 12, 19: 35, 20: 38, 21: 40, 22: 15, 23: 16, 24: 18, 25: 22, 26: 37, 27: 13,
}  # fmt: skip


def test_each_key_is_on_the_pin_that_the_guide_says() -> None:
    rows = re.findall(r"`(\w+)` \| (\d+) \| (\d+) \|", GUIDE)
    assert {Key.parse(key): int(pin) for key, pin, _ in rows} == BUTTONS
    assert all(HEADER[int(pin)] == int(place) for _, pin, place in rows)


def test_the_buses_are_on_the_pins_that_the_guide_says() -> None:
    rows = re.findall(r"^\| [^|`]+ \| (\d+) \| (\d+) \|$", GUIDE, re.M)
    assert {int(pin) for pin, _ in rows} == {2, 3, 10, 11}
    assert all(HEADER[int(pin)] == int(place) for pin, place in rows)


def test_no_pin_has_two_uses() -> None:
    assert len(set(BUTTONS.values())) == len(BUTTONS) == 20
    assert not set(BUTTONS.values()) & {0, 1, 2, 3, 8, 9, 10, 11}


def test_there_are_as_many_leds_as_the_guide_says() -> None:
    assert f"| APA102 or SK9822 LEDs | {LIGHTS * 2 // 3} or {LIGHTS} |" in GUIDE
