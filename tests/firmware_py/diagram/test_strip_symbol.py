"""The LEDs of the tracks, as a strip or as a panel."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_py.diagram.strip_symbol import panel
from firmware_py.diagram.svg import svg
from firmware_py.diagram.wiring_picture import draw
from tests.support.svg_reader import Picture, board


@pytest.mark.parametrize(("name", "grid"), [("keypad-20", False), ("oled-bonnet", False), ("panel", True)])
def test_only_a_full_grid_is_a_panel(name: str, grid: bool, tmp_path: Path) -> None:
    config = board(name, tmp_path)
    assert config.lights and panel(config.lights) == grid
    labels = [label.text for label in Picture(svg(draw(config))).labels]
    assert any(text.startswith("LED panel") for text in labels) == grid
    assert any(text.startswith("LED strip") for text in labels) != grid
