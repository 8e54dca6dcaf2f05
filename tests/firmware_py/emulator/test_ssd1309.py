"""The emulated SSD1309 works with luma's own driver, and follows the data sheet."""

import pytest
from luma.oled.device import ssd1309

from firmware_py.emulator.oled_chips import Ssd1309
from firmware_py.emulator.oled_controller import ProtocolError
from firmware_py.emulator.wires import EmulatedI2CBus, EmulatedPins, EmulatedSpi
from tests.firmware_py.emulator.luma_panels import DC, RST, lit, luma_draws, luma_spi, noise
from tests.support.pi_captures import pi_i2c


def blank() -> Ssd1309:
    """Return an SSD1309 that is on and upright, has a blank picture and uses horizontal addressing."""
    chip = Ssd1309()
    chip.write(bytes([0x00, 0xA1, 0xC8, 0x20, 0x00, 0x21, 0, 127, 0x22, 0, 7, 0xAF]))
    chip.write(b"\x40" + bytes(1024))
    return chip


@luma_draws
def test_luma_draws_over_i2c() -> None:
    bus, chip = EmulatedI2CBus(), Ssd1309()
    bus.attach(0x3C, chip)
    device = ssd1309(pi_i2c(bus))
    for seed in range(3):
        device.display(noise(seed))
        assert chip.image().tobytes() == noise(seed).tobytes()
    device.hide()
    assert not chip.image().getbbox()
    device.persist = True  # so that luma sends nothing at exit


@luma_draws
def test_luma_draws_over_spi_also_after_a_restart_without_a_reset() -> None:
    pins, chip = EmulatedPins(), Ssd1309()
    device = ssd1309(luma_spi(EmulatedSpi(chip, pins=pins, dc=DC, reset=RST), pins))
    device.display(noise(1))
    assert chip.image().tobytes() == noise(1).tobytes()
    again = ssd1309(device._serial_interface)
    again.display(noise(2))
    assert chip.image().tobytes() == noise(2).tobytes()
    device.persist = again.persist = True  # so that luma sends nothing at exit


def test_lights_up_without_a_charge_pump() -> None:
    chip = blank()
    chip.write(b"\x40\x01")
    assert lit(chip.image()) == {(0, 0)}


def test_the_lock_shuts_out_all_but_itself() -> None:  # 10.1, FDh
    chip = blank()
    chip.write(bytes([0x00, 0xFD, 0x16, 0xAE, 0x81, 0xFD, 0xA7]))
    chip.write(b"\x40\xff")
    assert chip.locked and chip.on and chip.contrast == 0x7F and not lit(chip.image())
    chip.write(bytes([0x00, 0xFD, 0x12, 0x81, 0x09]))
    chip.write(b"\x40\x80")
    assert not chip.locked and chip.contrast == 9 and lit(chip.image()) == {(0, 7)}


def test_a_reset_unlocks() -> None:
    chip = blank()
    chip.write(b"\x00\xfd\x16")
    chip.reset()
    assert not chip.locked and not chip.on


@pytest.mark.parametrize(
    "command",
    [b"\x8d\x00", b"\x8d\xaf", b"\xd6\x00", b"\x23\x00", b"\x26", b"\x2a", b"\xfd\x00"],
)
def test_commands_that_only_an_ssd1306_has_are_errors(command: bytes) -> None:
    chip = blank()
    with pytest.raises(ProtocolError):
        chip.write(b"\x00" + command)
        chip.image()


def test_arguments_are_counted() -> None:
    chip = blank()
    for command in ([0xDC, 0x02], [0xA3, 0, 64], [0x2E], [0x8D, 0x14]):
        chip.write(bytes([0x00, *command, 0xAE]))
        assert not chip.on, command
        chip.write(b"\x00\xaf")
