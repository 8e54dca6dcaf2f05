"""Models of Raspberry Pi are identified by the names in their device trees."""

from pathlib import Path

import pytest

from firmware_py.config import pi
from firmware_py.config.pi import has_plain_spi1, pi_model


@pytest.mark.parametrize(
    ("model", "plain"),
    [
        ("Raspberry Pi Model B Plus Rev 1.2", False),
        ("Raspberry Pi Zero 2 W Rev 1.0", False),
        ("Raspberry Pi 3 Model B Plus Rev 1.3", False),
        ("Raspberry Pi 4 Model B Rev 1.5", False),
        ("Raspberry Pi 400 Rev 1.0", False),
        ("Raspberry Pi Compute Module 4 Rev 1.0", False),
        ("Raspberry Pi 5 Model B Rev 1.0", True),
        ("Raspberry Pi 500 Rev 1.0", True),
        ("Raspberry Pi Compute Module 5 Rev 1.0", True),
        ("Acme Laptop", None),
        (None, None),
    ],
)
def test_only_a_pi_5_has_an_spi1_like_spi0(model: str | None, plain: bool | None) -> None:
    assert has_plain_spi1(model) is plain


def test_the_name_ends_before_the_zero_byte(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "model"
    monkeypatch.setattr(pi, "MODEL_FILE", path)
    assert pi_model() is None
    path.write_bytes(b"Raspberry Pi 4 Model B Rev 1.5\0")
    assert pi_model() == "Raspberry Pi 4 Model B Rev 1.5"
