"""The supplied profiles are complete and agree with the manufacturers' documentation of the boards."""

import pytest

from firmware_py.config import files
from firmware_py.config.build import load
from firmware_py.config.clashes import PinUser, Signal, Use, uses
from firmware_py.config.keypads import ButtonSettings, KeyboardSettings
from firmware_py.input.keys import Key, Stick
from firmware_py.input.press_detector import LONG_PRESS

NAMES = files.profile_names()
RANKS_AND_ANSWERS = {key.value for key in list(Key)[:13]} | {"GO", "OK", "UNDO"}


def pins(text: str) -> dict[str, int]:
    """Return the number of each key, from a text in which it stands behind the key."""
    words = text.split()
    return dict(zip(words[::2], map(int, words[1::2]), strict=True))


@pytest.mark.parametrize("name", NAMES)
def test_a_profile_is_a_board_that_can_be_played_on(name: str) -> None:
    config = load(files.profile(name))
    assert (config.source, config.profile) == (None, name)
    assert config.title
    assert not config.plays
    assert config.displays or config.lights
    (keys,) = config.inputs
    named = set(keys.pins) if isinstance(keys, ButtonSettings) else set(keys.codes)
    stick = {each.value for each in Stick}
    # Each rank has its own key, or a joystick chooses it. Other keys may be long presses, or cells of the
    # picker.
    if stick & named:
        assert stick <= named
        assert {"OK", "GO"} <= named
    else:
        assert named >= RANKS_AND_ANSWERS
        assert named >= {short.value for short in LONG_PRESS}  # MENU, REDO, MUGGINS, AGAIN and SCORE


@pytest.mark.parametrize("name", NAMES)
def test_a_board_without_a_screen_speaks_through_its_lights(name: str) -> None:
    config = load(files.profile(name))
    if config.lights:
        assert config.lights.palette.speaks == (not config.displays)


def test_the_twenty_keys_leave_the_buses_and_the_hats_identification_alone() -> None:
    # The buttons are on BCM 4 5 6 7 12-27, which leaves 2 3 (I2C), 8 to 11 (SPI0) and 0 1 (HAT ID).
    (keys,) = load(files.profile("keypad-20")).inputs
    assert isinstance(keys, ButtonSettings)
    assert sorted(keys.pins.values()) == [4, 5, 6, 7, *range(12, 28)]


def test_the_numeric_keypad_has_the_kernels_codes() -> None:
    # linux/input-event-codes.h: KEY_KP1 79 ... KEY_KP0 82, KEY_KPSLASH 98, KEY_KPASTERISK 55, KEY_KPMINUS 74,
    # KEY_KPPLUS 78, KEY_KPENTER 96, KEY_KPDOT 83, KEY_BACKSPACE 14.
    (keys,) = load(files.profile("usb-numpad")).inputs
    assert isinstance(keys, KeyboardSettings)
    codes = "A 79 2 80 3 81 4 75 5 76 6 77 7 71 8 72 9 73 10 82 J 98 Q 55 K 74 GO 78 OK 96 MENU 83 UNDO 14"
    assert keys.codes == {key: (code,) for key, code in pins(codes).items()}
    assert keys.grab


def test_the_bonnet_is_adafruits() -> None:
    # Adafruit 3531: A 5, B 6, left 27, right 23, up 17, down 22, centre 4; SSD1306 at 0x3C.
    config = load(files.profile("oled-bonnet"))
    (keys,) = config.inputs
    assert isinstance(keys, ButtonSettings)
    assert keys.pins == pins("OK 5 GO 6 LEFT 27 RIGHT 23 UP 17 DOWN 22 PICK 4")
    (display,) = config.displays
    assert (display.controller, display.interface) == ("ssd1306", "i2c")
    assert (display.bus, display.address) == (1, 0x3C)


def test_the_hat_is_waveshares() -> None:
    # Waveshare: SH1106 on SPI0, CS 8, DC 24, RST 25; KEY1 21, KEY2 20, KEY3 16; up 6, down 19, left 5,
    # right 26, press 13.
    config = load(files.profile("oled-hat"))
    (keys,) = config.inputs
    assert isinstance(keys, ButtonSettings)
    assert keys.pins == pins("OK 21 GO 20 UNDO 16 UP 6 DOWN 19 LEFT 5 RIGHT 26 PICK 13")
    (display,) = config.displays
    assert (display.controller, display.interface) == ("sh1106", "spi")
    assert (display.bus, display.dc, display.reset) == (0, 24, 25)
    assert Use(8, PinUser.DISPLAY, Signal.CE0, shared=True) in uses(config)


def test_the_first_board_is_a_numeric_keypad_and_any_usual_screen_and_nothing_to_solder() -> None:
    # Adafruit's Bonnet and the usual modules alike: SSD1306, I2C bus 1, 0x3C.
    config, numpad = load(files.profile("first-board")), load(files.profile("usb-numpad"))
    assert config.lights is None
    assert config.inputs == numpad.inputs
    assert config.displays == load(files.profile("oled-bonnet")).displays == numpad.displays
    assert {use.pin for use in uses(config)} == {2, 3}


def test_the_matrix_has_each_key_once_and_all_codes_differ() -> None:
    (keys,) = load(files.profile("keypad-4x4")).inputs
    assert isinstance(keys, KeyboardSettings)
    laid_out = [key for row in keys.matrix for key in row]
    assert len(laid_out) == 16
    assert set(laid_out) == set(keys.codes) == RANKS_AND_ANSWERS


def test_kernel_keys_are_on_the_pins_of_the_twenty_buttons() -> None:
    (kernel,) = load(files.profile("gpio-keys")).inputs
    (direct,) = load(files.profile("keypad-20")).inputs
    assert isinstance(kernel, KeyboardSettings)
    assert isinstance(direct, ButtonSettings)
    assert kernel.pins == direct.pins
    assert set(kernel.pins) == set(kernel.codes)
