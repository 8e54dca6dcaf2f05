"""Load a configuration from text, and return it or the error message."""

from pathlib import Path

import pytest

from firmware_py.config.build import load
from firmware_py.config.config import Config
from firmware_py.system.errors import UsageError


def written(folder: Path, text: str) -> Config:
    path = folder / "muggins.toml"
    path.write_text(text, encoding="utf-8")
    return load(path)


def refusal(folder: Path, text: str) -> str:
    """Return the error message for a configuration file with this content.

    The message is returned without the name of the file at its start.
    """
    path = folder / "here.toml"
    path.write_text(text)
    with pytest.raises(UsageError) as raised:
        load(path)
    message = str(raised.value)
    assert message.startswith(f"{path}: ")
    assert "\n" not in message
    return message.removeprefix(f"{path}: ")
