"""The settings of displays, keys, the voice and the broker; models of Pi and boards on its header; mistakes.

The mistakes are in `tests/data/mistakes.toml`.
"""

import socket
import tomllib
from pathlib import Path
from typing import Any

import pytest
from luma.oled import device as luma

from firmware_py.config import files
from firmware_py.config.build import load
from firmware_py.config.clashes import PinUser, uses
from firmware_py.config.displays import OLED_CONTROLLERS, controller_by_status
from firmware_py.config.files import pi_model
from firmware_py.config.pi import PLUG_ON_BOARDS, has_plain_spi1
from firmware_py.config.programs import MqttSettings, SpeechSettings, mqtt, speech
from firmware_py.config.wiring_warnings import NOTE, wiring_warnings
from firmware_py.render.font import HEIGHT, WIDTH
from firmware_py.system.errors import UsageError
from tests.support.loaded import refusal, written
from tests.support.svg_reader import board

OFF = 0xAE


class Recorder:
    """A test double for luma's serial interface that records all commands up to the first display data."""

    def __init__(self) -> None:
        self.commands: list[int] = []
        self.done = False

    def command(self, *command: int) -> None:
        if not self.done:
            self.commands += command

    def data(self, data: object) -> None:
        self.done = True

    def cleanup(self) -> None:
        pass


@pytest.mark.filterwarnings("ignore:Image.Image.getdata is deprecated:DeprecationWarning")  # luma's own
@pytest.mark.parametrize("controller", OLED_CONTROLLERS)
def test_the_start_up_bytes_are_lumas(controller: str) -> None:
    recorder: Any = Recorder()
    device = getattr(luma, controller)(recorder)
    device.cleanup()
    sent = bytes(recorder.commands)
    wanted = OLED_CONTROLLERS[controller].start_up
    assert sent[0] == OFF
    assert sent[1 : 1 + len(wanted)] == wanted
    # The rest selects the memory for luma's blank frame: columns and pages, or a page and its first column.
    assert sent[1 + len(wanted) :] in (bytes.fromhex("2100 7f 2200 07"), bytes.fromhex("b00210"))


def test_the_pictures_that_the_board_draws_fit_every_glass() -> None:
    sizes = {each.glass[:2] for each in OLED_CONTROLLERS.values()}
    assert sizes == {(WIDTH, HEIGHT)} == {(128, 64)}


@pytest.mark.parametrize("controller", OLED_CONTROLLERS)
def test_a_controllers_clock_is_possible_and_its_relatives_are_controllers(controller: str) -> None:
    each = OLED_CONTROLLERS[controller]
    assert 0 < each.default_hz <= each.fastest_hz  # the data sheet allows no faster
    assert {each.reads_as, each.if_garbled, each.if_dark} <= set(OLED_CONTROLLERS)
    assert controller not in (each.if_garbled, each.if_dark)


@pytest.mark.parametrize(
    ("status", "controller"),
    [(0x46, "ssd1306"), (0x03, "ssd1306"), (0x48, "sh1106"), (0x08, "sh1106"), (0x40, None), (None, None)],
)
def test_the_status_byte_suggests_a_controller(status: int | None, controller: str | None) -> None:
    assert controller_by_status(status) == controller


@pytest.mark.parametrize("name", PLUG_ON_BOARDS)
def test_the_pins_of_a_board_are_those_of_its_profile(name: str) -> None:
    # The profile also claims MISO, which the display does not use.
    config = board(name)
    used = {use.pin for use in uses(config._replace(lights=None)) if use.wire != "MISO"}
    assert PLUG_ON_BOARDS[name].pins == used
    assert PLUG_ON_BOARDS[name].keys == {pin for each in config.inputs for pin in each.pins.values()}


@pytest.mark.parametrize(
    ("model", "plain"),
    [
        ("Raspberry Pi Model B Plus Rev 1.2", False),
        ("Raspberry Pi 4 Model B Rev 1.5", False),
        ("Raspberry Pi Compute Module 4 Rev 1.0", False),
        ("Raspberry Pi 5 Model B Rev 1.0", True),
        ("Raspberry Pi Compute Module 5 Rev 1.0", True),
        ("Acme Laptop", None),
        (None, None),
    ],
)
def test_only_a_pi_5_has_an_spi1_like_spi0(model: str | None, plain: bool | None) -> None:
    assert has_plain_spi1(model) is plain


def test_the_name_ends_before_the_zero_byte(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "model"
    monkeypatch.setattr(files, "MODEL_FILE", path)
    assert pi_model() is None
    path.write_bytes(b"Raspberry Pi 4 Model B Rev 1.5\0")
    assert pi_model() == "Raspberry Pi 4 Model B Rev 1.5"


def test_the_voice_is_heard_from_the_amplifier_unless_the_file_names_another_device() -> None:
    assert speech({"amplifier": "max98357a"}).devices == ("plug:'dmix:CARD=MAX98357A'",)
    assert speech({"amplifier": "max98357a", "device": "default"}).devices == ("default",)


def test_all_settings_of_the_voice(tmp_path: Path) -> None:
    text = """extends = "usb-numpad"
[speech]
level = "full"
voice = "/usr/local/share/muggins-voice"
synthesiser = "pico2wave -w {file} {text}"
volume = 60
device = ["default", "plughw:CARD=Headset"]
keep_open = false
amplifier = "max98357a"
"""
    table = tomllib.loads(text)["speech"]
    devices = tuple(table.pop("device"))
    assert written(tmp_path, text).speech == SpeechSettings(**table, devices=devices)
    assert written(tmp_path, 'extends = "usb-numpad"').speech is None


def test_the_default_port_depends_on_tls() -> None:
    """The default ports are those registered with IANA: 1883 for MQTT, and 8883 for MQTT over TLS."""
    assert mqtt("it", {}) == MqttSettings("localhost", 1883)
    assert mqtt("it", {"tls": True}).port == 8883


def test_all_settings_of_the_broker(tmp_path: Path) -> None:
    text = """extends = "usb-numpad"
[mqtt]
host = "192.168.178.20"
port = 8884
user = "board7"
password_file = "/etc/muggins/mqtt-password"
tls = true
ca = "/etc/muggins/ca.crt"
name = "Table 7"
base = "club/boards"
discovery = false
"""
    assert written(tmp_path, text).mqtt == MqttSettings(**tomllib.loads(text)["mqtt"])
    assert written(tmp_path, 'extends = "usb-numpad"').mqtt is None


def test_a_file_can_switch_off_what_the_file_below_it_switches_on(tmp_path: Path) -> None:
    (tmp_path / "club.toml").write_text('extends = "bare"\n[mqtt]\ntls = true\nuser = "board"\n')
    settings = written(tmp_path, 'extends = "club.toml"\n[mqtt]\ntls = false\nuser = false\n').mqtt
    assert settings and (settings.tls, settings.port, settings.user) == (False, 1883, None)


def test_a_board_has_the_name_of_its_machine_unless_it_has_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "cribbage.fritz.box")
    assert MqttSettings().board_name == "cribbage"
    assert MqttSettings(name="Table 7").board_name == "Table 7"


def test_the_password_comes_from_the_configuration_or_from_a_file_of_its_own(tmp_path: Path) -> None:
    assert MqttSettings().login is None
    assert MqttSettings(user="ann").login == ("ann", "")
    assert MqttSettings(user="ann", password="sesame").login == ("ann", "sesame")
    file = tmp_path / "password"
    file.write_text("open sesame \n")
    assert MqttSettings(user="ann", password_file=str(file)).login == ("ann", "open sesame ")


def test_a_password_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"/none: no such file or directory: write the password"):
        _ = MqttSettings(user="ann", password_file=f"{tmp_path}/none").login
    (tmp_path / "noise").write_bytes(b"\xff\xfe")
    with pytest.raises(UsageError, match="/noise: this is not text"):
        _ = MqttSettings(user="ann", password_file=f"{tmp_path}/noise").login
    with pytest.raises(UsageError, match="/dev/zero: longer than a password can be"):
        _ = MqttSettings(user="ann", password_file="/dev/zero").login


def test_the_password_is_not_in_a_text_about_the_settings() -> None:
    assert "sesame" not in repr(MqttSettings(user="ann", password="sesame"))
    assert "'ann'" in repr(MqttSettings(user="ann", password="sesame"))


# -- mistakes, and parts that claim the same pins


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
    config = written(tmp_path, f'extends = "{profile}"\n{AMPLIFIER}')
    sound = {use.pin for use in uses(config) if use.part is PinUser.AMPLIFIER}
    assert sound == {18, 19, 20, 21}  # PCM_CLK, PCM_FS, PCM_DIN, PCM_DOUT (BCM2835 ARM Peripherals, 6.2)


def test_a_voice_without_an_amplifier_needs_no_pins(tmp_path: Path) -> None:
    assert written(tmp_path, 'extends = "keypad-20"\n[speech]\nlevel = "full"').speech
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
    config = written(tmp_path, case["file"])
    risks = [(level, case[level]) for level in ("fault", "warning") if level in case]
    notes = [("note", TOLD["notes"][name]) for name in case.get("notes", ())]
    found = wiring_warnings(config, case.get("model"))
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
def test_the_message_names_key_and_value_and_what_is_right(case: dict[str, str], tmp_path: Path) -> None:
    said, wanted = refusal(tmp_path, case["file"]), case["says"]
    assert said.startswith(wanted[:-1]) if wanted.endswith("…") else said == wanted


def test_the_message_names_the_file_that_contains_the_value(tmp_path: Path) -> None:
    below, above = tmp_path / "below.toml", tmp_path / "above.toml"
    below.write_text('extends = "keypad-20"\n[display]\ncontrast = 999')
    above.write_text('extends = "below.toml"\n[display]\ncontrast = 99')
    with pytest.raises(UsageError, match=r"below\.toml: display\.contrast = 999"):
        load(above)
