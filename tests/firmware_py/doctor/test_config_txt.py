"""Parsing config.txt: the rules in its documentation, tested on real files."""

import pytest

from firmware_py.doctor.config_txt import commented_out, read, sections
from tests.support.pi_captures import PI_3, PI_4, PI_5, models, text

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
