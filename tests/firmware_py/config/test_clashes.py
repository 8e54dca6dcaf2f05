"""Two parts that use the same pin, address or bus."""

from pathlib import Path

import pytest

from firmware_py.config.build import load
from firmware_py.config.clashes import PinUser, Signal, Use, uses
from tests.firmware_py.config.refusal import refusal

AMPLIFIER = '[speech]\namplifier = "max98357a"'
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
    (
        'extends = "oled-hat"\nlights = {bus = 1}',
        "buttons.GO and lights (MOSI) are both on BCM 20, which the HAT needs: leave out the lights",
    ),
    (
        'extends = "usb-numpad"\n[display]\nreset = 11',
        "display (RST) and lights (SCLK) are both on BCM 11",
    ),
    (
        f'extends = "keypad-20"\n{AMPLIFIER}',
        "buttons.J and speech.amplifier (BCLK) are both on BCM 18: sound takes BCM 18 to 21 and no others, "
        "so give buttons.J another pin, or use a USB speaker, which needs no pin: amplifier = false",
    ),
    (
        f'extends = "gpio-keys"\n{AMPLIFIER}',
        "keyboard.pins.J and speech.amplifier (BCLK) are both on BCM 18: sound takes BCM 18 to 21",
    ),
    (
        f'extends = "keypad-4x4"\n{AMPLIFIER}',
        "keyboard.rows[4] and speech.amplifier (LRC) are both on BCM 19: sound takes BCM 18 to 21",
    ),
    (
        f'extends = "oled-hat"\n{AMPLIFIER}',
        "buttons.DOWN and speech.amplifier (LRC) are both on BCM 19: the HAT needs that pin, "
        "and the amplifier can have no other: use a USB speaker",
    ),
    (
        f'extends = "usb-numpad"\nlights = {{bus = 1}}\n{AMPLIFIER}',
        "lights (CE0) and speech.amplifier (BCLK) are both on BCM 18: put the lights on SPI0 (bus = 0",
    ),
    (
        f'extends = "usb-numpad"\ndisplay = {{interface = "spi", bus = 1}}\n{AMPLIFIER}',
        "display (CE0) and speech.amplifier (BCLK) are both on BCM 18: put the display on SPI0 (bus = 0) "
        "or on I2C, or use a USB speaker",
    ),
    (
        f'extends = "usb-numpad"\nsignals = {{buzzer = 20}}\n{AMPLIFIER}',
        "signals.buzzer and speech.amplifier (input) are both on BCM 20",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), CLASHES)
def test_the_error_names_both_parts_and_what_they_share(tmp_path: Path, text: str, message: str) -> None:
    assert refusal(tmp_path, text).startswith(message)


@pytest.mark.parametrize(
    ("board", "spi1"),
    [
        ('extends = "usb-numpad"\ndisplay = {interface = "spi"}', True),
        ('extends = "usb-numpad"\ndisplay = {interface = "spi"}\nlights = {chip = "ws2812"}', False),
        ('extends = "oled-hat"\nlights = {chip = "apa102"}', False),
        ('extends = "oled-bonnet"\n[display]\ninterface = "spi"\ndc = 12\nreset = 13', False),
        ('extends = "usb-numpad"\ndisplay = {interface = "spi"}\nsignals = {buzzer = 19}', False),
    ],
)
def test_spi1_is_suggested_for_lights_only_if_it_would_work(tmp_path: Path, board: str, spi1: bool) -> None:
    message = refusal(tmp_path, board)
    assert message.startswith("display and lights are both on SPI bus 0")
    assert ("SPI1" in message) == spi1
    if "oled-" in board:  # the wires of a board that plugs on cannot move
        assert "such as the OLED Bonnet, or leave out the lights: lights = false" in message
    if spi1:
        (tmp_path / "remedy.toml").write_text(f"{board}\nlights = {{bus = 1}}")
        load(tmp_path / "remedy.toml")


@pytest.mark.parametrize("profile", ["bare", "first-board", "led-panel", "oled-bonnet", "usb-numpad"])
def test_boards_that_leave_the_pins_of_sound_free_can_have_an_amplifier(tmp_path: Path, profile: str) -> None:
    (tmp_path / "muggins.toml").write_text(f'extends = "{profile}"\n{AMPLIFIER}')
    sound = {use.pin for use in uses(load(tmp_path / "muggins.toml")) if use.part is PinUser.AMPLIFIER}
    assert sound == {18, 19, 20, 21}  # PCM_CLK, PCM_FS, PCM_DIN, PCM_DOUT (BCM2835 ARM Peripherals, 6.2)


def test_a_voice_without_an_amplifier_needs_no_pins(tmp_path: Path) -> None:
    (tmp_path / "muggins.toml").write_text('extends = "keypad-20"\n[speech]\nlevel = "full"')
    assert load(tmp_path / "muggins.toml").speech
    (tmp_path / "off.toml").write_text('extends = "muggins.toml"\n[speech]\namplifier = false')
    load(tmp_path / "off.toml")


@pytest.mark.parametrize(
    ("use", "setting", "wire"),
    [
        (Use(4, PinUser.BUTTON, key="OK"), "buttons.OK", "OK"),
        (Use(4, PinUser.KEYBOARD_KEY, key="S"), "keyboard.pins.S", "S"),
        (Use(4, PinUser.KEYPAD_COLUMN, number=2), "keyboard.columns[2]", "column 2"),
        (Use(4, PinUser.SECOND_DISPLAY, Signal.RST), "second_display", "RST"),
        (Use(4, PinUser.TURN, number=1), "signals.turn[1]", "turn 1"),
        (Use(4, PinUser.GAME_OVER), "signals.game_over", "game over"),
        (Use(20, PinUser.AMPLIFIER, Signal.SOUND_INPUT), "speech.amplifier", "input"),
    ],
)
def test_a_use_names_its_setting_and_its_wire(use: Use, setting: str, wire: str) -> None:
    assert (use.setting, use.wire) == (setting, wire)
