"""The indicator LED settings and the buzzer."""

from pathlib import Path

from firmware_py.config.lights import SignalSettings, signals
from tests.firmware_py.config.test_files import written


def test_each_part_may_be_missing() -> None:
    assert signals({}) == SignalSettings((), (), None, None)
    assert signals({"buzzer": 26}) == SignalSettings(buzzer=26)
    assert signals({"turn": [5, 6, 13]}).turn == (5, 6, 13)


def test_pin_0_is_a_pin() -> None:
    assert signals({"game_over": 0}).game_over == 0


def test_all_parts_of_a_file(tmp_path: Path) -> None:
    config = written(
        tmp_path,
        'extends = "usb-numpad"\n[signals]\nturn = [5, 6]\ndealer = [12, 13]\ngame_over = 16\nbuzzer = 26',
    )
    assert config.signals == SignalSettings((5, 6), (12, 13), 16, 26)
    assert written(tmp_path, 'extends = "usb-numpad"').signals is None
