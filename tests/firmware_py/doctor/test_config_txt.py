"""config.txt: how it is read, which pins its overlays take, and what a board needs in it.

The expected pins are from the overlays README.
"""

import re
import tomllib
from pathlib import Path

import pytest

from firmware_py.config import files
from firmware_py.config.keypads import KeyboardSettings
from firmware_py.config.lights import SignalSettings
from firmware_py.config.needs import cmdline_words, config_lines, listing, spi0_line
from firmware_py.doctor.config_txt import LONGEST, MATRIX_PINS, commented_out, read, sections, taken
from tests.support.pi_captures import PI_3, PI_4, PI_5, models, profile, text

CM4 = "Raspberry Pi Compute Module 4 Rev 1.0"


def settings(content, model=PI_4, **files):
    return read(content, "config.txt", model, files.get)


@pytest.mark.parametrize("model", models(), ids=lambda model: model["name"])
def test_a_model_meets_the_filters_of_the_documentation(model):
    assert sections(model["name"]) == set(model["filters"])


def test_a_machine_that_is_no_pi_meets_no_filter():
    assert sections(None) == sections("VMware Virtual Platform") == frozenset()


@pytest.mark.parametrize("name", ["bullseye-config.txt", "bookworm-config.txt"])
def test_i2c_and_spi_are_comments_by_default(name):
    found = settings(text(name))
    assert not found.base
    assert found.overlays[0].name == "vc4-kms-v3d"
    assert found.values["disable_overscan"].value == "1"


def test_a_filter_is_for_its_models_and_all_ends_it():
    content = text("cm4-config.txt")
    on_cm4, on_pi3 = settings(content, CM4), settings(content, PI_3)
    assert [each.name for each in on_cm4.overlays] == ["dwc2", "vc4-fkms-v3d", "anyspi", "w5500"]
    assert [each.name for each in on_pi3.overlays] == ["anyspi", "w5500"]
    assert on_cm4.number("otg_mode") == 1
    assert on_pi3.number("otg_mode") is None
    assert on_pi3.values["enable_uart"] == ("1", "config.txt, line 21")


def test_parameters_of_an_overlay_and_where_it_stands():
    overlay = settings(text("cm4-config.txt"), PI_3).overlays[0]
    assert overlay.params == {"spi0-0": "", "dev": "w5500", "speed": "30000000"}
    assert overlay.place == "config.txt, line 24"


def test_a_key_of_the_kernel():
    first = settings(text("gpio-keys-config.txt")).overlays[0]
    assert first.name == "gpio-key"
    assert first.params["gpio"] == "17"
    assert first.params["keycode"] == "45"


def test_one_model_filter_replaces_another():
    content = "[pi3]\ncore_freq=250\n[pi4]\ncore_freq=500\n[all]\ngpu_mem=16\n"
    assert settings(content, PI_3).number("core_freq") == 250
    assert settings(content, PI_4).number("core_freq") == 500
    assert settings(content, PI_5).number("core_freq") is None
    assert settings(content, PI_5).number("gpu_mem") == 16


def test_filters_of_different_kinds_add_up():
    content = "[EDID=VSC-TD2220]\n[pi4]\nspi=1\n[all]\ni2c=1\n"
    assert set(settings(content).values) == {"i2c"}


@pytest.mark.parametrize("unmet", ["[none]", "[0x12345678]", "[gpio4=1]", "[tryboot]", "[cm9]"])
def test_other_filters_count_as_not_met(unmet):
    assert not settings(f"{unmet}\ndtparam=spi=on\n").base


def test_the_later_line_counts():
    found = settings("dtparam=i2c_arm=on\ndtparam=i2c=off\n")
    assert not found.is_on("i2c_arm")
    assert found.base["i2c_arm"].place == "config.txt, line 2"


def test_a_list_of_parameters_and_their_other_names():
    found = settings("dtparam=i2c1=on,i2c_baudrate=400000\ndevice_tree_param=spi\n")
    assert found.is_on("i2c_arm")
    assert found.base["i2c_arm_baudrate"].value == "400000"
    assert found.is_on("spi")


def test_a_parameter_below_an_overlay_is_the_overlays_unless_the_base_has_it():
    found = settings("dtoverlay=w1-gpio\ndtparam=gpiopin=17\ndtparam=spi=on\n")
    assert found.overlays[0].params == {"gpiopin": "17"}
    assert found.is_on("spi")


def test_another_file_is_included_in_its_place():
    found = settings("include extra.txt\ngpu_mem=16\n", **{"extra.txt": "dtparam=spi=on\ngpu_mem=128"})
    assert found.base["spi"] == ("on", "extra.txt, line 1")
    assert found.number("gpu_mem") == 16


def test_files_that_include_each_other_come_to_an_end():
    assert settings("include a.txt", **{"a.txt": "include a.txt\nx=1"}).number("x") == 1


def test_a_line_is_read_up_to_98_characters():
    found = settings("a=" + "1" * 96 + "2\n")
    assert found.values["a"].value == "1" * 96


def test_a_line_that_is_only_commented_out_is_found():
    content = text("bookworm-config.txt")
    assert commented_out(content, "dtparam=i2c_arm=on,i2c_arm_baudrate=400000") == 1
    assert commented_out(content, "dtparam=spi=on") == 3
    assert commented_out(content, "dtparam=watchdog=on") is None


def pins(lines, model=PI_4):
    return {each.pin for each in taken(read(lines, "config.txt", model))}


@pytest.mark.parametrize("name", ["bullseye-config.txt", "bookworm-config.txt"])
def test_no_pin_is_taken_by_default(name):
    assert pins(text(name)) == set()


def test_two_buses_and_three_chip_selects():
    # gpioinfo of the same machine agrees: it has "spi1 CS2" on line 16.
    found = {each.pin: each for each in taken(read(text("spi1-config.txt"), "config.txt", PI_5))}
    assert set(found) == {2, 3, 7, 8, 9, 10, 11, 16, 17, 18, 19, 20, 21}
    assert found[16].by == "dtoverlay=spi1-3cs"
    assert found[16].place == "config.txt, line 5"


def test_a_network_card_on_spi0_takes_its_interrupt():
    assert pins(text("cm4-config.txt")) == {25}


def test_keys_of_the_kernel_are_taken():
    assert pins(text("gpio-keys-config.txt")) == {5, 17, 22, 25, 27}


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("dtoverlay=audremap,enable_jack=on", {12, 13}),
        ("dtoverlay=audremap,pins_18_19", {18, 19}),
        ("dtoverlay=max98357a", {4, 18, 19, 20, 21}),
        ("dtoverlay=max98357a,sdmode-pin=17", {17, 18, 19, 20, 21}),
        ("dtoverlay=max98357a,no-sdmode", {18, 19, 20, 21}),
        ("dtoverlay=w1-gpio", {4}),
        ("dtoverlay=w1-gpio,gpiopin=17", {17}),
        ("dtoverlay=w1-gpio-pullup", {4, 5}),
        ("dtoverlay=gpio-shutdown", {3}),
        ("dtoverlay=gpio-shutdown,gpio_pin=26", {26}),
        ("dtoverlay=gpio-poweroff", {26}),
        ("dtoverlay=gpio-fan", {12}),
        ("dtoverlay=gpio-led", {19}),
        ("dtoverlay=pwm", {18}),
        ("dtoverlay=pwm-2chan", {18, 19}),
        ("dtoverlay=hifiberry-dacplus", {18, 19, 20, 21}),
        ("dtoverlay=rotary-encoder,pin_b=27", {4, 27}),
        ("dtoverlay=uart3", {4, 5}),
        ("dtoverlay=i2c-gpio", {23, 24}),
        ("dtoverlay=muggins-keypad-4x4", {5, 6, 12, 13, 16, 19, 20, 21}),
        ("dtoverlay=muggins-keypad-4x4,row0=4", {4, 6, 12, 13, 16, 19, 20, 21}),
        ("dtparam=i2s=on", {18, 19, 20, 21}),
        ("dtparam=spi=on", {7, 8, 9, 10, 11}),
        ("dtparam=spi=on\ndtoverlay=spi0-1cs", {8, 9, 10, 11}),
        ("dtparam=spi=on\ndtoverlay=spi0-1cs,cs0_pin=4", {4, 9, 10, 11}),  # as in debug-gpio.txt
        ("dtparam=spi=on\ndtoverlay=spi0-0cs,no_miso", {10, 11}),
        ("dtoverlay=spi1-1cs", {18, 19, 20, 21}),
    ],
)
def test_pins_of_settings(line, expected):
    assert pins(line) == expected


OVERLAY = Path(__file__).parents[3] / "hardware" / "overlays" / "muggins-keypad-4x4.dts"
ZERO_2 = "Raspberry Pi Zero 2 W Rev 1.0"


def lines(config):
    return [(line.section, line.text) for line in config_lines(config)]


def own_settings(config, model=PI_4):
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
    assert not buttons & {each.pin for each in taken(own_settings(config))}


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
    assert own_settings(config, PI_3).number("core_freq") == 250
    assert own_settings(config, ZERO_2).number("core_freq") == 250
    assert own_settings(config, PI_4).number("core_freq") == 500
    assert own_settings(config, PI_4).number("core_freq_min") == 500
    assert own_settings(config, PI_5).number("core_freq") is None
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
