"""Mistakes in a configuration, in `tests/data/mistakes.toml`, and parts that claim the same pins."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from firmware_py.config import files
from firmware_py.config.build import load
from firmware_py.config.clashes import PinUser, uses
from firmware_py.config.wiring_warnings import NOTE, wiring_warnings
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


@pytest.mark.parametrize("name", files.profile_names())
@pytest.mark.parametrize("model", [None, PI_4, PI_5])
def test_no_profile_has_a_risk(name: str, model: str | None) -> None:
    found = wiring_warnings(load(files.profile(name)), model)
    assert [each for each in found if each.level != NOTE] == []


def test_a_wiring_impossible_on_this_pi_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model, path, cache = tmp_path / "model", tmp_path / "muggins.toml", tmp_path / "cache"
    monkeypatch.setattr(files, "MODEL_FILE", model)
    path.write_text(PULSES.format("ws2812", 1))
    model.write_bytes(PI_5.encode() + b"\0")
    load(path, cache)
    model.write_bytes(PI_4.encode() + b"\0")
    for kept in (None, cache):  # the card has moved from a Pi 5 to a Pi 4
        with pytest.raises(UsageError, match="WS2812 LEDs on SPI bus 1 get broken pulses") as raised:
            load(path, kept)
        assert "\n" not in str(raised.value) and str(raised.value).startswith(f"{path}: ")


TOLD = tomllib.loads((Path(__file__).parents[2] / "data" / "wiring.toml").read_text())


@pytest.mark.parametrize("case", TOLD["case"], ids=lambda case: case["id"])
def test_what_is_said_about_a_wiring(case: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "muggins.toml"
    path.write_text(case["file"])
    risks = [(level, case[level]) for level in ("fault", "warning") if level in case]
    notes = [("note", TOLD["notes"][name]) for name in case.get("notes", ())]
    found = wiring_warnings(load(path), case.get("model"))
    assert [(each.level, each.sentence) for each in found] == [*risks, *notes]


DATA = Path(__file__).parents[2] / "data" / "mistakes.toml"
HUGE = "0x" + "f" * 9000
GENERATED = [
    {"file": f"[game]\nplayers = {HUGE}", "says": "game.players = a number with thousands of digits: …"},
    {"file": f"[rules]\ntarget = {HUGE}", "says": "rules.target = a number with thousands of digits: …"},
    {"file": "x = " + "9" * 5000, "says": "this is not valid TOML: Exceeds the limit …"},
    {"file": "x = " + "[" * 5000, "says": "this is not valid TOML: brackets are nested …"},
]


@pytest.mark.parametrize("case", [*tomllib.loads(DATA.read_text(encoding="utf-8"))["case"], *GENERATED])
def test_the_message_names_key_and_value_and_says_what_would_be_right(
    case: dict[str, str], tmp_path: Path
) -> None:
    said, wanted = refusal(tmp_path, case["file"]), case["says"]
    assert said.startswith(wanted[:-1]) if wanted.endswith("…") else said == wanted


def test_the_message_names_the_file_that_contains_the_value(tmp_path: Path) -> None:
    below, above = tmp_path / "below.toml", tmp_path / "above.toml"
    below.write_text('extends = "keypad-20"\n[display]\ncontrast = 999')
    above.write_text('extends = "below.toml"\n[display]\ncontrast = 99')
    with pytest.raises(UsageError, match=r"below\.toml: display\.contrast = 999"):
        load(above)
