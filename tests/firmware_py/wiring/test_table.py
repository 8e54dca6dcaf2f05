"""The pins of the header, the wiring table, read pin by pin, and the notes below it and below the picture."""

from __future__ import annotations

from pathlib import Path

import pytest
from gpiozero import pi_info
from gpiozero.pins import data

from firmware_py.config.build import load
from firmware_py.config.clashes import Use, uses
from firmware_py.config.config import Config
from firmware_py.config.pi import PINS, PLUG_ON_BOARDS, ROWS, plug_on_board
from firmware_py.config.wiring_warnings import wiring_warnings
from firmware_py.drawing.formats import svg
from firmware_py.wiring.notes import left_to_wire, named_buttons, table
from firmware_py.wiring.picture import draw
from firmware_py.wiring.pins import FIVE, GROUND, POWER, WIRE, plan
from tests.support.svg_reader import BOARDS, FOLDER, Picture, board

from .pin_table import PIN_NAMES, PIN_NUMBERS, description, table_rows


@pytest.fixture(params=BOARDS)
def config(request: pytest.FixtureRequest) -> Config:
    return board(request.param)


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


PLUGGED, OFF = "plugs onto the header", "Plug the board on while the power is off"
BONNET = "Bonnet fits too"
TWO, MARKED = "Both displays share all wires", "except those marked 2nd"
CONFIG_TXT = "In config.txt: dtparam=i2c_arm=on,i2c_arm_baudrate=400000 dtparam=spi=on"
CLOCK = f"{CONFIG_TXT} and the guide's lines for a fixed core clock"


@pytest.mark.parametrize(
    ("text", "noted", "others"),
    [
        ('extends = "oled-hat"', [PLUGGED, OFF], ["Wire while"]),
        ('extends = "oled-bonnet"', [PLUGGED, "Wire while the power is off"], [OFF]),
        ('extends = "oled-bonnet"\nlights = false', [PLUGGED, OFF], ["Wire while"]),
        ('extends = "first-board"', [BONNET, PLUGGED], [OFF]),
        ('extends = "first-board"\n[lights]', ["A plug-on Bonnet covers", "splitter"], [BONNET]),
        ('extends = "usb-numpad"', [CONFIG_TXT], [BONNET, "core clock"]),  # APA102 has a clock wire
        ('extends = "usb-numpad"\nlights = {chip = "ws2812"}', [CLOCK], ["core_freq", "[pi4]"]),
        ('extends = "usb-numpad"\ndisplay = {reset = 25}', ["(22) GPIO25 display RST", "call RST RES"], []),
        ('extends = "bare"', ["pin 1, in square brackets,", "[ 1]", "uses no pin", "Wire while"], [OFF]),
        ((FOLDER / "two-on-spi.toml").read_text(), [TWO, MARKED], []),
        ((FOLDER / "single-leds.toml").read_text(), [TWO], [MARKED]),
    ],
)
def test_the_notes_say_what_is_true_of_this_board(
    tmp_path: Path, text: str, noted: list[str], others: list[str]
) -> None:
    path = tmp_path / "muggins.toml"
    path.write_text(text)
    config = load(path)
    said = table(config)
    assert said.isascii() and max(map(len, said.splitlines())) <= 80
    plain = " ".join(said.split())
    assert [each for each in noted if each not in plain] == [each for each in others if each in plain] == []
    labels = [label.text for label in Picture(svg(draw(config))).labels]
    assert any(PLUGGED in label for label in labels) == (PLUGGED in noted)
    assert any(label.startswith("2nd ") and label != "2nd display" for label in labels) == (MARKED in noted)


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


def test_lights_and_further_keys_are_left_to_wire() -> None:
    config = board("bonnet-and-more")
    bonnet = plug_on_board(config)
    assert bonnet
    wired = {use.setting for use in uses(left_to_wire(config, bonnet))}
    assert wired == {
        "buttons.UNDO", "buttons.MUGGINS", "lights", "signals.turn[1]", "signals.turn[2]", "signals.buzzer",
    }  # fmt: skip


def test_a_display_on_other_pins_is_left_to_wire(tmp_path: Path) -> None:
    path = tmp_path / "muggins.toml"
    path.write_text(
        'extends = "oled-bonnet"\nlights = false\ndisplay = { controller = "sh1106", interface = "spi" }\n'
    )
    config = load(path)
    assert left_to_wire(config, PLUG_ON_BOARDS["oled-bonnet"]).displays == config.displays
    same = board("oled-bonnet")
    assert left_to_wire(same, PLUG_ON_BOARDS["oled-bonnet"]).displays == ()


def test_the_buttons_of_a_board_have_their_keys() -> None:
    keys = {"oled-hat": {"KEY1": "OK", "KEY2": "GO", "KEY3": "UNDO"}, "oled-bonnet": {"#5": "OK", "#6": "GO"}}
    for name, wanted in keys.items():
        assert named_buttons(board(name), PLUG_ON_BOARDS[name]) == wanted


REVISIONS = {
    "B+": "0010",
    "Zero W": "9000c1",
    "3B": "a02082",
    "4B": "c03112",
    "5": "c04170",
    "Zero 2": "902120",
}
"""The revision code of each model (Raspberry Pi documentation, "Raspberry Pi revision codes")."""


@pytest.mark.parametrize("revision", REVISIONS.values(), ids=REVISIONS)
def test_every_pin_is_what_gpiozero_says(revision: str) -> None:
    header = pi_info(revision).headers["J8"]
    assert (header.rows, header.columns) == (ROWS, 2)
    assert {pin.number: pin.name for pin in PINS} == {number: pin.name for number, pin in header.pins.items()}
    for pin in PINS:
        assert (pin.row + 1, 1 if pin.side < 0 else 2) == (
            header.pins[pin.number].row,
            header.pins[pin.number].col,
        )


def test_the_functions_are_those_gpiozero_says() -> None:
    for pin in PINS:
        names = {word for name in data.PLUS_J8[2][pin.number].values() for word in name.split()}
        hat = {"ID_SD": "SDA", "ID_SC": "SCL"}  # the I2C bus on which a HAT identifies itself
        if pin.function:
            assert hat.get(pin.function, pin.function) in names


@pytest.mark.parametrize("name", BOARDS)
def test_each_pin_in_use_has_one_wire(name: str) -> None:
    config = board(name)
    wired = [wire.pin.bcm for wire in plan(config).wires if wire.pin.bcm is not None]
    assert sorted(wired) == sorted({use.pin for use in uses(config)})


@pytest.mark.parametrize("name", BOARDS)
def test_each_part_has_ground_displays_3_volts_and_the_amplifier_5(name: str) -> None:
    wiring = plan(board(name))
    for group in wiring.groups:
        supplied = {wire.kind for wire in group.wires} | set(group.missing)
        power = {"lights": set(), "amplifier": {FIVE}}.get(group.part, {POWER})
        wanted = {GROUND, *power}
        assert supplied - {WIRE} == (wanted if group.first else set())
