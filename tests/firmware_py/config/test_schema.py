"""The keys and values that a configuration file may contain, and the errors for all others."""

from pathlib import Path

import pytest

from firmware_py.config.build import load
from firmware_py.system.errors import UsageError

from .loaded import refusal

WRONG = [
    ("extends = 3", "extends = 3: must be text in quotes"),
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
    ("[buttons]\n2 = true", "buttons.2 = true: a BCM pin must be a whole number from 2 to 27"),
    (f"[game]\nwords = '{'x' * 60}'", f"game.words = '{'x' * 36}…: must be one of"),
    ("[buttons]\n11 = 5", "buttons.11 = 5: no such key here; the keys are A, 2, 3"),
    ("[buttons]\nA = 'x'", "buttons.A = 'x': a BCM pin must be a whole number"),
    ("[keyboard]\ngrab = 1", "keyboard.grab = 1: must be true or false"),
    (
        "[keyboard.codes]\nA = [79, 999]",
        "keyboard.codes.A[2] = 999: a key code must be a whole number from 1 to 767",
    ),
    ("[keyboard.codes]\nA = []", "keyboard.codes.A = []: must be a list of 1 to 9"),
    ('title = "a\\u001b[31m"', "title = 'a\\x1b[31m': must be text in quotes, on one line"),
    (
        "[game]\nplayers = 0x" + "f" * 9000,
        "game.players = a number with thousands of digits: must be one of 2",
    ),
    ("[rules]\ntarget = 0x" + "f" * 9000, "rules.target = a number with thousands of digits: choose from 31"),
    ("[display]\nhz = 8000000.0", "display.hz = 8000000.0: must be one of 1000000"),
    ("[keyboard]\nmatrix = [['X']]", "keyboard.matrix[1][1] = 'X': must be one of 'A', '2'"),
    ("[lights]\ncolours = ['orange', 'mauve']", "lights.colours[2] = 'mauve': 'mauve' isn't a colour"),
    ("[lights]\ncolours = ['orange', 7]", "lights.colours[2] = 7: must be a colour"),
    ("[lights]\ncolours = ['orange']", "lights.colours = ['orange']: must be a list of 2 to 3"),
    ("[lights]\norder = 'GGB'", "lights.order = 'GGB': must be the order of the colours on the wire"),
    (
        "[lights]\nbrightness = 0",
        "lights.brightness = 0: a brightness in percent must be a whole number from 1 to 100",
    ),
    ("[lights.shape]\nleds = 59", "lights.shape.leds = 59: must be one of 60, 61, 120, 121"),
    (
        "[lights.shape]\nkind = 'circle'",
        "lights.shape.kind = 'circle': must be one of 'strips', 'ring', 'panel'",
    ),
    ("[lights.shape]\npitch_mm = 0", "lights.shape.pitch_mm = 0: must be a length in mm"),
    ("[speech]\nlevel = 'loud'", "speech.level = 'loud': must be one of 'calls', 'full'"),
    ("[speech]\nvoice = 'grandfather'", "speech.voice = 'grandfather': must be the whole path of a folder"),
    ("[speech]\nsynthesiser = ' '", "speech.synthesiser = ' ': must be \"espeak-ng\", or a command line"),
    ("[speech]\nvolume = 101", "speech.volume = 101: a volume in percent must be a whole number from 0"),
    ("[speech]\ndevice = 1", "speech.device = 1: must be \"auto\", or the name of an ALSA"),
    ("[speech]\ndevice = ['default', 2]", "speech.device[2] = 2: must be \"auto\", or the name of an ALSA"),
    ("[speech]\namplifier = 'max'", "speech.amplifier = 'max': must be one of 'max98357a'"),
    ("[mqtt]\nhost = 'a b'", "mqtt.host = 'a b': must be the name or the address of a computer"),
    ("[mqtt]\nport = 0", "mqtt.port = 0: a port must be a whole number from 1 to 65535"),
    ("[mqtt]\nuser = 7", "mqtt.user = 7: must be text in quotes"),
    ("[mqtt]\npassword = 12345", "mqtt.password: must be text in quotes"),
    ("[mqtt]\npassword_file = 'secret'", "mqtt.password_file = 'secret': must be the whole path of a file"),
    ("[mqtt]\nca = '/etc/'", "mqtt.ca = '/etc/': must be the whole path of a file"),
    ("[mqtt]\nname = ' '", "mqtt.name = ' ': must be text in quotes of up to 40 characters"),
    ("[mqtt]\nbase = 'muggins/#'", "mqtt.base = 'muggins/#': must be the beginning of a topic"),
    ("[mqtt]\nbase = '$SYS'", "mqtt.base = '$SYS': must be the beginning of a topic"),
    ("[mqtt]\ndiscovery = 'yes'", "mqtt.discovery = 'yes': must be true or false"),
    ("[signals]\nturn = [5]", "signals.turn = [5]: must be a list of 2 to 3"),
    ("[signals]\nbuzzer = 99", "signals.buzzer = 99: a BCM pin"),
    ("[rules]\nmuggins = 'of'", "rules.muggins = 'of': choose from on, off"),
    ("[rules]\nmuggins = 1.5", "rules.muggins = 1.5: choose from on, off"),
    ("[rules]\ntarget = 3", "rules.target = 3: choose from 31 to 999"),
    ("[rules]\nmugins = true", "rules.mugins = true: no such key here; the keys are game"),
    ("[game]\nplayers = 5", "game.players = 5: must be one of 2, 3, 4"),
    ("[game]\nnames = ['Ann']", "game.names = ['Ann']: must be a list of 2 to 4"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), WRONG)
def test_the_error_names_file_key_and_value_and_says_what_would_be_right(
    tmp_path: Path, text: str, message: str
) -> None:
    assert refusal(tmp_path, text).startswith(message)


def test_the_error_names_the_file_that_contains_the_value(tmp_path: Path) -> None:
    below, above = tmp_path / "below.toml", tmp_path / "above.toml"
    below.write_text('extends = "keypad-20"\n[display]\ncontrast = 999')
    above.write_text('extends = "below.toml"\n[display]\ncontrast = 99')
    with pytest.raises(UsageError, match=r"below\.toml: display\.contrast = 999"):
        load(above)
