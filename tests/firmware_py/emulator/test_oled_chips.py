"""The emulated OLED controllers work with luma's own drivers, and follow their data sheets.

The numbers in brackets are sections of the data sheets; those of one number are commands of the SH1106.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from gpiozero import OutputDevice
from luma.core.interface.serial import spi
from luma.oled.device import sh1106, ssd1306, ssd1309

from firmware_py.config.displays import OLED_CONTROLLERS, Glass
from firmware_py.emulator.oled_chips import CHIPS
from firmware_py.emulator.oled_controller import EmulatedController, ProtocolError
from firmware_py.emulator.wires import EmulatedI2CBus, EmulatedPins, EmulatedSpi
from tests.support.pi_captures import pi_i2c
from tests.support.pictures import image_of, noise

LUMA = {"ssd1306": (ssd1306, 0xCF), "ssd1309": (ssd1309, 0xCF), "sh1106": (sh1106, 0x7F)}
"""luma's device for each controller, and the contrast that it sets."""
DC, RST = 24, 25

# luma uses Image.getdata, which Pillow has deprecated. That is luma's concern, and only these tests use it.
luma_draws = pytest.mark.filterwarnings("ignore:Image.Image.getdata is deprecated:DeprecationWarning")


class Gpio:
    """A test double for the functions of RPi.GPIO that luma uses. It controls gpiozero's emulated pins."""

    LOW, HIGH, OUT = 0, 1, "out"

    def __init__(self, pins: EmulatedPins) -> None:
        self._pins = pins
        self._devices: dict[int, Any] = {}

    def setup(self, pin: int, direction: str) -> None:
        self._devices[pin] = OutputDevice(pin, initial_value=True, pin_factory=self._pins.factory)

    def output(self, pin: int, value: int) -> None:
        self._devices[pin].value = value

    def cleanup(self, pins: object = None) -> None:
        for device in self._devices.values():
            device.close()


def on_i2c(chip: EmulatedController) -> Any:
    bus = EmulatedI2CBus()
    bus.attach(0x3C, chip)
    return pi_i2c(bus)


def on_spi(chip: EmulatedController) -> Any:
    pins = EmulatedPins()
    port = EmulatedSpi(chip, pins=pins, dc=DC, reset=RST)
    return spi(spi=port, gpio=Gpio(pins), gpio_DC=DC, gpio_RST=RST)


@luma_draws
@pytest.mark.parametrize("wire", [on_i2c, on_spi])
@pytest.mark.parametrize("name", CHIPS)
def test_luma_draws_also_after_a_restart_without_a_reset(
    name: str, wire: Callable[[EmulatedController], Any]
) -> None:
    chip = CHIPS[name]()
    make, contrast = LUMA[name]
    serial = wire(chip)
    for seed in range(2):
        device = make(serial)
        device.persist = True  # so that luma sends nothing at exit
        device.display(image_of(noise(seed)))
        assert chip.on and chip.contrast == contrast
        assert chip.image() == noise(seed)
    device.contrast(7)
    assert chip.contrast == 7
    device.hide()
    assert not chip.on and not any(chip.image())
    device.show()
    assert chip.image() == noise(1)


def test_a_chip_with_a_larger_memory_says_so_itself_and_shows_it_on_a_larger_glass(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    entry = OLED_CONTROLLERS["sh1106"]
    monkeypatch.setitem(OLED_CONTROLLERS, "sh1106", entry._replace(glass=Glass(128, 96)))

    class Tall(CHIPS["sh1106"]):  # type: ignore[misc]  # a type checker does not know the class
        LINES = 96

    chip = Tall()
    send(chip, "00 a1 c8 af")
    for page in range(12):
        chip.ram[page][:] = bytes([page]) * chip.SEGMENTS
    assert chip.image() == b"".join(128 * bytes([page]) for page in range(12))


BLANK = {
    # On, upright, and with horizontal addressing.
    "ssd1306": ["00 8d14 a1 c8 af 2000 21007f 220007", "40" + "00" * 1024],
    "ssd1309": ["00 a1 c8 2000 21007f 220007 af", "40" + "00" * 1024],
    "sh1106": [
        *(message for page in range(8) for message in (f"00 a1 c8 b{page} 00 10", "40" + "00" * 132)),
        "00 b0 00 10 af",
    ],
}


def send(chip: EmulatedController, *messages: str) -> None:
    for message in messages:
        chip.write(bytes.fromhex(message))


def blank(name: str) -> Any:
    """Return a chip that is on and upright. Its picture is blank, and its next byte goes to the top left."""
    chip = CHIPS[name]()
    send(chip, *BLANK[name])
    return chip


def lit(frame: bytes) -> set[tuple[int, int]]:
    return {(x, y) for y in range(64) for x in range(128) if frame[y // 8 * 128 + x] >> y % 8 & 1}


DOT = ["00 211414 220000", "40 01", "00"]
CORNER = ["00 02", "40 01", "00"]
ALL = {(x, y) for x in range(128) for y in range(64)}
PICTURES: list[tuple[str, list[str], set[tuple[int, int]]]] = [
    # The lowest bit is the topmost pixel (8.7).
    ("ssd1306", ["00 210506 220202", "40 01 82"], {(5, 16), (6, 17), (6, 23)}),
    # A control byte before each byte (8.1.5.2, Co = 1).
    ("ssd1306", ["80 21 80 03 80 04 c0 01 40 03"], {(3, 0), (4, 0), (4, 1)}),
    # Horizontal addressing wraps within its window, vertical addressing goes down first (10.1.3).
    ("ssd1306", ["00 210a0b 220607", "40 01 02 04 08 10"], {(10, 52), (11, 49), (10, 58), (11, 59)}),
    ("ssd1306", ["00 2001 210a0b 220607", "40 01 02 04 08 10"], {(10, 52), (10, 57), (11, 50), (11, 59)}),
    # Page addressing stays on its page: the column wraps to its start (10.1.1, 10.1.2, 10.1.13).
    ("ssd1306", ["00 2002 b3 0e 17", "40 01 02 04 08"], {(126, 26), (127, 27)}),
    # The segment remap acts on what is written after it (10.1.8).
    ("ssd1306", ["00 a0 21007f 220000", "40 01", "00 a1 21007f 220000", "40 02"], {(127, 0), (0, 1)}),
    # Rows of the glass: the direction of the scan at once (10.1.14), the start line (10.1.6), the offset,
    # where COM8 shows row 63 (10.1.15, table 10-2), the multiplex ratio, where COM47 is first (10.1.11).
    ("ssd1306", [*DOT, "00 c0"], {(20, 63)}),
    ("ssd1306", [*DOT, "00 48"], {(20, 56)}),
    ("ssd1306", [*DOT, "00 a82f"], {(20, 16)}),
    ("ssd1306", [*DOT, "00 c0 d308"], {(20, 7)}),
    ("ssd1306", ["00 a7 a80f"], {(x, y) for x, y in ALL if y >= 48}),
    # Inverse, and the entire display on (10.1.9, 10.1.10).
    ("ssd1306", [*DOT, "00 a7 a5 a4 a6"], {(20, 0)}),
    # It lights up without a charge pump.
    ("ssd1309", ["40 01"], {(0, 0)}),
    # The glass begins at column 2, also the other way round ((6), (13)), and ends at column 81h, 129.
    ("sh1106", ["40 01 01 01 82"], {(0, 0), (1, 1), (1, 7)}),
    ("sh1106", ["00 a0 c0 02", "40 01"], {(127, 63)}),
    # The column stops at the end, and the page stays ((1), (2)).
    (
        "sh1106",
        ["00 0e 17", "40" + "01" * 20, "00 02 10", "40 01"],
        {(x, 0) for x in (0, 124, 125, 126, 127)},
    ),
    # A new page leaves the column (12).
    ("sh1106", ["00 04", "40 01", "00 b1", "40 01"], {(2, 0), (3, 8)}),
    # One half of a column may lead beyond the last: 8Fh on the way to 81h.
    ("sh1106", ["00 0f", "00 18 01", "40 01"], {(127, 0)}),
    # Read-modify-write returns to its column ((19), (20)).
    ("sh1106", ["00 05 e0", "40 01 01 01", "00 ee", "40 02"], {(3, 1), (4, 0), (5, 0)}),
    # The converter makes the voltage (10).
    ("sh1106", ["00 a5", "00 ae ad8a af"], set()),
    ("sh1106", ["00 a5", "00 ae ad8a af", "00 ae ad8b af"], ALL),
    # Rows of the glass ((4), (9), (13), (14)).
    *[
        ("sh1106", [*CORNER, f"00 {command}"], {(0, y)})
        for command, y in (("c0", 63), ("cf", 0), ("48", 56), ("d308", 56), ("a82f", 16), ("a800", 63))
    ],
]


@pytest.mark.parametrize(("name", "messages", "pixels"), PICTURES)
def test_what_is_written_lights_the_pixels_of_the_data_sheet(
    name: str, messages: list[str], pixels: set[tuple[int, int]]
) -> None:
    chip = blank(name)
    send(chip, *messages)
    assert lit(chip.image()) == pixels


SEEN_NOTHING = {
    "ssd1306": "260000000700ff 270000000700ff 290000000701 2a0000000701 a30040 2300 d600 d580 d9f1 da12 db40"
    " e3 2f 2e",
    "ssd1309": "dc02 a30040 2e 8d14",
    "sh1106": "20 30 33 8d e3 d5f0 d922 da12 db35",
}


@pytest.mark.parametrize("name", CHIPS)
def test_commands_with_nothing_to_see_have_their_lengths(name: str) -> None:
    chip = blank(name)
    for command in SEEN_NOTHING[name].split():
        send(chip, f"00 {command} ae")
        assert not chip.on, command
        send(chip, "00 af")
    assert not lit(chip.image())


ILLEGAL = {
    # No such command, control byte, addressing mode, window, multiplex ratio, charge pump, COM pins; commands
    # for another addressing mode; data in the middle of a command, and while scrolling.
    "ssd1306": "00ff 01af 002003 00210504 00220504 00a805 008d00 00da00"
    " 00b0 0000 0010 00200221007f 80214000 802f4000",
    # Commands that only an SSD1306 has, and the argument of the lock.
    "ssd1309": "008d00 008daf 00d600 002300 0026 002a 00fd00",
    # Not in the data sheet; column 132; arguments; the converter with the panel on; read-modify-write.
    "sh1106": "0021 0022 002e 0034 00b8 00d6 00ff 000418 00ad14 00d902 00da22 00ad8b 00ee 00e002",
}


@pytest.mark.parametrize(
    ("name", "payload"), [(name, payload) for name in CHIPS for payload in ILLEGAL[name].split()]
)
def test_bytes_that_the_data_sheet_does_not_allow_are_errors(name: str, payload: str) -> None:
    chip = blank(name)
    with pytest.raises(ProtocolError):
        send(chip, payload, "40 00")
        chip.image()


def test_the_lock_of_the_ssd1309_shuts_out_all_but_itself_until_a_reset() -> None:  # 10.1, FDh
    chip = blank("ssd1309")
    send(chip, "00 fd16 ae 81fd a7", "40 ff")
    assert chip.locked and chip.on and chip.contrast == 0x7F and not lit(chip.image())
    send(chip, "00 fd12 8109", "40 80")
    assert not chip.locked and chip.contrast == 9 and lit(chip.image()) == {(0, 7)}
    send(chip, "00 fd16")
    chip.reset()
    assert not chip.locked and not chip.on


def test_a_read_gives_the_status_or_after_display_data_display_data() -> None:
    # (23), and the I2C-bus protocol: D/C of the control byte; the lower half as seen by ss_oled.
    chip = CHIPS["sh1106"]()
    assert chip.status() == 0x48
    chip = blank("sh1106")
    send(chip, "40 01 02 03", "00 01")
    assert chip.status() == 0x08
    send(chip, "40")
    assert chip.status() == 0x02
    send(chip, "00")
    assert chip.status() == 0x08


@pytest.mark.parametrize("name", CHIPS)
def test_control_bytes_and_commands_over_transactions(name: str) -> None:
    chip = CHIPS[name]()
    send(chip, "80 af 80 a7 00 81 07")  # a control byte is for one byte or for the rest
    assert (chip.on, chip.inverted, chip.contrast) == (True, True, 7)
    send(chip, "00 81", "00 63")
    assert chip.contrast == 99
    with pytest.raises(ProtocolError, match="control byte 0x01"):
        send(chip, "01 af")
    with pytest.raises(ProtocolError, match="unknown command 0xff"):
        chip.serial(b"\xff", False)


@pytest.mark.parametrize("name", CHIPS)
def test_a_loss_of_power_loses_memory_and_registers_and_a_reset_only_registers(name: str) -> None:
    chip = CHIPS[name]()
    assert chip.ram == CHIPS[name]().ram and any(any(page) for page in chip.ram)  # the same noise each time
    chip.ram[0][0] ^= 0xFF
    send(chip, "00 af 81 03")
    before = [bytes(page) for page in chip.ram]
    chip.serial(b"\x81", data=False)  # a command that the reset cuts off
    chip.reset()
    assert not chip.on and chip.contrast != 3 and [bytes(page) for page in chip.ram] == before
    chip.serial(b"\xaf", data=False)
    assert chip.on
    chip.power_cycle()
    assert not chip.on and [bytes(page) for page in chip.ram] != before
