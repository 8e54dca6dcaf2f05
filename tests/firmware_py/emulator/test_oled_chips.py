"""The emulated OLED controllers work with luma's own drivers, and follow their data sheets."""

import pytest
from luma.core.interface.serial import i2c
from luma.oled.device import sh1106, ssd1306, ssd1309

from firmware_py.emulator.oled_chips import CHIPS, Sh1106, Ssd1306, Ssd1309
from firmware_py.emulator.oled_controller import EmulatedController, ProtocolError
from firmware_py.emulator.wires import EmulatedI2CBus, EmulatedPins, EmulatedSpi
from tests.support.pi_i2c import pi_i2c

from .luma_panels import DC, RST, lit, luma_draws, luma_spi, noise

LUMA = {"ssd1306": (ssd1306, 0xCF), "ssd1309": (ssd1309, 0xCF), "sh1106": (sh1106, 0x7F)}
"""luma's device for each controller, and the contrast that it sets."""


@luma_draws
@pytest.mark.parametrize("name", CHIPS)
def test_luma_draws_over_i2c(name: str) -> None:
    bus, chip = EmulatedI2CBus(), CHIPS[name]()
    bus.attach(0x3C, chip)
    make, contrast = LUMA[name]
    device = make(pi_i2c(bus))
    assert chip.on and chip.contrast == contrast and not chip.image().getbbox()
    for seed in range(3):
        device.display(noise(seed))
        assert chip.image().tobytes() == noise(seed).tobytes()
    device.contrast(7)
    assert chip.contrast == 7
    device.hide()
    assert not chip.on and not chip.image().getbbox()
    device.show()
    assert chip.image().tobytes() == noise(2).tobytes()
    device.persist = True  # so that luma sends nothing at exit


@luma_draws
@pytest.mark.parametrize("name", CHIPS)
def test_luma_draws_over_spi_also_after_a_restart_without_a_reset(name: str) -> None:
    pins, chip = EmulatedPins(), CHIPS[name]()
    make, _ = LUMA[name]
    device = make(luma_spi(EmulatedSpi(chip, pins=pins, dc=DC, reset=RST), pins))
    device.display(noise(1))
    assert chip.image().tobytes() == noise(1).tobytes()
    again = make(device._serial_interface)
    again.display(noise(2))
    assert chip.image().tobytes() == noise(2).tobytes()
    device.persist = again.persist = True  # so that luma sends nothing at exit


@luma_draws
def test_blocks_of_32_bytes_are_decoded() -> None:
    bus, chip = EmulatedI2CBus(), Ssd1306()
    bus.attach(0x3C, chip)
    device = ssd1306(i2c(bus=bus))
    device.display(noise(9))
    assert chip.image().tobytes() == noise(9).tobytes()
    device.persist = True


SETUP = bytes([0x00, 0x8D, 0x14, 0xA1, 0xC8, 0xAF])


def blank_ssd1306() -> Ssd1306:
    """Return an SSD1306 that is on and upright, has a blank picture and uses horizontal addressing."""
    chip = Ssd1306()
    chip.write(SETUP + bytes([0x20, 0x00, 0x21, 0, 127, 0x22, 0, 7]))
    chip.write(b"\x40" + bytes(1024))
    return chip


def test_without_the_charge_pump_the_panel_is_dark() -> None:
    chip = Ssd1306()
    chip.write(b"\x00\xaf")
    assert not chip.image().getbbox()


def test_lowest_bit_is_the_topmost_pixel() -> None:  # 8.7
    chip = blank_ssd1306()
    chip.write(bytes([0x00, 0x21, 5, 6, 0x22, 2, 2]))
    chip.write(bytes([0x40, 0x01, 0x82]))
    assert lit(chip.image()) == {(5, 16), (6, 17), (6, 23)}


def test_a_control_byte_before_each_byte() -> None:  # 8.1.5.2, Co = 1
    chip = blank_ssd1306()
    chip.write(bytes([0x80, 0x21, 0x80, 3, 0x80, 4, 0xC0, 0x01, 0x40, 0x03]))
    assert lit(chip.image()) == {(3, 0), (4, 0), (4, 1)}


def test_horizontal_addressing_wraps_within_its_window() -> None:  # 10.1.3
    chip = blank_ssd1306()
    chip.write(bytes([0x00, 0x21, 10, 11, 0x22, 6, 7]))
    chip.write(b"\x40\x01\x02\x04\x08\x10")
    assert lit(chip.image()) == {(10, 52), (11, 49), (10, 58), (11, 59)}


def test_vertical_addressing_goes_down_first() -> None:  # 10.1.3
    chip = blank_ssd1306()
    chip.write(bytes([0x00, 0x20, 0x01, 0x21, 10, 11, 0x22, 6, 7]))
    chip.write(b"\x40\x01\x02\x04\x08\x10")
    assert lit(chip.image()) == {(10, 52), (10, 57), (11, 50), (11, 59)}


def test_page_addressing_stays_on_its_page() -> None:  # 10.1.1, 10.1.2, 10.1.13
    chip = blank_ssd1306()
    chip.write(bytes([0x00, 0x20, 0x02, 0xB3, 0x0E, 0x17]))
    chip.write(b"\x40\x01\x02\x04\x08")
    assert lit(chip.image()) == {(126, 26), (127, 27)}  # the column wrapped to its start


def test_segment_remap_acts_on_what_is_written_after_it() -> None:  # 10.1.8
    chip = blank_ssd1306()
    window = bytes([0x21, 0, 127, 0x22, 0, 0])
    chip.write(b"\x00\xa0" + window)
    chip.write(b"\x40\x01")
    assert lit(chip.image()) == {(127, 0)}
    chip.write(b"\x00\xa1" + window)
    assert lit(chip.image()) == {(127, 0)}
    chip.write(b"\x40\x02")
    assert lit(chip.image()) == {(127, 0), (0, 1)}


def dot() -> Ssd1306:
    chip = blank_ssd1306()
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
def test_rows_of_the_glass_of_the_ssd1306(commands: list[int], y: int) -> None:
    chip = dot()
    chip.write(bytes([0x00, *commands]))
    assert lit(chip.image()) == {(20, y)}


def test_rows_beyond_the_multiplex_ratio_are_dark() -> None:
    chip = blank_ssd1306()
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


def test_lengths_of_commands_with_nothing_to_see_of_the_ssd1306() -> None:
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
def test_bytes_that_the_data_sheet_does_not_allow_are_errors_of_the_ssd1306(payload: bytes) -> None:
    chip = blank_ssd1306()
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
    chip = blank_ssd1306()
    chip.write(b"\x80\x21\x80\x00\x80\x7f\x40\x01")
    chip.write(b"\x00\x20\x02\xb0\x00\x10")
    assert lit(chip.image()) == {(0, 0)}


def blank_ssd1309() -> Ssd1309:
    """Return an SSD1309 that is on and upright, has a blank picture and uses horizontal addressing."""
    chip = Ssd1309()
    chip.write(bytes([0x00, 0xA1, 0xC8, 0x20, 0x00, 0x21, 0, 127, 0x22, 0, 7, 0xAF]))
    chip.write(b"\x40" + bytes(1024))
    return chip


def test_lights_up_without_a_charge_pump() -> None:
    chip = blank_ssd1309()
    chip.write(b"\x40\x01")
    assert lit(chip.image()) == {(0, 0)}


def test_the_lock_shuts_out_all_but_itself() -> None:  # 10.1, FDh
    chip = blank_ssd1309()
    chip.write(bytes([0x00, 0xFD, 0x16, 0xAE, 0x81, 0xFD, 0xA7]))
    chip.write(b"\x40\xff")
    assert chip.locked and chip.on and chip.contrast == 0x7F and not lit(chip.image())
    chip.write(bytes([0x00, 0xFD, 0x12, 0x81, 0x09]))
    chip.write(b"\x40\x80")
    assert not chip.locked and chip.contrast == 9 and lit(chip.image()) == {(0, 7)}


def test_a_reset_unlocks() -> None:
    chip = blank_ssd1309()
    chip.write(b"\x00\xfd\x16")
    chip.reset()
    assert not chip.locked and not chip.on


@pytest.mark.parametrize(
    "command",
    [b"\x8d\x00", b"\x8d\xaf", b"\xd6\x00", b"\x23\x00", b"\x26", b"\x2a", b"\xfd\x00"],
)
def test_commands_that_only_an_ssd1306_has_are_errors(command: bytes) -> None:
    chip = blank_ssd1309()
    with pytest.raises(ProtocolError):
        chip.write(b"\x00" + command)
        chip.image()


def test_arguments_are_counted() -> None:
    chip = blank_ssd1309()
    for command in ([0xDC, 0x02], [0xA3, 0, 64], [0x2E], [0x8D, 0x14]):
        chip.write(bytes([0x00, *command, 0xAE]))
        assert not chip.on, command
        chip.write(b"\x00\xaf")


def blank_sh1106() -> Sh1106:
    """Return an SH1106 that is on, upright and blank, and whose next write goes to page 0 and column 0."""
    chip = Sh1106()
    for page in range(8):
        chip.write(bytes([0x00, 0xA1, 0xC8, 0xB0 + page, 0x00, 0x10]))
        chip.write(b"\x40" + bytes(132))
    chip.write(bytes([0x00, 0xB0, 0x00, 0x10, 0xAF]))
    return chip


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
    chip = blank_sh1106()
    chip.write(b"\x40\x01\x01\x01\x82")
    assert lit(chip.image()) == {(0, 0), (1, 1), (1, 7)}
    chip.write(bytes([0x00, 0xB3, 0x01, 0x18]))  # column 81h, 129
    chip.write(b"\x40\x01\x01\x01")
    assert lit(chip.image()) == {(0, 0), (1, 1), (1, 7), (127, 24)}


def test_the_other_way_round_it_is_column_2_as_well() -> None:  # (6), (13)
    chip = blank_sh1106()
    chip.write(bytes([0x00, 0xA0, 0xC0, 0x02]))
    chip.write(b"\x40\x01")
    assert lit(chip.image()) == {(127, 63)}


def test_the_column_stops_at_the_end_and_the_page_stays() -> None:  # (1), (2)
    chip = blank_sh1106()
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
    chip = blank_sh1106()
    chip.write(bytes([0x00, 0x04]))
    chip.write(b"\x40\x01")
    chip.write(bytes([0x00, 0xB1]))
    chip.write(b"\x40\x01")
    assert lit(chip.image()) == {(2, 0), (3, 8)}


def test_read_modify_write_returns_to_its_column() -> None:  # (19), (20)
    chip = blank_sh1106()
    chip.write(bytes([0x00, 0x05, 0xE0]))
    chip.write(b"\x40\x01\x01\x01")
    chip.write(b"\x00\xee")
    chip.write(b"\x40\x02")
    assert lit(chip.image()) == {(3, 1), (4, 0), (5, 0)}


def test_the_converter_makes_the_voltage() -> None:  # (10)
    chip = blank_sh1106()
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
def test_rows_of_the_glass_of_the_sh1106(commands: list[int], y: int) -> None:  # (4), (9), (13), (14)
    chip = blank_sh1106()
    chip.write(bytes([0x00, 0x02]))
    chip.write(b"\x40\x01")
    chip.write(bytes([0x00, *commands]))
    assert lit(chip.image()) == {(0, y)}


def test_lengths_of_commands_with_nothing_to_see_of_the_sh1106() -> None:
    chip = blank_sh1106()
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
def test_bytes_that_the_data_sheet_does_not_allow_are_errors_of_the_sh1106(command: bytes) -> None:
    chip = blank_sh1106()
    with pytest.raises(ProtocolError):
        chip.write(b"\x00" + command)
        chip.write(b"\x40\x00")


def test_one_half_of_a_column_may_lead_beyond_the_last() -> None:
    chip = blank_sh1106()
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
    chip = blank_sh1106()
    chip.write(b"\x40\x01\x02\x03")
    chip.write(bytes([0x00, 0x01]))
    assert chip.status() == 0x08
    chip.write(b"\x40")
    assert chip.status() == 0x02
    chip.write(b"\x00")
    assert chip.status() == 0x08


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
