"""The pins of the header are those of the Raspberry Pi, and each wire of a board has its pin."""

from __future__ import annotations

import pytest
from gpiozero import pi_info
from gpiozero.pins import data

from firmware_py.config.clashes import uses
from firmware_py.config.pi import PINS, ROWS
from firmware_py.wiring.pins import FIVE, GROUND, POWER, WIRE, plan
from tests.support.svg_reader import BOARDS, board

REVISIONS = {
    "B+": "0010",
    "Zero W": "9000c1",
    "3B": "a02082",
    "4B": "c03112",
    "5": "c04170",
    "Zero 2": "902120",
}
"""The revision code of each model (Raspberry Pi documentation, "Raspberry Pi revision codes")."""


@pytest.mark.parametrize("revision", REVISIONS.values(), ids=REVISIONS)
def test_every_pin_is_what_gpiozero_says(revision: str) -> None:
    header = pi_info(revision).headers["J8"]
    assert (header.rows, header.columns) == (ROWS, 2)
    assert {pin.number: pin.name for pin in PINS} == {number: pin.name for number, pin in header.pins.items()}
    for pin in PINS:
        assert (pin.row + 1, 1 if pin.side < 0 else 2) == (
            header.pins[pin.number].row,
            header.pins[pin.number].col,
        )


def test_the_functions_are_those_gpiozero_says() -> None:
    for pin in PINS:
        names = {word for name in data.PLUS_J8[2][pin.number].values() for word in name.split()}
        hat = {"ID_SD": "SDA", "ID_SC": "SCL"}  # the I2C bus on which a HAT identifies itself
        if pin.function:
            assert hat.get(pin.function, pin.function) in names


@pytest.mark.parametrize("name", BOARDS)
def test_each_pin_in_use_has_one_wire(name: str) -> None:
    config = board(name)
    wired = [wire.pin.bcm for wire in plan(config).wires if wire.pin.bcm is not None]
    assert sorted(wired) == sorted({use.pin for use in uses(config)})


@pytest.mark.parametrize("name", BOARDS)
def test_each_part_has_ground_displays_3_volts_and_the_amplifier_5(name: str) -> None:
    wiring = plan(board(name))
    for group in wiring.groups:
        supplied = {wire.kind for wire in group.wires} | set(group.missing)
        power = {"lights": set(), "amplifier": {FIVE}}.get(group.part, {POWER})
        wanted = {GROUND, *power}
        assert supplied - {WIRE} == (wanted if group.first else set())
