"""All emulated OLED controllers handle control bytes, status reads and unknown commands in the same way."""

import pytest

from firmware_py.emulator.oled_chips import CHIPS
from firmware_py.emulator.oled_controller import EmulatedController, ProtocolError

ON, OFF, INVERT, CONTRAST = 0xAF, 0xAE, 0xA7, 0x81
OFF_BIT = 0x40


@pytest.fixture(params=CHIPS)
def chip(request: pytest.FixtureRequest) -> EmulatedController:
    return CHIPS[request.param]()


def test_a_control_byte_is_for_one_byte_or_for_the_rest(chip: EmulatedController) -> None:
    chip.write(bytes([0x80, ON, 0x80, INVERT, 0x00, CONTRAST, 7]))
    assert (chip.on, chip.inverted, chip.contrast) == (True, True, 7)


def test_a_command_may_be_spread_over_transactions(chip: EmulatedController) -> None:
    chip.write(bytes([0x00, CONTRAST]))
    chip.write(bytes([0x00, 99]))
    assert chip.contrast == 99


def test_a_control_byte_with_other_bits_is_an_error(chip: EmulatedController) -> None:
    with pytest.raises(ProtocolError, match="control byte 0x01"):
        chip.write(bytes([0x01, ON]))


def test_an_unknown_command_is_an_error(chip: EmulatedController) -> None:
    with pytest.raises(ProtocolError, match="unknown command 0xff"):
        chip.serial(b"\xff", False)


def test_the_status_says_if_the_panel_is_off(chip: EmulatedController) -> None:
    assert chip.status() & OFF_BIT
    chip.serial(bytes([ON]), False)
    assert not chip.status() & OFF_BIT


def test_power_on_leaves_the_same_noise_each_time_and_a_dark_panel(chip: EmulatedController) -> None:
    assert chip.ram == type(chip)().ram and any(any(page) for page in chip.ram)
    assert chip.image().getbbox() is None


def test_a_loss_of_power_loses_memory_and_registers_and_a_reset_only_registers(
    chip: EmulatedController,
) -> None:
    chip.serial(bytes([ON, CONTRAST, 3]), False)
    before = [bytes(page) for page in chip.ram]
    chip.reset()
    assert not chip.on and chip.contrast != 3 and [bytes(page) for page in chip.ram] == before
    chip.power_cycle()
    assert [bytes(page) for page in chip.ram] != before
