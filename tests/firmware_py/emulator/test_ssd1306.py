"""The emulated SSD1306 works with luma's own driver, and follows the data sheet."""

import pytest
from luma.oled.device import ssd1306

from firmware_py.emulator.oled_chips import Ssd1306
from firmware_py.emulator.oled_controller import ProtocolError
from firmware_py.emulator.wires import EmulatedI2CBus
from tests.firmware_py.emulator.luma_panels import lit, luma_draws, noise
from tests.support.pi_captures import pi_i2c

SETUP = bytes([0x00, 0x8D, 0x14, 0xA1, 0xC8, 0xAF])


def blank() -> Ssd1306:
    """Return an SSD1306 that is on and upright, has a blank picture and uses horizontal addressing."""
    chip = Ssd1306()
    chip.write(SETUP + bytes([0x20, 0x00, 0x21, 0, 127, 0x22, 0, 7]))
    chip.write(b"\x40" + bytes(1024))
    return chip


@luma_draws
def test_decodes_lumas_initialisation_and_whole_frames() -> None:
    bus, chip = EmulatedI2CBus(), Ssd1306()
    bus.attach(0x3C, chip)
    device = ssd1306(pi_i2c(bus))
    assert chip.on and chip.charge_pump and chip.contrast == 0xCF
    assert not chip.image().getbbox()
    for seed in range(5):
        device.display(noise(seed))
        assert chip.image().tobytes() == noise(seed).tobytes()
    device.contrast(7)
    assert chip.contrast == 7
    device.hide()
    assert not chip.image().getbbox()
    device.show()
    assert chip.image().tobytes() == noise(4).tobytes()
    device.persist = True  # so that luma sends nothing at exit


@luma_draws
def test_decodes_lumas_blocks_of_32_bytes() -> None:
    from luma.core.interface.serial import i2c

    bus, chip = EmulatedI2CBus(), Ssd1306()
    bus.attach(0x3C, chip)
    device = ssd1306(i2c(bus=bus))
    device.display(noise(9))
    assert chip.image().tobytes() == noise(9).tobytes()
    device.persist = True


def test_without_the_charge_pump_the_panel_is_dark() -> None:
    chip = Ssd1306()
    chip.write(b"\x00\xaf")
    assert not chip.image().getbbox()


def test_lowest_bit_is_the_topmost_pixel() -> None:  # 8.7
    chip = blank()
    chip.write(bytes([0x00, 0x21, 5, 6, 0x22, 2, 2]))
    chip.write(bytes([0x40, 0x01, 0x82]))
    assert lit(chip.image()) == {(5, 16), (6, 17), (6, 23)}


def test_a_control_byte_before_each_byte() -> None:  # 8.1.5.2, Co = 1
    chip = blank()
    chip.write(bytes([0x80, 0x21, 0x80, 3, 0x80, 4, 0xC0, 0x01, 0x40, 0x03]))
    assert lit(chip.image()) == {(3, 0), (4, 0), (4, 1)}


def test_horizontal_addressing_wraps_within_its_window() -> None:  # 10.1.3
    chip = blank()
    chip.write(bytes([0x00, 0x21, 10, 11, 0x22, 6, 7]))
    chip.write(b"\x40\x01\x02\x04\x08\x10")
    assert lit(chip.image()) == {(10, 52), (11, 49), (10, 58), (11, 59)}


def test_vertical_addressing_goes_down_first() -> None:  # 10.1.3
    chip = blank()
    chip.write(bytes([0x00, 0x20, 0x01, 0x21, 10, 11, 0x22, 6, 7]))
    chip.write(b"\x40\x01\x02\x04\x08\x10")
    assert lit(chip.image()) == {(10, 52), (10, 57), (11, 50), (11, 59)}


def test_page_addressing_stays_on_its_page() -> None:  # 10.1.1, 10.1.2, 10.1.13
    chip = blank()
    chip.write(bytes([0x00, 0x20, 0x02, 0xB3, 0x0E, 0x17]))
    chip.write(b"\x40\x01\x02\x04\x08")
    assert lit(chip.image()) == {(126, 26), (127, 27)}  # the column wrapped to its start


def test_segment_remap_acts_on_what_is_written_after_it() -> None:  # 10.1.8
    chip = blank()
    window = bytes([0x21, 0, 127, 0x22, 0, 0])
    chip.write(b"\x00\xa0" + window)
    chip.write(b"\x40\x01")
    assert lit(chip.image()) == {(127, 0)}
    chip.write(b"\x00\xa1" + window)
    assert lit(chip.image()) == {(127, 0)}
    chip.write(b"\x40\x02")
    assert lit(chip.image()) == {(127, 0), (0, 1)}


def dot() -> Ssd1306:
    chip = blank()
    chip.write(bytes([0x00, 0x21, 20, 20, 0x22, 0, 0]))
    chip.write(b"\x40\x01")
    return chip


@pytest.mark.parametrize(
    ("commands", "y"),
    [
        ([0xC0], 63),  # 10.1.14: at once, and without writing anew
        ([0xC8], 0),
        ([0x40 + 8], 56),  # 10.1.6: RAM line 8 comes first
        ([0xD3, 8], 56),  # 10.1.15, table 10-2: COM8 shows row 63, so the rest moves up
        ([0xA8, 47], 16),  # 10.1.11: COM47 is the first row of 48
        ([0xC0, 0xD3, 8], 7),
    ],
)
def test_rows_of_the_glass(commands: list[int], y: int) -> None:
    chip = dot()
    chip.write(bytes([0x00, *commands]))
    assert lit(chip.image()) == {(20, y)}


def test_rows_beyond_the_multiplex_ratio_are_dark() -> None:
    chip = blank()
    chip.write(bytes([0x00, 0xA7, 0xA8, 15]))
    assert lit(chip.image()) == {(x, y) for x in range(128) for y in range(48, 64)}


def test_inverse_and_entire_display_on() -> None:  # 10.1.9, 10.1.10
    chip = dot()
    chip.write(b"\x00\xa7")
    assert len(lit(chip.image())) == 128 * 64 - 1
    chip.write(b"\x00\xa5")
    assert len(lit(chip.image())) == 128 * 64
    chip.write(b"\x00\xa4\xa6")
    assert lit(chip.image()) == {(20, 0)}


def test_lengths_of_commands_with_nothing_to_see() -> None:
    chip = dot()
    commands = [
        [0x26, 0, 0, 0, 7, 0, 0xFF], [0x27, 0, 0, 0, 7, 0, 0xFF],
        [0x29, 0, 0, 0, 7, 1], [0x2A, 0, 0, 0, 7, 1],
        [0xA3, 0, 64], [0x23, 0], [0xD6, 0], [0xD5, 0x80], [0xD9, 0xF1], [0xDA, 0x12], [0xDB, 0x40], [0xE3],
        [0x2F], [0x2E],
    ]  # fmt: skip
    for command in commands:
        chip.write(bytes([0x00, *command, 0xAE]))
        assert not chip.on, command
        chip.write(b"\x00\xaf")
    assert lit(chip.image()) == {(20, 0)}


@pytest.mark.parametrize(
    "payload",
    [
        b"\x00\xff",  # no such command
        b"\x01\xaf",  # control byte
        b"\x00\x20\x03",  # addressing mode
        b"\x00\x21\x05\x04",  # window
        b"\x00\x22\x05\x04",
        b"\x00\xa8\x05",  # multiplex ratio
        b"\x00\x8d\x00",  # charge pump
        b"\x00\xda\x00",  # COM pins
        b"\x00\xb0",  # page mode only
        b"\x00\x00",
        b"\x00\x10",
        b"\x00\x20\x02\x21\x00\x7f",  # not in page mode
        b"\x80\x21\x40\x00",  # data in the middle of a command
        b"\x80\x2f\x40\x00",  # data while scrolling
    ],
)
def test_bytes_that_the_data_sheet_does_not_allow_are_errors(payload: bytes) -> None:
    chip = blank()
    with pytest.raises(ProtocolError):
        chip.write(payload)
        chip.write(b"\x40\x00")


@pytest.mark.parametrize(
    ("illegal", "legal"),
    [
        (b"\x20\x03", b"\x20\x00"),
        (b"\x21\x05\x04", b"\x21\x00\x7f"),
        (b"\x22\x05\x04", b"\x22\x00\x07"),
        (b"\xa8\x05", b"\xa8\x3f"),
        (b"\x8d\x00", b"\x8d\x14"),
        (b"\xda\x00", b"\xda\x12"),
    ],
)
def test_illegal_argument_can_be_replaced_before_it_is_used(illegal: bytes, legal: bytes) -> None:
    chip = dot()
    chip.write(b"\x00" + illegal)
    with pytest.raises(ProtocolError):
        chip.image()
    chip.write(b"\x00" + legal)
    assert lit(chip.image()) == {(20, 0)}


def test_similar_commands_with_legal_arguments_are_accepted() -> None:
    chip = blank()
    chip.write(b"\x80\x21\x80\x00\x80\x7f\x40\x01")
    chip.write(b"\x00\x20\x02\xb0\x00\x10")
    assert lit(chip.image()) == {(0, 0)}
