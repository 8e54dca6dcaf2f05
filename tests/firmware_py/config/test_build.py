"""A configuration built from TOML files: its errors, the number of players, and a second display."""

from pathlib import Path

import pytest

from tests.firmware_py.config.refusal import refusal
from tests.firmware_py.config.test_files import written

WRONG = [
    ('[game]\nnames = ["Ann", "Ann"]\n[rules]\nmuggins = "on"', "game.names: names cannot be Ann,Ann"),
    ("[rules]\ngame = 'five-card'\n[game]\nplayers = 4", "rules: "),
    ("[game]\nnames = ['Ann', 'Bob', 'Cy D']", "game.names: 'Cy D' cannot be a name"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), WRONG)
def test_the_error_names_file_key_and_value_and_says_what_would_be_right(
    tmp_path: Path, text: str, message: str
) -> None:
    assert refusal(tmp_path, text).startswith(message)


@pytest.mark.parametrize("names", [3, 4])
def test_the_names_say_how_many_play(tmp_path: Path, names: int) -> None:
    config = written(tmp_path, f"[game]\nnames = {['Ann', 'Bob', 'Cy', 'Di'][:names]}")
    assert config.setup.rules.players == names


def test_a_second_display(tmp_path: Path) -> None:
    config = written(
        tmp_path,
        'extends = "usb-numpad"\n[second_display]\naddress = 0x3D\nrotate = 180\n',
    )
    assert [display.address for display in config.displays] == [0x3C, 0x3D]
    assert [display.rotate for display in config.displays] == [0, 180]
