"""Each controller's memory is addressed with the commands in its data sheet."""

import pytest

from firmware_py.config.displays import OLED_CONTROLLERS
from firmware_py.drivers.oled_commands import (
    PageArea,
    addressing_of,
    changed_rectangles,
    changed_runs,
    controller_named,
)

PART = PageArea(10, 20, 3, 3)


@pytest.mark.parametrize("name", ["ssd1306", "ssd1309"])
def test_a_window_has_columns_and_pages(name: str) -> None:
    addressing = addressing_of(controller_named(name))
    assert bytes(addressing.select(PART)) == bytes([0x21, 10, 20, 0x22, 3, 3])
    assert addressing.changed is changed_rectangles


def test_an_sh1106_takes_a_page_and_a_column_two_further_on() -> None:
    addressing = addressing_of(controller_named("sh1106"))
    assert bytes(addressing.select(PART)) == bytes([0xB3, 0x0C, 0x10])
    assert addressing.changed is changed_runs


@pytest.mark.parametrize("name", OLED_CONTROLLERS)
def test_the_whole_frame_is_every_byte_once(name: str) -> None:
    cells = [
        (page, column)
        for left, right, top, bottom in addressing_of(controller_named(name)).whole
        for page in range(top, bottom + 1)
        for column in range(left, right + 1)
    ]
    assert sorted(cells) == [(page, column) for page in range(8) for column in range(128)]


def test_an_unknown_controller_is_refused() -> None:
    with pytest.raises(ValueError, match="ssd1306, ssd1309, sh1106: got 'ssd1315'"):
        controller_named("ssd1315")
