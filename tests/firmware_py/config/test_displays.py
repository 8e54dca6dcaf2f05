"""The settings of displays; the table of OLED controllers agrees with luma.oled, the chips and itself."""

from typing import Any

import pytest
from luma.oled import device as luma

from firmware_py.config import defaults
from firmware_py.config.build import load
from firmware_py.config.displays import OLED_CONTROLLERS, DisplaySettings, controller_by_status, displays
from firmware_py.config.files import profile
from firmware_py.drawing.front_plate import front_plate
from firmware_py.emulator.oled_chips import CHIPS
from firmware_py.render.font import HEIGHT, WIDTH

OFF = 0xAE


class Recorder:
    """A test double for luma's serial interface that records all commands up to the first display data."""

    def __init__(self) -> None:
        self.commands: list[int] = []
        self.done = False

    def command(self, *command: int) -> None:
        if not self.done:
            self.commands += command

    def data(self, data: object) -> None:
        self.done = True

    def cleanup(self) -> None:
        pass


@pytest.mark.filterwarnings("ignore:Image.Image.getdata is deprecated:DeprecationWarning")  # luma's own
@pytest.mark.parametrize("controller", OLED_CONTROLLERS)
def test_the_start_up_bytes_are_lumas(controller: str) -> None:
    recorder: Any = Recorder()
    device = getattr(luma, controller)(recorder)
    device.cleanup()
    sent = bytes(recorder.commands)
    wanted = OLED_CONTROLLERS[controller].start_up
    assert sent[0] == OFF
    assert sent[1 : 1 + len(wanted)] == wanted
    # The rest selects the memory for luma's blank frame: columns and pages, or a page and its first column.
    assert sent[1 + len(wanted) :] in (bytes.fromhex("2100 7f 2200 07"), bytes.fromhex("b00210"))


def test_each_controller_has_an_emulated_chip() -> None:
    assert set(OLED_CONTROLLERS) == set(CHIPS)


def test_the_pictures_that_the_board_draws_fit_every_glass() -> None:
    sizes = {each.glass[:2] for each in OLED_CONTROLLERS.values()}
    assert sizes == {(WIDTH, HEIGHT)} == {(128, 64)}


@pytest.mark.parametrize("controller", OLED_CONTROLLERS)
def test_the_default_clock_is_no_faster_than_the_data_sheet_allows(controller: str) -> None:
    each = OLED_CONTROLLERS[controller]
    assert 0 < each.default_hz <= each.fastest_hz


def test_one_entry_describes_a_controller_to_the_whole_configuration(monkeypatch: pytest.MonkeyPatch) -> None:
    panel = OLED_CONTROLLERS["ssd1306"]._replace(default_hz=5_000_000, lit_area=(30.0, 15.0))
    monkeypatch.setitem(OLED_CONTROLLERS, "ssd1315", panel)
    table = {"controller": "ssd1315", "interface": "spi"}
    (display,) = displays({"display": table})
    assert display.hz == 5_000_000
    config = load(profile("usb-numpad"))
    screen = front_plate(config._replace(displays=(display,))).screen
    assert screen is not None and screen.width - screen.height == 15.0


@pytest.mark.parametrize("controller", OLED_CONTROLLERS)
def test_the_relatives_of_a_controller_are_controllers(controller: str) -> None:
    each = OLED_CONTROLLERS[controller]
    assert {each.reads_as, each.if_garbled, each.if_dark} <= set(OLED_CONTROLLERS)
    assert controller not in (each.if_garbled, each.if_dark)


@pytest.mark.parametrize(
    ("status", "controller"),
    [(0x46, "ssd1306"), (0x03, "ssd1306"), (0x48, "sh1106"), (0x08, "sh1106"), (0x40, None), (None, None)],
)
def test_the_status_byte_suggests_a_controller(status: int | None, controller: str | None) -> None:
    assert controller_by_status(status) == controller


def test_an_empty_table_has_all_defaults() -> None:
    assert displays({"display": {}}) == (DisplaySettings(),)


def test_the_default_bus_depends_on_the_interface() -> None:
    first, second = displays({"display": {}, "second_display": {"interface": "spi"}})
    assert (first.bus, second.bus) == (defaults.DISPLAY_BUS["i2c"], defaults.DISPLAY_BUS["spi"])


def test_without_a_table_there_is_no_screen() -> None:
    assert displays({"lights": {}}) == ()
