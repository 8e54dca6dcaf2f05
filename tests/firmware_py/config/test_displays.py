"""The display settings, and their defaults."""

from firmware_py.config import defaults
from firmware_py.config.displays import DisplaySettings, displays


def test_an_empty_table_has_all_defaults() -> None:
    assert displays({"display": {}}) == (DisplaySettings(),)


def test_the_default_bus_depends_on_the_interface() -> None:
    first, second = displays({"display": {}, "second_display": {"interface": "spi"}})
    assert (first.bus, second.bus) == (defaults.DISPLAY_BUS["i2c"], defaults.DISPLAY_BUS["spi"])


def test_without_a_table_there_is_no_screen() -> None:
    assert displays({"lights": {}}) == ()
