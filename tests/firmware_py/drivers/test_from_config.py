"""The drivers of a board receive their settings from its configuration."""

from pathlib import Path
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory

from firmware_py.config.displays import OLED_CONTROLLERS
from firmware_py.drivers import Wires, from_config
from firmware_py.emulator.board import EmulatedBoard
from firmware_py.render import oled
from firmware_py.system.errors import UsageError
from tests.support.loaded import written


@pytest.mark.parametrize("controller", OLED_CONTROLLERS)
@pytest.mark.parametrize("place", ["bus = 3\naddress = 0x3D\nreset = 25", 'interface = "spi"\ndevice = 1'])
def test_a_display_is_opened_where_it_is(tmp_path: Path, controller: str, place: str) -> None:
    text = f'[buttons]\nA = 4\n[display]\ncontroller = "{controller}"\n{place}'
    board = EmulatedBoard(written(tmp_path, text))
    screen = from_config.oled(board.config.displays[0], board.wires)
    screen.show(oled.splash().frame())
    assert board.screen == oled.splash().frame()
    screen.close()


@pytest.mark.parametrize(
    ("chip", "order"),
    [("apa102", "BGR"), ("sk9822", "RGB"), ("ws2812", "GRB"), ("sk6812", "GRBW"), ("ws2812", "BRG")],
)
def test_lights_have_the_chip_the_order_and_the_brightness(tmp_path: Path, chip: str, order: str) -> None:
    text = f'[buttons]\nA = 4\n[lights]\nchip = "{chip}"\norder = "{order}"\nbrightness = 50\nlimit_ma = 2800'
    made = written(tmp_path, text)
    assert made.lights
    board = EmulatedBoard(made)
    lights = from_config.lights(made.lights, board.wires)
    lights.show(bytes((100, 50, 0)) * made.lights.shape.leds)
    first: Any = board.chain.leds[0] if board.chain else None
    if chip in ("apa102", "sk9822"):
        # The emulated chain names the bytes in the order of an APA102, blue first.
        named = dict(zip(order, (first.blue, first.green, first.red), strict=True))
        assert (first.brightness, named) == (16, {"R": 100, "G": 50, "B": 0})
    else:
        assert tuple(first[:3]) == (50, 25, 0)
    lights.close()


def test_unavailable_pins_are_reported_in_one_line(tmp_path: Path) -> None:
    made = written(tmp_path, "[buttons]\nA = 4\n[signals]\nbuzzer = 6")
    wires = Wires(pins=MockFactory())
    taken = from_config.buzzer(made, wires)
    assert taken
    with pytest.raises(UsageError, match="the pins are not available: pin GPIO6 is already in use"):
        from_config.buzzer(made, wires)
    taken.close()


def test_a_board_without_signals_has_no_drivers_for_them(tmp_path: Path) -> None:
    made = written(tmp_path, "[buttons]\nA = 4")
    assert from_config.indicators(made) is None
    assert from_config.buzzer(made) is None


class Busy(Exception):
    """A stand-in for the errors that some pin factories raise instead of gpiozero's own."""


def test_an_error_of_the_pin_factory_is_one_line_too_and_no_pin_stays_open(tmp_path: Path) -> None:
    made = written(tmp_path, "[buttons]\nA = 4\n2 = 5\n[signals]\nbuzzer = 6")
    board = EmulatedBoard(made)
    pin = board.pins.factory.pin

    def busy(name: Any) -> Any:
        if name in (5, 6):
            raise Busy("GPIO busy")
        return pin(name)

    board.pins.factory.pin = busy
    told = []  # keeping the error does not keep its pin open
    for opened in (
        lambda: from_config.inputs(made, lambda *edge: None, print, board.wires),
        lambda: from_config.buzzer(made, board.wires),
        lambda: from_config.one_button(5, lambda down: None, board.wires),
    ):
        with pytest.raises(UsageError, match=r"the pins are not available: .*GPIO busy") as error:
            opened()
        told.append(error)
    board.pins.factory.pin = pin
    for each in from_config.inputs(made, lambda *edge: None, print, board.wires):
        each.close()
