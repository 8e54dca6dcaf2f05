"""The notes below the wiring table and the wiring diagram."""

from __future__ import annotations

from pathlib import Path

from firmware_py.config.build import load
from firmware_py.config.wiring_warnings import wiring_warnings
from firmware_py.drawing.formats import svg
from firmware_py.wiring.notes import table
from firmware_py.wiring.picture import draw
from tests.support.svg_reader import Picture, board


def test_a_hat_is_said_to_be_plugged_on(tmp_path: Path) -> None:
    for name in ("oled-hat", "oled-bonnet"):
        config = board(name, tmp_path)
        assert "plugs onto the header" in table(config)
        assert any("plugs onto the header" in label.text for label in Picture(svg(draw(config))).labels)


def test_the_first_board_is_said_to_take_a_bonnet_too(tmp_path: Path) -> None:
    assert "Bonnet fits too" in table(board("first-board", tmp_path))
    assert "Bonnet fits too" not in table(
        board("usb-numpad", tmp_path)
    )  # it would cover the pins of the lights


def test_a_board_without_wires_is_to_be_plugged_on_while_the_power_is_off(tmp_path: Path) -> None:
    for name, alone in (("oled-hat", True), ("bonnet-alone", True), ("oled-bonnet", False), ("bare", False)):
        said = table(board(name, tmp_path))
        assert ("Plug the board on while the power is off" in said) == alone
        assert ("Wire while the power is off" in said) != alone


def test_wires_marked_2nd_are_mentioned_only_if_there_are_any(tmp_path: Path) -> None:
    for name, marked in (("two-on-spi", True), ("single-leds", False)):
        config = board(name, tmp_path)
        said = " ".join(table(config).split())
        labels = {label.text for label in Picture(svg(draw(config))).labels}
        assert "Both displays share all wires" in said
        assert ("except those marked 2nd" in said) == marked
        assert any(label.startswith("2nd ") and label != "2nd display" for label in labels) == marked


def test_lights_leave_no_room_for_a_bonnet_without_a_splitter(tmp_path: Path) -> None:
    path = tmp_path / "muggins.toml"
    path.write_text('extends = "first-board"\n[lights]\n')
    notes = " ".join(table(load(path)).split())
    assert "Bonnet fits too" not in notes
    assert "A plug-on Bonnet covers the whole header" in notes and "splitter" in notes


def test_lines_for_single_models_are_left_to_the_guide(tmp_path: Path) -> None:
    path = tmp_path / "muggins.toml"
    path.write_text('extends = "usb-numpad"\nlights = {chip = "ws2812"}\n')
    notes = " ".join(table(load(path)).split())
    assert "core_freq" not in notes and "[pi4]" not in notes  # a section needs lines of its own
    lines = "dtparam=i2c_arm=on,i2c_arm_baudrate=400000 dtparam=spi=on"
    assert f"In config.txt: {lines} and the guide's lines for a fixed core clock" in notes
    assert "core clock" not in table(board("usb-numpad", tmp_path))  # APA102 has a clock wire


def test_pin_1_is_named_by_the_mark_that_the_table_gives_it(tmp_path: Path) -> None:
    text = table(board("bare", tmp_path))
    assert "pin 1, in square brackets," in text and "[ 1]" in text


def test_a_usb_keypad_is_said_to_take_no_pin(tmp_path: Path) -> None:
    config = board("bare", tmp_path)
    assert "uses no pin" in table(config)
    assert Picture(svg(draw(config))).labels_with("USB keypad")


def test_the_risks_of_a_wiring_are_the_first_notes(tmp_path: Path) -> None:
    path = tmp_path / "muggins.toml"
    path.write_text('extends = "usb-numpad"\n[lights]\nchip = "ws2812"\nbus = 1\n')
    config = load(path)
    warnings = wiring_warnings(config)
    assert "warning" in {each.level for each in warnings}
    plain = " ".join(table(config).split())
    drawn = " ".join(label.text for label in Picture(svg(draw(config))).labels)
    for warning in warnings:
        assert warning.sentence in plain and warning.sentence in drawn
    assert plain.index("Warning: WS2812 LEDs on SPI bus 1") < plain.index("Wire while the power is off")
    assert "Warning" not in table(config, "Raspberry Pi 5 Model B Rev 1.0")


def test_the_reset_line_of_a_display_on_i2c_has_its_pin(tmp_path: Path) -> None:
    path = tmp_path / "muggins.toml"
    path.write_text('extends = "usb-numpad"\n[display]\ncontroller = "ssd1309"\nreset = 25\n')
    config = load(path)
    assert "(22) GPIO25  display RST\n" in table(config) and "call RST RES" in table(config)
    assert Picture(svg(draw(config))).labels_with("RST")
