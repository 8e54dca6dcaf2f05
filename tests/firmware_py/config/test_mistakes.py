"""Mistakes in a configuration, and the whole message about each, in `tests/data/mistakes.toml`."""

import tomllib
from pathlib import Path

import pytest

from firmware_py.config.build import load
from firmware_py.system.errors import UsageError

from .loaded import refusal

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
