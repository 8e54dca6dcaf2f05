"""The marks on the tracks of a front plate."""

from __future__ import annotations

from math import dist
from pathlib import Path

import pytest

from firmware_py.config import track_shape
from firmware_py.drawing.front_plate import front_plate, track_marks
from firmware_py.drawing.shapes import CAPITAL, Line, Text
from tests.support.svg_reader import board

PLATE = front_plate(board("usb-numpad", Path()))


def test_every_fifth_hole_of_each_track_has_its_number() -> None:
    texts = [mark for mark in track_marks(PLATE, ["Ann", "Bob"]) if isinstance(mark, Text)]
    for number in range(5, 121, 5):
        found = [(text.x, text.y) for text in texts if text.text == str(number)]
        for place, track in zip(found, PLATE.tracks, strict=True):
            assert dist(place, PLATE.leds[track[number - 1]]) < 5


def test_each_track_names_its_side_and_may_leave_it_out() -> None:
    named = [mark.text for mark in track_marks(PLATE, ["Ann", "Bob"]) if isinstance(mark, Text)]
    assert "Ann" in named and "Bob" in named
    assert "" not in [mark.text for mark in track_marks(PLATE, ["", ""]) if isinstance(mark, Text)]


def test_each_track_has_three_lines_and_an_arrow() -> None:
    # The lines follow holes 30, 60 and 90 (RULES.md 7).
    assert len([mark for mark in track_marks(PLATE, ["", ""]) if isinstance(mark, Line)]) == 8


@pytest.mark.parametrize("leds", [60, 61, 120, 121])
def test_no_line_of_a_ring_strikes_through_a_number(leds: int) -> None:
    config = board("usb-numpad", Path())
    assert config.lights
    ring = config._replace(lights=config.lights._replace(shape=track_shape.ring(leds)))
    marks = list(track_marks(front_plate(ring), ["Ann", "Bob"]))
    lines = [mark for mark in marks if isinstance(mark, Line) and len(mark.points) == 2]
    numbers = [mark for mark in marks if isinstance(mark, Text) and mark.text[0].isdigit()]
    assert len(lines) == 3 and numbers
    for line in lines:
        (x, y), (to_x, to_y) = line.points
        for step in range(21):
            at = x + (to_x - x) * step / 20, y + (to_y - y) * step / 20
            for text in numbers:
                beside = abs(at[0] - text.x) > text.width / 2
                assert beside or abs(at[1] - text.y) > CAPITAL * text.size, (text.text, at)
