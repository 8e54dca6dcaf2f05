"""The wiring table, read pin by pin, and the notes below it and below the picture."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_py.config.build import load
from firmware_py.config.clashes import PinUser, Use, uses
from firmware_py.config.config import Config
from firmware_py.config.pi import PLUG_ON_BOARDS, plug_on_board
from firmware_py.config.wiring_warnings import wiring_warnings
from firmware_py.drawing.formats import svg
from firmware_py.wiring.notes import left_to_wire, named_buttons, table
from firmware_py.wiring.picture import draw
from tests.support.svg_reader import BOARDS, PIN_NAMES, PIN_NUMBERS, Picture, board, description, table_rows


@pytest.fixture(params=BOARDS)
def config(request: pytest.FixtureRequest, tmp_path: Path) -> Config:
    return board(request.param, tmp_path)


def test_the_text_has_every_use_at_its_pin_and_nothing_else(config: Config) -> None:
    rows = table_rows(config)
    assert {number: name for number, (name, _) in rows.items()} == PIN_NAMES
    wanted: dict[int, list[Use]] = {}
    for use in uses(config):
        wanted.setdefault(PIN_NUMBERS[use.pin], []).append(use)
    for number in PIN_NUMBERS.values():
        some = wanted.get(number, [])
        if len(some) == 2 and some[0].wire != "MISO":
            assert rows[number][1] == f"both displays {some[0].wire}"
        else:
            assert rows[number][1] == (description(some[0], config) if some else "")


def test_every_wired_part_has_power_and_ground_and_only_the_amplifier_is_on_5_volts(config: Config) -> None:
    rows = table_rows(config)
    on = {name: {use for pin, use in rows.values() if pin == name and use} for name in ("3V3", "5V", "GND")}
    grounds = {part for use in on["GND"] for part in use.split(", ")}
    assert on["5V"] == ({"amplifier"} if config.speech else set()) <= grounds
    supplied = {part for use in on["3V3"] for part in use.split(", ")}
    assert ("lights" in grounds) == bool(config.lights) and "lights" not in supplied
    displays = {part for part in grounds | supplied if "display" in part}
    missing = {f"The {part} takes 3V3" for part in displays - supplied} | {
        f"The {part} takes GND" for part in displays - grounds
    }
    assert bool(displays) == bool(config.displays)
    plain = " ".join(table(config).split()).replace("second", "2nd")
    assert all(each in plain for each in missing)
    to_ground = {PinUser.BUTTON, PinUser.TURN, PinUser.DEALER, PinUser.GAME_OVER, PinUser.BUZZER}
    assert to_ground.isdisjoint(use.part for use in uses(config)) or {"keys", "signals"} & grounds


def test_the_text_fits_a_terminal(config: Config) -> None:
    assert table(config).isascii()
    assert max(map(len, table(config).splitlines())) <= 80


def test_a_single_led_on_ground_alone_is_not_called_a_key(tmp_path: Path) -> None:
    rows = table_rows(board("two-on-spi", tmp_path))
    assert rows[30] == ("GND", "signals")


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


def test_lights_and_further_keys_are_left_to_wire(tmp_path: Path) -> None:
    config = board("bonnet-and-more", tmp_path)
    bonnet = plug_on_board(config)
    assert bonnet
    wired = {use.setting for use in uses(left_to_wire(config, bonnet))}
    assert wired == {
        "buttons.UNDO", "buttons.MUGGINS", "lights", "signals.turn[1]", "signals.turn[2]", "signals.buzzer",
    }  # fmt: skip


def test_beside_an_amplifier_the_display_of_the_board_is_not_wired(tmp_path: Path) -> None:
    config = board("bonnet-and-amplifier", tmp_path)
    bonnet = plug_on_board(config)
    assert bonnet
    assert {use.setting for use in uses(left_to_wire(config, bonnet))} == {"speech.amplifier"}


def test_a_display_on_other_pins_is_left_to_wire(tmp_path: Path) -> None:
    path = tmp_path / "muggins.toml"
    path.write_text(
        'extends = "oled-bonnet"\nlights = false\ndisplay = { controller = "sh1106", interface = "spi" }\n'
    )
    config = load(path)
    assert left_to_wire(config, PLUG_ON_BOARDS["oled-bonnet"]).displays == config.displays
    same = board("oled-bonnet", tmp_path)
    assert left_to_wire(same, PLUG_ON_BOARDS["oled-bonnet"]).displays == ()


def test_the_buttons_of_a_board_have_their_keys(tmp_path: Path) -> None:
    keys = {"oled-hat": {"KEY1": "OK", "KEY2": "GO", "KEY3": "UNDO"}, "oled-bonnet": {"#5": "OK", "#6": "GO"}}
    for name, wanted in keys.items():
        assert named_buttons(board(name, tmp_path), PLUG_ON_BOARDS[name]) == wanted
