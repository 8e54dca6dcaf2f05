"""The positions of the modules in the wiring diagram, and their pins."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from firmware_py.wiring.layout import HEADER_END, row_y
from firmware_py.wiring.pins import plan
from firmware_py.wiring.wired_parts import modules
from tests.support.svg_reader import BOARDS, board


@pytest.mark.parametrize("name", BOARDS)
def test_the_pins_of_a_module_lie_on_it_and_apart(name: str, tmp_path: Path) -> None:
    for module in modules(plan(board(name, tmp_path))):
        levels = sorted([row_y(each.pin.row) for each in module.group.wires] + [y for _, y in module.others])
        assert module.top < levels[0] and levels[-1] < module.bottom <= HEADER_END + 0.01
        assert all(below - above > 3 for above, below in pairwise(levels))


def test_a_module_names_the_pins_that_are_wired_on_the_other_side(tmp_path: Path) -> None:
    (module,) = modules(plan(board("two-on-spi", tmp_path)))
    labels = {label for label, _ in module.others}
    # GPIO24 is pin 18, GPIO25 pin 22, GPIO8 pin 24 (Raspberry Pi documentation).
    assert {"DC (pin 18)", "RST (pin 22)", "CE0 (pin 24)"} <= labels


def test_a_supply_that_no_wire_can_reach_may_come_from_any_pin(tmp_path: Path) -> None:
    second = modules(plan(board("crowded", tmp_path)))[1]
    assert "3V3 (any)" in {label for label, _ in second.others}
