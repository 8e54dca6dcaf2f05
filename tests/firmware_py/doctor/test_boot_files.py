"""config.txt: how it is read, which pins its overlays take, and what a board needs in it.

The expected pins are from the overlays README.
"""

import re
import tomllib
from pathlib import Path

import pytest

from firmware_py.config import files
from firmware_py.config.keypads import KeyboardSettings
from firmware_py.config.requirements import cmdline_words, config_lines, listing, spi0_line
from firmware_py.doctor.boot_files import LONGEST, MATRIX_PINS, commented_out, read, sections, taken
from tests.support.loaded import written
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


BY_MODEL = "[pi3]\ncore_freq=250\n[pi4]\ncore_freq=500\n[all]\ngpu_mem=16\n"


@pytest.mark.parametrize(
    ("content", "model", "values"),
    [
        (BY_MODEL, PI_3, {"core_freq": 250, "gpu_mem": 16}),  # one filter for models replaces another
        (BY_MODEL, PI_4, {"core_freq": 500, "gpu_mem": 16}),
        (BY_MODEL, PI_5, {"gpu_mem": 16}),
        ("[EDID=VSC-TD2220]\n[pi4]\nspi=1\n[all]\ni2c=1\n", PI_4, {"i2c": 1}),  # others add up
        *[(f"{unmet}\nspi=1\n", PI_4, {}) for unmet in ("[none]", "[0x12345678]", "[gpio4=1]", "[cm9]")],
        ("a=" + "1" * 96 + "2\n", PI_4, {"a": int("1" * 96)}),  # a line is read up to 98 characters
        ("include a.txt\ngpu_mem=16\n", PI_4, {"x": 1, "gpu_mem": 16}),
    ],
)
def test_the_values_of_a_file_are_those_for_the_model(content, model, values):
    found = settings(content, model, **{"a.txt": "include a.txt\nx=1\ngpu_mem=128"})
    assert {name: found.number(name) for name in found.values} == values


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


def test_a_line_that_is_only_commented_out_is_found():
    content = text("bookworm-config.txt")
    assert commented_out(content, "dtparam=i2c_arm=on,i2c_arm_baudrate=400000") == 1
    assert commented_out(content, "dtparam=spi=on") == 3
    assert commented_out(content, "dtparam=watchdog=on") is None


def pins(lines, model=PI_4):
    return {each.pin for each in taken(read(lines, "config.txt", model))}


def test_two_buses_and_three_chip_selects():
    # gpioinfo of the same machine agrees: it has "spi1 CS2" on line 16.
    found = {each.pin: each for each in taken(read(text("spi1-config.txt"), "config.txt", PI_5))}
    assert set(found) == {2, 3, 7, 8, 9, 10, 11, 16, 17, 18, 19, 20, 21}
    assert found[16].by == "dtoverlay=spi1-3cs"
    assert found[16].place == "config.txt, line 5"


BOOT = tomllib.loads((Path(__file__).parents[2] / "data" / "boot.toml").read_text())


@pytest.mark.parametrize("line", BOOT["pins"])
def test_pins_of_settings(line):
    assert pins(line) == set(BOOT["pins"][line])


@pytest.mark.parametrize("case", BOOT["board"], ids=lambda case: case["id"])
def test_what_a_board_needs(case, tmp_path):
    config = written(tmp_path, case["file"])
    lines = config_lines(config)
    assert listing(lines) == case["config_txt"]
    assert all(len(line.text) <= LONGEST for line in lines)
    words = cmdline_words(config)
    assert [word.text if word.wanted else f"not {word.text}" for word in words] == case["cmdline_txt"]


OVERLAY = Path(__file__).parents[3] / "hardware" / "overlays" / "muggins-keypad-4x4.dts"


@pytest.mark.parametrize("name", files.profile_names())
def test_no_pin_of_a_board_is_given_away_by_its_own_settings(name):
    config = profile(name)
    buttons = {
        pin for each in config.inputs if not isinstance(each, KeyboardSettings) for pin in each.pins.values()
    }
    settings = read(listing(config_lines(config)), "config.txt", PI_4)
    assert not buttons & {each.pin for each in taken(settings)}


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
