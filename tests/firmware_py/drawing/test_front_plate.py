"""The front plate is complete, nothing overlaps, and the parts have the sizes in which they are sold."""

from __future__ import annotations

from itertools import combinations
from math import dist
from pathlib import Path

import pytest

from engine.rules import Rules
from firmware_py.config import track_shape
from firmware_py.drawing.front_plate import KEY_HOLE, SCREW_HOLE, FrontPlate, front_plate
from firmware_py.system.errors import UsageError
from tests.support.svg_reader import board


def plates() -> dict[str, FrontPlate]:
    found = {}
    for name in ("usb-numpad", "oled-bonnet", "keypad-20", "gpio-keys", "keypad-4x4", "bare"):
        found[name] = front_plate(board(name, Path()))
    config = board("keypad-20", Path())
    assert config.lights
    for name, shape in {
        "one row": track_shape.strips(rows=1),
        "ring": track_shape.ring(60),
        "panel": track_shape.panel(),
    }.items():
        found[name] = front_plate(config._replace(lights=config.lights._replace(shape=shape)))
    return found


PLATES = plates()


@pytest.mark.parametrize("name", PLATES)
def test_nothing_overlaps_and_all_is_on_the_plate(name: str) -> None:
    plate = PLATES[name]
    holes = [(plate.leds[led], plate.drill / 2) for led in plate.holes]
    holes += [(at, KEY_HOLE / 2) for _, at in plate.keys] + [(at, SCREW_HOLE / 2) for at in plate.screws]
    for (x, y), radius in holes:
        assert radius < x < plate.width - radius and radius < y < plate.height - radius
    if plate.screen:
        left, top, width, height = plate.screen
        assert left > 0 and left + width < plate.width and top + height < plate.height
        for (x, y), radius in holes:
            nearest = min(max(x, left), left + width), min(max(y, top), top + height)
            assert dist((x, y), nearest) > radius + 1
    for (one, radius), (other, other_radius) in combinations(holes[-30:], 2):
        assert dist(one, other) > radius + other_radius + 1


def test_twenty_buttons_stand_in_the_order_of_the_cards() -> None:
    names = [name for name, _ in PLATES["keypad-20"].keys]
    assert names == "A 2 3 4 5 6 7 8 9 10 J Q K S H D C GO OK UNDO".split()
    assert PLATES["gpio-keys"].keys == PLATES["keypad-20"].keys
    across = [at for _, at in PLATES["keypad-20"].keys]
    assert across[1][0] - across[0][0] == pytest.approx(19) and across[1][1] == across[0][1]
    assert across[10][1] - across[0][1] == pytest.approx(19) and across[10][0] == across[0][0]


@pytest.mark.parametrize("name", ["usb-numpad", "keypad-4x4", "oled-bonnet", "bare"])
def test_keys_that_are_no_push_buttons_need_no_holes(name: str) -> None:
    assert PLATES[name].keys == ()


@pytest.mark.parametrize("controller, size", [("ssd1306", (21.744, 10.864)), ("ssd1309", (55.01, 27.49))])
def test_the_window_shows_all_of_the_lit_area(controller: str, size: tuple[float, float]) -> None:
    # The sizes are those of the data sheets of the UG-2864HSWEG01 and the UG-2864ASGPG14.
    config = board("usb-numpad", Path())
    plate = front_plate(config._replace(displays=(config.displays[0]._replace(controller=controller),)))
    assert plate.screen
    for wanted, found in zip(size, plate.screen[2:], strict=True):
        assert wanted + 1 < found < wanted + 2


@pytest.mark.parametrize("name", ["oled-bonnet", "bare"])
def test_a_screen_on_a_hat_or_none_needs_no_window(name: str) -> None:
    assert PLATES[name].screen is None


def test_the_leds_keep_their_distances() -> None:
    config = board("keypad-20", Path())
    assert config.lights
    plate = PLATES["keypad-20"]
    for one, other in ((0, 1), (0, 30), (5, 200)):
        wanted = dist(config.lights.shape.positions[one], config.lights.shape.positions[other])
        assert dist(plate.leds[one], plate.leds[other]) == pytest.approx(wanted)
    assert plate.nearest == pytest.approx(6.944)
    assert plate.holes == tuple(range(242))


def test_a_board_without_lights_has_no_plate() -> None:
    with pytest.raises(UsageError, match="oled-hat: this board has no lights"):
        front_plate(board("oled-hat", Path()))


def test_there_is_a_track_for_each_side_of_the_game_unless_another_number_is_asked_for() -> None:
    config = board("keypad-20", Path())
    three = config._replace(setup=config.setup._replace(rules=Rules(players=3)))
    four = config._replace(setup=config.setup._replace(rules=Rules(players=4)))  # partners: two sides
    assert [len(front_plate(each).tracks) for each in (config, three, four)] == [2, 3, 2]
    assert len(front_plate(config, 3).tracks) == 3
    assert len(front_plate(three, 2).tracks) == 2
