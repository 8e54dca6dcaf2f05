"""What is wrong with a configuration is said in one line: file, key, value and what would be right."""

import os
from pathlib import Path

import pytest

from firmware_py.config.build import load
from firmware_py.errors import UsageError

PROFILES = "bare, gpio-keys, keypad-20, keypad-4x4, oled-bonnet, oled-hat, usb-numpad"
WRONG = [
    ('extends = "keypad-2"', f"extends = 'keypad-2': there is no such profile: choose one of {PROFILES}"),
    ("extends = 3", "extends = 3: must be text in quotes"),
    ('extends = "here.toml"', "extends leads back to this file"),
    ("x = ", "this is not valid TOML: Invalid value"),
    ("colour = 1", "colour = 1: no such key here; the keys are title, extends, buttons"),
    ("[display]\nadress = 3", "display.adress = 3: no such key here; the keys are controller"),
    ("[display]\naddress = 300", "display.address = 300: must be an I2C address from 0x03 to 0x77"),
    ("[display]\naddress = true", "display.address = true: must be an I2C address"),
    (
        "[display]\ncontroller = 'ssd1307'",
        "display.controller = 'ssd1307': must be one of 'ssd1306', 'ssd1309', 'sh1106'",
    ),
    ("[display]\nrotate = 90", "display.rotate = 90: must be one of 0, 180"),
    (
        "[display]\ndim_after = -1",
        "display.dim_after = -1: a time in seconds, 0 for never, must be a whole number",
    ),
    ("[display]\nhz = 3000000", "display.hz = 3000000: must be one of 1000000, 2000000"),
    ("display = 3", "display = 3: must be a table"),
    ("[buttons]\n2 = 28", "buttons.2 = 28: a BCM pin must be a whole number from 2 to 27"),
    ("[buttons]\n11 = 5", "buttons.11 = 5: no such key here; the keys are A, 2, 3"),
    ("[buttons]\nA = 'x'", "buttons.A = 'x': a BCM pin must be a whole number"),
    ("[keyboard]\ngrab = 1", "keyboard.grab = 1: must be true or false"),
    (
        "[keyboard.codes]\nA = [79, 999]",
        "keyboard.codes.A[2] = 999: a key code must be a whole number from 1 to 767",
    ),
    ("[keyboard.codes]\nA = []", "keyboard.codes.A = []: must be a list of 1 to 9"),
    ("[keyboard.codes]\nA = 79\n2 = 79", "keyboard.codes.2 = 79: A has this code"),
    ("[keyboard]\ndevice = 'x'", "keyboard.codes is empty"),
    ("[keyboard]\npins = {A = 4}\ncodes = {2 = 3}", "keyboard.pins.A: this key has no code"),
    (
        "[keyboard]\nrows = [4]\ncolumns = [5, 6]\nmatrix = [['A']]\ncodes = {A = 30}",
        "keyboard.matrix must have 1 rows of 2 keys",
    ),
    ("[keyboard]\nmatrix = [['A']]\ncodes = {A = 30}", "keyboard.matrix also needs its pins"),
    ('title = "a\\u001b[31m"', "title = 'a\\x1b[31m': must be text in quotes, on one line"),
    ("x = " + "9" * 5000, "this is not valid TOML: Exceeds the limit"),
    ("x = " + "[" * 5000, "this is not valid TOML: brackets are nested"),
    (
        "[game]\nplayers = 0x" + "f" * 9000,
        "game.players = a number with thousands of digits: must be one of 2",
    ),
    ("[rules]\ntarget = 0x" + "f" * 9000, "rules.target = a number with thousands of digits: choose from 31"),
    ("[display]\nhz = 8000000.0", "display.hz = 8000000.0: must be one of 1000000"),
    ('extends = "bare"\n[lights]\norder = "GRBW"', "lights.order = 'GRBW': apa102 LEDs have three"),
    ("[keyboard]\nmatrix = [['X']]", "keyboard.matrix[1][1] = 'X': must be one of 'A', '2'"),
    ("[lights]\ncolours = ['orange', 'mauve']", "lights.colours[2] = 'mauve': 'mauve' isn't a colour"),
    ("[lights]\ncolours = ['orange', 7]", "lights.colours[2] = 7: must be a colour"),
    ("[lights]\ncolours = ['orange']", "lights.colours = ['orange']: must be a list of 2 to 3"),
    ("[lights]\norder = 'GGB'", "lights.order = 'GGB': must be the order of the colours on the wire"),
    (
        "[lights]\nbrightness = 0",
        "lights.brightness = 0: a brightness in percent must be a whole number from 1 to 100",
    ),
    (
        'extends = "bare"\n[lights]\nchip = "ws2812"\nhz = 800000',
        "lights.hz = 800000: ws2812 needs",
    ),
    ('[game]\nnames = ["Ann", "Ann"]\n[rules]\nmuggins = "on"', "game.names: names cannot be Ann,Ann"),
    ("[lights.shape]\nleds = 59", "lights.shape.leds = 59: must be one of 60, 61, 120, 121"),
    (
        "[lights.shape]\nkind = 'circle'",
        "lights.shape.kind = 'circle': must be one of 'strips', 'ring', 'panel'",
    ),
    (
        'extends = "bare"\n[lights.shape]\nwidth = 32',
        "lights.shape.width does not belong to kind = 'strips', which takes tracks",
    ),
    ("[lights.shape]\npitch_mm = 0", "lights.shape.pitch_mm = 0: must be a length in mm"),
    ('extends = "bare"\n[lights.shape]\nholes = 120', "lights.shape: holes is 120"),
    ("[signals]\nturn = [5]", "signals.turn = [5]: must be a list of 2 to 3"),
    ("[signals]\nbuzzer = 99", "signals.buzzer = 99: a BCM pin"),
    ("[rules]\nmuggins = 'of'", "rules.muggins = 'of': choose from on, off"),
    ("[rules]\nmuggins = 1.5", "rules.muggins = 1.5: choose from on, off"),
    ("[rules]\ntarget = 3", "rules.target = 3: choose from 31 to 999"),
    ("[rules]\nmugins = true", "rules.mugins = true: no such key here; the keys are game"),
    ("[rules]\ngame = 'five-card'\n[game]\nplayers = 4", "rules: "),
    ("[game]\nplayers = 5", "game.players = 5: must be one of 2, 3, 4"),
    ("[game]\nnames = ['Ann', 'Bob', 'Cy D']", "game.names: 'Cy D' cannot be a name"),
    ("[game]\nnames = ['Ann']", "game.names = ['Ann']: must be a list of 2 to 4"),
]  # fmt: skip
CLASHES = [
    ('extends = "keypad-20"\nbuttons = {MENU = 2}', "buttons.MENU and display (SDA) are both on BCM 2"),
    ('extends = "keypad-20"\nbuttons = {MENU = 10}', "buttons.MENU and lights (MOSI) are both on BCM 10"),
    ("buttons = {A = 4, 2 = 4}", "buttons.A and buttons.2 are both on BCM 4"),
    ("[buttons]\nA = 4\n[signals]\nbuzzer = 4", "buttons.A and signals.buzzer are both on BCM 4"),
    ("[buttons]\nA = 4\n[signals]\nturn = [5, 5]", "signals.turn[1] and signals.turn[2] are both on BCM 5"),
    (
        'extends = "keypad-20"\nsecond_display = {address = 0x3c}',
        "display and second_display are both at I2C address 0x3c of bus 1: give one of them another",
    ),
    (
        'extends = "oled-hat"\nlights = {chip = "ws2812"}',
        "display and lights are both on SPI bus 0: LEDs have no chip select",
    ),
    (
        'extends = "oled-hat"\nsecond_display = {interface = "spi", dc = 5, reset = 6}',
        "display and second_display are both on chip select 0 of SPI bus 0",
    ),
    (
        'extends = "oled-hat"\nsecond_display = {interface = "spi", device = 1, dc = 24, reset = 6}',
        "display (DC) and second_display (DC) are both on BCM 24",
    ),
    (
        'extends = "keypad-4x4"\nsignals = {buzzer = 21}',
        "keyboard.columns[4] and signals.buzzer are both on BCM 21",
    ),
    (
        'extends = "gpio-keys"\nsignals = {buzzer = 21}',
        "keyboard.pins.S and signals.buzzer are both on BCM 21",
    ),
    ('extends = "keypad-20"\nbuttons = {4 = 8}', "buttons.4 and lights (CE0) are both on BCM 8"),
    ("[lights]\ndevice = 1\n[buttons]\nA = 8", "buttons.A and lights (CE0) are both on BCM 8"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "said"), WRONG + CLASHES)
def test_it_names_the_file_the_key_the_value_and_what_would_be_right(
    tmp_path: Path, text: str, said: str
) -> None:
    path = tmp_path / "here.toml"
    path.write_text(text)
    with pytest.raises(UsageError) as raised:
        load(path)
    message = str(raised.value)
    assert message.startswith(f"{path}: {said}")
    assert "\n" not in message


def test_the_file_named_is_the_one_in_which_it_stands(tmp_path: Path) -> None:
    below, above = tmp_path / "below.toml", tmp_path / "above.toml"
    below.write_text('extends = "keypad-20"\n[display]\ncontrast = 999')
    above.write_text('extends = "below.toml"\n[display]\ncontrast = 99')
    with pytest.raises(UsageError, match=r"below\.toml: display\.contrast = 999"):
        load(above)


@pytest.mark.parametrize(
    ("content", "said"),
    [(None, "no such file or directory"), (b"\xff\xfe", "the file is not UTF-8 text: save it as UTF-8")],
)
def test_a_file_that_cannot_be_read(tmp_path: Path, content: bytes | None, said: str) -> None:
    path = tmp_path / "muggins.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(UsageError) as raised:
        load(path)
    assert str(raised.value).startswith(f"{path}: {said}")


def test_what_would_never_end_is_no_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "muggins.toml")
    with pytest.raises(UsageError, match="this is not a file"):
        load(tmp_path / "muggins.toml")


def test_a_link_to_itself_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "muggins.toml").symlink_to("muggins.toml")
    with pytest.raises(UsageError, match="too many levels of symbolic links"):
        load(tmp_path / "muggins.toml")
