"""Parts that clash over a pin, address or bus, and wiring that cannot work or that a person must check."""

from pathlib import Path

import pytest

from firmware_py.config import files, pi
from firmware_py.config.build import load
from firmware_py.config.clashes import PinUser, uses
from firmware_py.config.wiring_warnings import NOTE, WiringWarning, wiring_warnings
from firmware_py.system.errors import UsageError

from .loaded import refusal

AMPLIFIER = '[speech]\namplifier = "max98357a"'


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


PI_4, PI_5 = "Raspberry Pi 4 Model B Rev 1.5", "Raspberry Pi 5 Model B Rev 1.0"
PULSES = 'extends = "usb-numpad"\n[lights]\nchip = "{}"\nbus = {}\n'


def warnings(folder: Path, text: str, model: str | None = None) -> list[WiringWarning]:
    path = folder / "here.toml"
    path.write_text(text)
    return wiring_warnings(load(path), model)


def risks(folder: Path, text: str, model: str | None = None) -> list[WiringWarning]:
    return [each for each in warnings(folder, text, model) if each.level != NOTE]


@pytest.mark.parametrize("name", files.profile_names())
@pytest.mark.parametrize("model", [None, PI_4, PI_5])
def test_no_profile_has_a_risk(name: str, model: str | None) -> None:
    found = wiring_warnings(load(files.profile(name)), model)
    assert [each for each in found if each.level != NOTE] == []


SSD1309 = 'extends = "usb-numpad"\n[display]\ncontroller = "ssd1309"\n'
HAT = 'extends = "oled-hat"\n[display]\ncontroller = "{}"\nhz = {}000000'
SECOND = 'extends = "first-board"\n[second_display]\n'


@pytest.mark.parametrize(
    ("text", "model", "what", "remedy"),
    [
        (PULSES.format("ws2812", 1), None, "WS2812 LEDs on SPI bus 1 get broken pulses", "bus = 0"),
        (PULSES.format("sk6812", 1), PI_4, "SK6812 LEDs on SPI bus 1 get broken pulses", "bus = 0"),
        (SSD1309, None, "the display, an SSD1309 on I2C, has no reset line", "reset = 25"),
        (f'{SECOND}address = 0x3D\ncontroller = "ssd1309"', None, "the second display,", "second_display"),
        (f'{SECOND}interface = "spi"\nhz = 16000000', None, "the second display runs", "second_display"),
        (HAT.format("sh1106", 8), None, "the display runs at 8 MHz", "hz under [display]"),
        (HAT.format("ssd1306", 16), None, "the display runs at 16 MHz", "hz under [display]"),
        ('extends = "bare"\n[lights]\nhz = 4500000', None, "the lights run at 4.5 MHz", "leave out hz"),
        ('extends = "bare"\n[keyboard.codes]\nUNDO = [14, 69]', None, "UNDO is on Num Lock (code 69)", ""),
    ],
)  # fmt: skip
def test_a_wiring_that_may_fail(tmp_path: Path, text: str, model: str | None, what: str, remedy: str) -> None:
    (risk,) = risks(tmp_path, text, model)
    assert risk.level == ("fault" if model else "warning")
    assert risk.what.startswith(what) and remedy in risk.remedy


@pytest.mark.parametrize(
    ("text", "model"),
    [
        (PULSES.format("ws2812", 1), PI_5),
        (PULSES.format("ws2812", 0), PI_4),
        (PULSES.format("apa102", 1), PI_4),
        (f"{SSD1309}reset = 25", None),
        (f'lights = false\n{SSD1309}interface = "spi"', None),
        (HAT.format("sh1106", 4), None),
        (HAT.format("ssd1306", 8), None),
        ('extends = "bare"\n[lights]\nhz = 4000000', None),
        ('extends = "bare"\n[keyboard.codes]\nUNDO = 83\nMENU = false', None),
    ],
)
def test_a_wiring_without_a_risk(tmp_path: Path, text: str, model: str | None) -> None:
    assert risks(tmp_path, text, model) == []


def test_a_wiring_that_cannot_work_on_this_pi_is_refused_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model, path, cache = tmp_path / "model", tmp_path / "muggins.toml", tmp_path / "cache"
    monkeypatch.setattr(pi, "MODEL_FILE", model)
    path.write_text(PULSES.format("ws2812", 1))
    model.write_bytes(PI_5.encode() + b"\0")
    load(path, cache)
    model.write_bytes(PI_4.encode() + b"\0")
    for kept in (None, cache):  # the card has moved from a Pi 5 to a Pi 4
        with pytest.raises(UsageError, match="WS2812 LEDs on SPI bus 1 get broken pulses") as raised:
            load(path, kept)
        assert "\n" not in str(raised.value) and str(raised.value).startswith(f"{path}: ")


def test_a_reset_line_is_suggested_on_a_free_pin_only(tmp_path: Path) -> None:
    text = 'extends = "oled-bonnet"\n[display]\ncontroller = "ssd1309"\n[buttons]\nUNDO = 25\nMENU = 24\n'
    (risk,) = risks(tmp_path, text)
    assert "reset = 18" in risk.remedy  # 22, 23, 27, 17 and 4 are the joystick's
    (risk,) = risks(tmp_path, 'extends = "keypad-20"\n[display]\ncontroller = "ssd1309"')
    assert "no pin is free" in risk.remedy and "reset =" not in risk.remedy


def test_lights_come_with_what_only_a_person_can_see(tmp_path: Path) -> None:
    clocked = " ".join(each.sentence for each in warnings(tmp_path, 'extends = "bare"'))
    pulsed = " ".join(
        each.sentence for each in warnings(tmp_path, 'extends = "bare"\nlights = {chip = "sk6812"}')
    )
    for text in (clocked, pulsed):
        assert "74AHCT125, not a 74HC125 or 74HCT125" in text and "without 1 and 4 on GND" in text
        assert "1000 uF" in text and "100 nF" in text and "far end" in text and "before the Pi" in text
    assert "300 to 500 ohms" in pulsed and "ohms" not in clocked
    assert "pins 1, 4, 5, 9, 10, 12 and 13 to GND" in pulsed  # the unused second gate, too
    assert "pins 1, 4, 9, 10, 12 and 13 to GND" in clocked
    assert warnings(tmp_path, 'extends = "usb-numpad"\nlights = false') == []


def test_the_bonnet_leaves_no_pin_for_the_lights(tmp_path: Path) -> None:
    found = warnings(tmp_path, 'extends = "oled-bonnet"')
    assert any("splitter" in each.remedy and "below the Pi" in each.remedy for each in found)
    for text in ('extends = "oled-bonnet"\nlights = false', 'extends = "bare"'):
        assert not any("splitter" in each.remedy for each in warnings(tmp_path, text))


@pytest.mark.parametrize(
    ("text", "bonnet"),
    [
        ('extends = "first-board"\n[lights]', True),
        ('extends = "usb-numpad"', True),
        ('extends = "usb-numpad"\n[display]\naddress = 0x3D', False),
        ('extends = "usb-numpad"\n[display]\ncontroller = "sh1106"', False),
        ('extends = "first-board"\n[buttons]\nOK = 5\nGO = 6\n[lights]', True),  # the Bonnet's buttons
        ('extends = "first-board"', False),  # no lights
        ('extends = "keypad-20"', False),  # its keys need the header, so the display is on wires
        ('extends = "keypad-4x4"', False),
        ('extends = "gpio-keys"', False),
    ],
)
def test_a_display_that_may_be_a_bonnet_comes_with_a_note(tmp_path: Path, text: str, bonnet: bool) -> None:
    found = [each for each in warnings(tmp_path, text) if "plug-on Bonnet covers" in each.what]
    assert bool(found) == bonnet
    assert all(each.level == NOTE and "splitter" in each.remedy for each in found)


def test_power_is_brought_to_the_panel_or_to_the_end_of_the_chain(tmp_path: Path) -> None:
    chain = ['extends = "bare"', 'extends = "bare"\n[lights.shape]\nkind = "ring"\nleds = 60\ntracks = 2']
    for text in chain:
        notes = " ".join(each.sentence for each in warnings(tmp_path, text))
        assert "far end of the chain" in notes and "panel" not in notes
    notes = " ".join(each.sentence for each in warnings(tmp_path, 'extends = "led-panel"'))
    assert "power wires of the panel" in notes and "chain" not in notes
