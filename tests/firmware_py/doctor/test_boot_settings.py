"""The settings in config.txt and cmdline.txt that a board needs."""

import re
import tomllib
from pathlib import Path

import pytest

from firmware_py.config import files
from firmware_py.config.keypads import KeyboardSettings
from firmware_py.config.lights import SignalSettings
from firmware_py.config.needs import cmdline_words, config_lines, listing, spi0_line
from firmware_py.doctor.config_txt import LONGEST, read
from firmware_py.doctor.overlay_pins import MATRIX_PINS, taken
from tests.support.pi_captures import PI_3, PI_4, PI_5, profile

OVERLAY = Path(__file__).parents[3] / "hardware" / "overlays" / "muggins-keypad-4x4.dts"
ZERO_2 = "Raspberry Pi Zero 2 W Rev 1.0"


def lines(config):
    return [(line.section, line.text) for line in config_lines(config)]


def settings(config, model=PI_4):
    return read(listing(config_lines(config)), "config.txt", model)


def with_chip(chip, order="GRB", leds=242):
    config = profile("usb-numpad")
    lights = config.lights._replace(chip=chip, order=order, shape=config.lights.shape._replace(leds=leds))
    return config._replace(lights=lights)


def test_the_usual_board():
    assert lines(profile("keypad-20")) == [
        ("all", "dtparam=i2c_arm=on,i2c_arm_baudrate=400000"),
        ("all", "dtparam=spi=on"),
        ("all", "dtoverlay=spi0-1cs"),  # BCM 7 is a button
        ("all", "enable_uart=0"),  # 14 and 15 are buttons
    ]
    assert [(word.text, word.wanted) for word in cmdline_words(profile("keypad-20"))] == [
        ("console=serial0", False)
    ]


def test_a_usb_keypad_leaves_the_pins_alone():
    assert [text for _, text in lines(profile("usb-numpad"))] == [
        "dtparam=i2c_arm=on,i2c_arm_baudrate=400000",
        "dtparam=spi=on",
    ]
    assert cmdline_words(profile("usb-numpad")) == []


def test_a_display_on_spi_needs_its_chip_select():
    assert [text for _, text in lines(profile("oled-hat"))] == ["dtparam=spi=on"]


@pytest.mark.parametrize("name", files.profile_names())
def test_no_pin_of_a_board_is_given_away_by_its_own_settings(name):
    config = profile(name)
    buttons = {
        pin for each in config.inputs if not isinstance(each, KeyboardSettings) for pin in each.pins.values()
    }
    assert not buttons & {each.pin for each in taken(settings(config))}


@pytest.mark.parametrize("name", files.profile_names())
def test_every_line_is_short_enough(name):
    assert all(len(line.text) <= LONGEST for line in config_lines(profile(name)))


@pytest.mark.parametrize(
    ("pins", "overlay"),
    [
        ((7,), "dtoverlay=spi0-1cs"),
        ((9,), "dtoverlay=spi0-2cs,no_miso"),
        ((7, 9), "dtoverlay=spi0-1cs,no_miso"),
        ((4,), None),
    ],
)
def test_unused_pins_of_spi0_can_be_used(pins, overlay):
    config = profile("usb-numpad")._replace(
        lights=profile("usb-numpad").lights._replace(device=0), signals=SignalSettings(turn=pins)
    )
    texts = [text for _, text in lines(config) if text.startswith("dtoverlay")]
    assert texts == ([overlay] if overlay else [])


@pytest.mark.parametrize(
    ("devices", "others", "line"),
    [
        ({0}, {7, 8}, "dtoverlay=spi0-0cs"),
        ({0}, {7, 8, 9}, "dtoverlay=spi0-0cs,no_miso"),
        ({0, 1}, {9}, "dtoverlay=spi0-2cs,no_miso"),
        ({0}, {2, 3, 10}, None),
    ],
)
def test_the_overlay_that_frees_pins_of_spi0(devices, others, line):
    assert spi0_line(devices, others) == line


def test_buttons_that_the_kernel_reads():
    texts = [text for _, text in lines(profile("gpio-keys"))]
    assert "dtoverlay=gpio-key,gpio=4,active_low=1,gpio_pull=up,label=A,keycode=30" in texts
    assert sum(text.startswith("dtoverlay=gpio-key,") for text in texts) == 20


def test_a_matrix_on_other_pins_names_them():
    config = profile("keypad-4x4")
    keyboard = config.inputs[0]
    assert ("all", "dtoverlay=muggins-keypad-4x4") in lines(config)
    moved = config._replace(inputs=(keyboard._replace(rows=(22, 23, 24, 25), columns=(26, 27, 17, 18)),))
    (text,) = [text for _, text in lines(moved) if "muggins" in text]
    assert text == (
        "dtoverlay=muggins-keypad-4x4,row0=22,row1=23,row2=24,row3=25,col0=26,col1=27,col2=17,col3=18"
    )
    assert len(text) <= LONGEST


def test_ws2812_needs_a_fixed_core_clock():
    # rpi_ws281x, README, "SPI"
    config = with_chip("ws2812")
    assert settings(config, PI_3).number("core_freq") == 250
    assert settings(config, ZERO_2).number("core_freq") == 250
    assert settings(config, PI_4).number("core_freq") == 500
    assert settings(config, PI_4).number("core_freq_min") == 500
    assert settings(config, PI_5).number("core_freq") is None
    assert listing(config_lines(config)).endswith("core_freq_min=500\n[all]\n")


def test_apa102_needs_no_fixed_clock():
    assert "core_freq" not in listing(config_lines(profile("keypad-20")))


@pytest.mark.parametrize(
    ("chip", "order", "leds", "bufsiz"),
    [
        ("ws2812", "GRB", 242, None),  # 2904 bytes
        ("ws2812", "GRB", 363, 8192),  # 4356
        ("sk6812", "GRBW", 256, 8192),  # 4096, plus zeros before and after
        ("ws2812", "GRB", 1024, 16384),
        ("apa102", "BGR", 2000, None),  # a pause in the data does no harm
    ],
)
def test_a_long_chain_is_sent_in_one_transfer(chip, order, leds, bufsiz):
    words = cmdline_words(with_chip(chip, order, leds))
    assert [word.text for word in words] == ([f"spidev.bufsiz={bufsiz}"] if bufsiz else [])


def test_the_listing_works_at_the_end_of_any_file():
    text = listing(config_lines(profile("keypad-20")))
    assert text.startswith("[all]\n")
    found = read("[cm4]\notg_mode=1\n" + text, "config.txt", PI_4)
    assert found.is_on("spi")
    assert listing([]) == ""


def cells(name):
    (found,) = re.findall(rf"{re.escape(name)} = (.*?);", OVERLAY.read_text(), re.DOTALL)
    found = re.sub("//.*", "", found)
    return [int(cell, 0) for cell in re.findall(r"(?<![\w&])(?:0x[0-9a-f]+|\d+)", found)]


def test_the_overlay_of_the_matrix_has_the_profiles_pins_and_keys():
    keyboard = profile("keypad-4x4").inputs[0]
    # Each `<&gpio PIN 1>` stands for a pin that is active low (dt-bindings/gpio/gpio.h).
    assert cells("row-gpios") == [cell for pin in keyboard.rows for cell in (pin, 1)]
    assert cells("col-gpios") == [cell for pin in keyboard.columns for cell in (pin, 1)]
    assert cells("brcm,pins") == [*keyboard.rows, *keyboard.columns]
    assert list(MATRIX_PINS.values()) == [*keyboard.rows, *keyboard.columns]
    # Documentation/devicetree/bindings/input/matrix-keymap.yaml: row << 24 | column << 16 | code.
    assert cells("linux,keymap") == [
        row << 24 | column << 16 | keyboard.codes[word][0]
        for row, words in enumerate(keyboard.matrix)
        for column, word in enumerate(words)
    ]


def test_each_parameter_of_the_overlay_is_at_its_pin():
    text = OVERLAY.read_text()
    # A cell has four bytes, and a pin has three cells: controller, number, flags.
    for kind, first in (("row", 0), ("col", 4)):
        for each in range(4):
            assert (
                f'"{kind}-gpios:{12 * each + 4}", <&keypad_pins>,"brcm,pins:{4 * (first + each)}"'
                in re.sub(r"\s+", " ", re.search(rf"{kind}{each} = (.*);", text)[1])
            )


def test_captures_name_their_sources():
    folder = Path(__file__).parents[2] / "data" / "captures"
    named = set(tomllib.loads((folder / "sources.toml").read_text()))
    assert named == {path.name for path in folder.iterdir()} - {"sources.toml"}
