"""The GPIO header's pins agree with gpiozero's data about the models of the Raspberry Pi."""

from __future__ import annotations

import pytest
from gpiozero import pi_info
from gpiozero.pins import data

from firmware_py.config.pi import BY_BCM, PINS, ROWS

BOARDS = {"B+": "0010", "Zero W": "9000c1", "3B": "a02082", "4B": "c03112", "5": "c04170", "Zero 2": "902120"}
"""The revision code of each model (Raspberry Pi documentation, "Raspberry Pi revision codes")."""


@pytest.mark.parametrize("revision", BOARDS.values(), ids=BOARDS)
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


def test_bcm_numbers_lead_back_to_pins() -> None:
    assert sorted(BY_BCM) == list(range(28))
    assert all(pin.name == f"GPIO{bcm}" for bcm, pin in BY_BCM.items())
