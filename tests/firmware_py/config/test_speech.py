"""The voice settings."""

from pathlib import Path

from firmware_py.config.programs import SpeechSettings, speech
from tests.firmware_py.config.test_files import written


def test_every_setting_has_a_default() -> None:
    assert speech({}) == SpeechSettings("calls", "", "espeak-ng", 100, ("auto",), True, None)


def test_one_device_or_several() -> None:
    assert speech({"device": "hw:1"}).devices == ("hw:1",)
    assert speech({"device": ["default", "plughw:CARD=Headset"]}).devices == (
        "default",
        "plughw:CARD=Headset",
    )


def test_the_voice_is_heard_from_the_amplifier_unless_the_file_names_another_device() -> None:
    assert speech({"amplifier": "max98357a"}).devices == ("plug:'dmix:CARD=MAX98357A'",)
    assert speech({"amplifier": "max98357a", "device": "default"}).devices == ("default",)


def test_all_settings_of_a_file(tmp_path: Path) -> None:
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
    assert written(tmp_path, text).speech == SpeechSettings(
        level="full",
        voice="/usr/local/share/muggins-voice",
        synthesiser="pico2wave -w {file} {text}",
        volume=60,
        devices=("default", "plughw:CARD=Headset"),
        keep_open=False,
        amplifier="max98357a",
    )
    assert written(tmp_path, 'extends = "usb-numpad"').speech is None
