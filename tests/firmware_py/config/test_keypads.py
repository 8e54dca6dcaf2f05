"""Errors in the settings for a board's keys, such as a code that is used twice."""

from pathlib import Path

import pytest

from tests.firmware_py.config.refusal import refusal

WRONG = [
    ("[keyboard.codes]\nA = 79\n2 = 79", "keyboard.codes.2 = 79: A has this code"),
    ("[keyboard]\ndevice = 'x'", "keyboard.codes is empty"),
    ("[keyboard]\npins = {A = 4}\ncodes = {2 = 3}", "keyboard.pins.A: this key has no code"),
    (
        "[keyboard]\nrows = [4]\ncolumns = [5, 6]\nmatrix = [['A']]\ncodes = {A = 30}",
        "keyboard.matrix must have 1 rows of 2 keys",
    ),
    ("[keyboard]\nmatrix = [['A']]\ncodes = {A = 30}", "keyboard.matrix also needs its pins"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), WRONG)
def test_the_error_names_file_key_and_value_and_says_what_would_be_right(
    tmp_path: Path, text: str, message: str
) -> None:
    assert refusal(tmp_path, text).startswith(message)
