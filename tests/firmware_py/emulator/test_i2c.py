"""The emulated I2C bus counts bytes, and fails on request."""

import errno

import pytest
from luma.oled.device import ssd1306
from PIL import Image
from smbus2 import i2c_msg

from firmware_py.emulator.oled_chips import Ssd1306
from firmware_py.emulator.wires import EmulatedI2CBus
from tests.support.pi_captures import pi_i2c


class Tape:
    """A test double for a chip that records all the bytes it receives."""

    def __init__(self) -> None:
        self.payloads: list[bytes] = []
        self.power_cycles = 0

    def write(self, payload: bytes) -> None:
        self.payloads.append(payload)

    def status(self) -> int:
        return 0x48

    def power_cycle(self) -> None:
        self.power_cycles += 1


@pytest.fixture
def tape() -> Tape:
    return Tape()


@pytest.fixture
def bus(tape: Tape) -> EmulatedI2CBus:
    bus = EmulatedI2CBus()
    bus.attach(0x3C, tape)
    return bus


# luma uses Image.getdata, which Pillow has deprecated. That is luma's concern, and only this test uses it.
@pytest.mark.filterwarnings("ignore:Image.Image.getdata is deprecated:DeprecationWarning")
def test_a_whole_luma_frame_is_1034_bytes_in_two_transactions() -> None:
    bus = EmulatedI2CBus()
    bus.attach(0x3C, Ssd1306())
    device = ssd1306(pi_i2c(bus))
    before = bus.bytes_sent
    bus.log.clear()
    device.display(Image.new("1", (128, 64), 1))
    assert bus.bytes_sent - before == 1034
    assert [len(transaction.payload) for transaction in bus.log] == [7, 1025]
    device.persist = True  # so that luma sends nothing at exit


def test_both_kinds_of_write(bus: EmulatedI2CBus, tape: Tape) -> None:
    bus.write_i2c_block_data(0x3C, 0x00, [1, 2])
    bus.i2c_rdwr(i2c_msg.write(0x3C, [3, 0, 255]), i2c_msg.write(0x3C, range(200)))
    assert tape.payloads == [b"\x00\x01\x02", b"\x03\x00\xff", bytes(range(200))]
    assert bus.bytes_sent == 4 + 4 + 201
    assert [(entry.address, entry.payload) for entry in bus.log] == [(0x3C, p) for p in tape.payloads]


def test_limits_of_a_block(bus: EmulatedI2CBus) -> None:
    bus.write_i2c_block_data(0x3C, 0x40, [0] * 32)
    with pytest.raises(ValueError, match="32"):
        bus.write_i2c_block_data(0x3C, 0x40, [0] * 33)


def test_a_read_gives_the_status(bus: EmulatedI2CBus, tape: Tape) -> None:
    message = i2c_msg.read(0x3C, 2)
    bus.i2c_rdwr(message)
    assert bytes(message) == b"\x48\x48"
    assert bus.bytes_sent == 3
    assert not bus.log and not tape.payloads


def test_the_status_of_a_panel_that_is_off_and_on() -> None:  # SSD1306, table 9-2
    bus, chip = EmulatedI2CBus(), Ssd1306()
    bus.attach(0x3C, chip)
    for on, status in ((0xAE, 0x46), (0xAF, 0x06)):
        message = i2c_msg.read(0x3C, 1)
        bus.i2c_rdwr(i2c_msg.write(0x3C, [0x00, on]), message)
        assert bytes(message) == bytes([status])
    chip.low_status = 3
    assert chip.status() == 0x03


def test_a_read_from_nobody(bus: EmulatedI2CBus) -> None:
    bus.unplug()
    message = i2c_msg.read(0x3C, 1)
    with pytest.raises(OSError) as failure:
        bus.i2c_rdwr(message)
    assert failure.value.errno == errno.EREMOTEIO
    assert bus.bytes_sent == 1 and bytes(message) == b"\0"


@pytest.mark.parametrize("through", range(5))
def test_a_read_fails_at_a_byte_and_only_once(bus: EmulatedI2CBus, through: int) -> None:
    bus.fail_after(through)
    messages = [i2c_msg.read(0x3C, 1), i2c_msg.read(0x3C, 2)]
    with pytest.raises(OSError) as failure:
        bus.i2c_rdwr(*messages)
    assert failure.value.errno == errno.EREMOTEIO
    assert bus.bytes_sent == through
    assert bytes(messages[0]) == (b"\x48" if through >= 2 else b"\0") and bytes(messages[1]) == b"\0\0"
    bus.i2c_rdwr(messages[1])
    assert bytes(messages[1]) == b"\x48\x48"


def test_nobody_at_the_address(bus: EmulatedI2CBus, tape: Tape) -> None:
    with pytest.raises(OSError) as failure:
        bus.write_i2c_block_data(0x3D, 0x00, [1])
    assert failure.value.errno == errno.EREMOTEIO
    assert bus.bytes_sent == 1
    assert not tape.payloads


def test_unplugged_and_plugged_in_again(bus: EmulatedI2CBus, tape: Tape) -> None:
    bus.unplug()
    with pytest.raises(OSError):
        bus.write_i2c_block_data(0x3C, 0x00, [1])
    assert tape.power_cycles == 0
    bus.plug()
    assert tape.power_cycles == 1
    bus.write_i2c_block_data(0x3C, 0x00, [1])
    assert tape.payloads == [b"\x00\x01"]


@pytest.mark.parametrize("through", range(9))
def test_fails_at_a_byte_and_only_once(bus: EmulatedI2CBus, tape: Tape, through: int) -> None:
    bus.fail_after(through)
    with pytest.raises(OSError) as failure:
        bus.write_i2c_block_data(0x3C, 1, [2])
        bus.write_i2c_block_data(0x3C, 3, [4, 5, 6, 7])
    assert failure.value.errno == errno.EREMOTEIO
    assert bus.bytes_sent == through
    whole = [b"\x3c\x01\x02", b"\x3c\x03\x04\x05\x06\x07"]
    assert b"".join(b"\x3c" + payload for payload in tape.payloads) == b"".join(whole)[:through]
    bus.write_i2c_block_data(0x3C, 8, [])
    assert tape.payloads[-1] == b"\x08"
