"""The emulated SH1106 works with luma's own driver, and follows the data sheet."""

import pytest
from luma.oled.device import sh1106, ssd1306

from firmware_py.emulator.oled_chips import Sh1106
from firmware_py.emulator.oled_controller import ProtocolError
from firmware_py.emulator.wires import EmulatedI2CBus, EmulatedPins, EmulatedSpi
from tests.firmware_py.emulator.luma_panels import DC, RST, lit, luma_draws, luma_spi, noise
from tests.support.pi_captures import pi_i2c


def blank() -> Sh1106:
    """Return an SH1106 that is on, upright and blank, and whose next write goes to page 0 and column 0."""
    chip = Sh1106()
    for page in range(8):
        chip.write(bytes([0x00, 0xA1, 0xC8, 0xB0 + page, 0x00, 0x10]))
        chip.write(b"\x40" + bytes(132))
    chip.write(bytes([0x00, 0xB0, 0x00, 0x10, 0xAF]))
    return chip


@luma_draws
def test_luma_draws_over_i2c() -> None:
    bus, chip = EmulatedI2CBus(), Sh1106()
    bus.attach(0x3C, chip)
    device = sh1106(pi_i2c(bus))
    assert chip.on and chip.contrast == 0x7F and not chip.image().getbbox()
    for seed in range(3):
        device.display(noise(seed))
        assert chip.image().tobytes() == noise(seed).tobytes()
    device.contrast(3)
    assert chip.contrast == 3
    device.hide()
    assert not chip.on and not chip.image().getbbox()
    device.persist = True  # so that luma sends nothing at exit


@luma_draws
def test_luma_draws_over_spi() -> None:
    pins, chip = EmulatedPins(), Sh1106()
    device = sh1106(luma_spi(EmulatedSpi(chip, pins=pins, dc=DC, reset=RST), pins))
    device.display(noise(7))
    assert chip.image().tobytes() == noise(7).tobytes()
    device.persist = True  # so that luma sends nothing at exit


@luma_draws
def test_a_driver_for_the_ssd1306_is_found_out() -> None:
    bus, chip = EmulatedI2CBus(), Sh1106()
    bus.attach(0x3C, chip)
    with pytest.raises(ProtocolError, match="unknown command 0x21"):
        ssd1306(pi_i2c(bus))


def test_after_power_on() -> None:
    chip = Sh1106()
    assert (chip.on, chip.contrast, chip.dc_dc, chip.multiplex) == (False, 0x80, True, 64)
    assert len(chip.ram) == 8 and {len(page) for page in chip.ram} == {132}
    assert not chip.image().getbbox()
    chip.write(b"\x00\xaf")
    assert len(lit(chip.image())) > 1000


def test_the_glass_begins_at_column_2() -> None:
    chip = blank()
    chip.write(b"\x40\x01\x01\x01\x82")
    assert lit(chip.image()) == {(0, 0), (1, 1), (1, 7)}
    chip.write(bytes([0x00, 0xB3, 0x01, 0x18]))  # column 81h, 129
    chip.write(b"\x40\x01\x01\x01")
    assert lit(chip.image()) == {(0, 0), (1, 1), (1, 7), (127, 24)}


def test_the_other_way_round_it_is_column_2_as_well() -> None:  # (6), (13)
    chip = blank()
    chip.write(bytes([0x00, 0xA0, 0xC0, 0x02]))
    chip.write(b"\x40\x01")
    assert lit(chip.image()) == {(127, 63)}


def test_the_column_stops_at_the_end_and_the_page_stays() -> None:  # (1), (2)
    chip = blank()
    chip.write(bytes([0x00, 0x0E, 0x17]))  # column 126
    chip.write(b"\x40" + b"\x01" * 20)
    assert lit(chip.image()) == {(124, 0), (125, 0), (126, 0), (127, 0)}
    assert not any(any(page) for page in chip.ram[1:])
    chip.write(b"\x40\xff")
    assert lit(chip.image()) == {(124, 0), (125, 0), (126, 0), (127, 0)}
    chip.write(bytes([0x00, 0x02, 0x10]))
    chip.write(b"\x40\x01")
    assert (0, 0) in lit(chip.image())


def test_a_new_page_leaves_the_column() -> None:  # (12)
    chip = blank()
    chip.write(bytes([0x00, 0x04]))
    chip.write(b"\x40\x01")
    chip.write(bytes([0x00, 0xB1]))
    chip.write(b"\x40\x01")
    assert lit(chip.image()) == {(2, 0), (3, 8)}


def test_read_modify_write_returns_to_its_column() -> None:  # (19), (20)
    chip = blank()
    chip.write(bytes([0x00, 0x05, 0xE0]))
    chip.write(b"\x40\x01\x01\x01")
    chip.write(b"\x00\xee")
    chip.write(b"\x40\x02")
    assert lit(chip.image()) == {(3, 1), (4, 0), (5, 0)}


def test_the_converter_makes_the_voltage() -> None:  # (10)
    chip = blank()
    chip.write(bytes([0x00, 0xA5]))
    assert len(lit(chip.image())) == 128 * 64
    chip.write(bytes([0x00, 0xAE, 0xAD, 0x8A, 0xAF]))
    assert not lit(chip.image())
    chip.write(bytes([0x00, 0xAE, 0xAD, 0x8B, 0xAF]))
    assert len(lit(chip.image())) == 128 * 64


@pytest.mark.parametrize(
    ("commands", "y"),
    [([0xC0], 63), ([0xCF], 0), ([0x40 + 8], 56), ([0xD3, 8], 56), ([0xA8, 47], 16), ([0xA8, 0x00], 63)],
)
def test_rows_of_the_glass(commands: list[int], y: int) -> None:  # (4), (9), (13), (14)
    chip = blank()
    chip.write(bytes([0x00, 0x02]))
    chip.write(b"\x40\x01")
    chip.write(bytes([0x00, *commands]))
    assert lit(chip.image()) == {(0, y)}


def test_lengths_of_commands_with_nothing_to_see() -> None:
    chip = blank()
    two = ([0xD5, 0xF0], [0xD9, 0x22], [0xDA, 0x12], [0xDB, 0x35])
    for command in ([0x20], [0x30], [0x33], [0x8D], [0xE3], *two):
        chip.write(bytes([0x00, *command, 0xAE]))
        assert not chip.on, command
        chip.write(b"\x00\xaf")
    assert not lit(chip.image())


@pytest.mark.parametrize(
    "command",
    [
        b"\x21", b"\x22", b"\x2e", b"\x34", b"\xb8", b"\xd6", b"\xff",  # not in the data sheet
        b"\x04\x18",  # column 132
        b"\xad\x14", b"\xd9\x02", b"\xda\x22",  # arguments
        b"\xad\x8b",  # with the panel on
        b"\xee", b"\xe0\x02",  # read-modify-write
    ],
)  # fmt: skip
def test_bytes_that_the_data_sheet_does_not_allow_are_errors(command: bytes) -> None:
    chip = blank()
    with pytest.raises(ProtocolError):
        chip.write(b"\x00" + command)
        chip.write(b"\x40\x00")


def test_one_half_of_a_column_may_lead_beyond_the_last() -> None:
    chip = blank()
    chip.write(bytes([0x00, 0x0F]))
    chip.write(bytes([0x00, 0x18, 0x01]))  # 8Fh on the way to 81h
    chip.write(b"\x40\x01")
    assert lit(chip.image()) == {(127, 0)}


def test_the_status_tells_an_sh1106() -> None:  # (23); the lower half as seen by ss_oled
    chip = Sh1106()
    assert chip.status() == 0x48
    chip.write(b"\x00\xaf")
    assert chip.status() == 0x08


def test_after_display_data_a_read_gives_display_data() -> None:  # I2C-bus protocol: D/C of the control byte
    chip = blank()
    chip.write(b"\x40\x01\x02\x03")
    chip.write(bytes([0x00, 0x01]))
    assert chip.status() == 0x08
    chip.write(b"\x40")
    assert chip.status() == 0x02
    chip.write(b"\x00")
    assert chip.status() == 0x08
