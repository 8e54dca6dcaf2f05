"""The emulated wires: the I2C bus and the SPI ports count bytes and fail on request; pins with buttons."""

import errno
from collections.abc import Iterator

import pytest
from gpiozero import InputDevice, OutputDevice
from luma.oled.device import ssd1306
from PIL import Image
from smbus2 import i2c_msg

from firmware_py.emulator.oled_chips import Ssd1306
from firmware_py.emulator.oled_controller import ProtocolError
from firmware_py.emulator.wires import EmulatedI2CBus, EmulatedPins, EmulatedSpi, reset_line
from tests.support.pi_i2c import pi_i2c

from .luma_panels import DC, RST, luma_draws, luma_spi, noise


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


SETUP = bytes([0x8D, 0x14, 0xA1, 0xC8, 0xAF])


class Tape_of_spi:
    """A test double for a chip that records all the bytes it receives."""

    def __init__(self) -> None:
        self.heard: list[tuple[bytes, bool]] = []
        self.resets = self.power_cycles = 0

    def serial(self, sent: bytes, data: bool) -> None:
        self.heard.append((sent, data))

    def reset(self) -> None:
        self.resets += 1

    def power_cycle(self) -> None:
        self.power_cycles += 1


class Wires:
    """A test rig: an emulated SPI port, a chip that records the data, and the chip's data and reset pins."""

    def __init__(self) -> None:
        self.pins, self.tape = EmulatedPins(), Tape_of_spi()
        self.port = EmulatedSpi(self.tape, pins=self.pins, dc=DC, reset=RST)
        self.dc = OutputDevice(DC, pin_factory=self.pins.factory)
        self.rst = OutputDevice(RST, initial_value=True, pin_factory=self.pins.factory)


@pytest.fixture
def wires() -> Iterator[Wires]:
    wires = Wires()
    yield wires
    wires.dc.close()
    wires.rst.close()


@luma_draws
def test_luma_draws_and_a_frame_is_1030_bytes() -> None:
    pins, chip = EmulatedPins(), Ssd1306()
    port = EmulatedSpi(chip, pins=pins, dc=DC, reset=RST)
    device = ssd1306(luma_spi(port, pins))
    before = port.bytes_sent
    device.display(noise(3))
    assert port.bytes_sent - before == 6 + 1024  # two windows of three bytes, and the frame
    assert chip.image().tobytes() == noise(3).tobytes()
    assert port.max_speed_hz == 8_000_000 and port.busy > 0
    device.persist = True  # so that luma sends nothing at exit


def test_dc_at_the_moment_of_the_transfer(wires: Wires) -> None:
    wires.port.writebytes([0xAE, 0xAF])
    wires.dc.on()
    wires.port.writebytes2(b"\x01\x02")
    wires.dc.off()
    assert wires.port.xfer2([0xA6]) == [0]
    assert wires.tape.heard == [(b"\xae\xaf", False), (b"\x01\x02", True), (b"\xa6", False)]
    assert wires.port.bytes_sent == 5


def test_nothing_drives_dc() -> None:
    port = EmulatedSpi(Tape_of_spi(), pins=EmulatedPins(), dc=DC)
    with pytest.raises(ProtocolError, match="D/C#"):
        port.writebytes([0xAE])


def test_a_pulse_between_two_transfers_resets(wires: Wires) -> None:
    wires.port.writebytes([1])
    assert wires.tape.resets == 0
    wires.rst.off()
    wires.rst.on()
    assert wires.tape.resets == 1
    wires.port.writebytes([2])
    assert [sent for sent, _ in wires.tape.heard] == [b"\1", b"\2"]


def test_deaf_while_res_is_low_or_not_set_up(wires: Wires) -> None:
    wires.rst.off()
    wires.port.writebytes([1])
    assert not wires.tape.heard and wires.port.bytes_sent == 1

    pins, tape = EmulatedPins(), Tape_of_spi()
    port = EmulatedSpi(tape, pins=pins, dc=DC, reset=RST)
    port.writebytes([1])
    assert not tape.heard


def test_without_a_reset_pin_it_listens_at_once() -> None:
    pins, tape = EmulatedPins(), Tape_of_spi()
    port = EmulatedSpi(tape, pins=pins, dc=DC)
    with OutputDevice(DC, pin_factory=pins.factory):
        port.writebytes([1])
    assert tape.heard == [(b"\1", False)]


def test_a_reset_puts_a_panel_out_at_once_and_keeps_its_ram() -> None:  # SSD1306, 8.5
    pins, chip = EmulatedPins(), Ssd1306()
    port = EmulatedSpi(chip, pins=pins, dc=DC, reset=RST)
    with OutputDevice(DC, pin_factory=pins.factory):
        rst = OutputDevice(RST, initial_value=True, pin_factory=pins.factory)
        port.writebytes(list(SETUP))
        before, picture = [bytes(page) for page in chip.ram], chip.image().tobytes()
        rst.off()
        assert not chip.on and not chip.charge_pump and not chip.image().getbbox()
        rst.on()
        port.writebytes(list(SETUP))
        assert [bytes(page) for page in chip.ram] == before and chip.image().tobytes() == picture
        rst.close()


def test_a_command_cut_off_by_a_reset_is_forgotten() -> None:
    chip = Ssd1306()
    chip.serial(b"\x81", data=False)
    chip.reset()
    chip.serial(b"\xaf", data=False)
    assert chip.on and chip.contrast == 0x7F


@pytest.mark.parametrize("through", range(6))
def test_fails_at_a_byte_and_only_once_of_spi(wires: Wires, through: int) -> None:
    wires.port.fail_after(through)
    with pytest.raises(OSError) as failure:
        wires.port.writebytes([1, 2])
        wires.port.writebytes([3, 4, 5, 6])
    assert failure.value.errno == errno.EIO
    assert wires.port.bytes_sent == through
    assert b"".join(sent for sent, _ in wires.tape.heard) == bytes(range(1, 7))[:through]
    wires.port.writebytes([9])
    assert wires.tape.heard[-1] == (b"\x09", False)


def test_unplugged_nobody_notices_and_plugged_in_it_has_forgotten(wires: Wires) -> None:
    wires.port.unplug()
    wires.port.writebytes([1])
    wires.rst.off()
    wires.rst.on()
    assert not wires.tape.heard and not wires.tape.resets and wires.port.bytes_sent == 1
    wires.port.plug()
    assert wires.tape.power_cycles == 1
    wires.port.writebytes([2])
    assert wires.tape.heard == [(b"\2", False)]


def test_limits_of_one_call(wires: Wires) -> None:
    wires.port.writebytes([0xE3] * 4096)
    for call in (wires.port.writebytes, wires.port.xfer2):
        with pytest.raises(OverflowError, match="4096"):
            call([0xE3] * 4097)
    wires.port.writebytes2(bytes(5000))
    assert [len(sent) for sent, _ in wires.tape.heard] == [4096, 4096, 904]


def test_closed_and_opened_again(wires: Wires) -> None:
    wires.port.close()
    with pytest.raises(OSError) as failure:
        wires.port.writebytes2(b"\xe3")
    assert failure.value.errno == errno.EBADF
    wires.port.open(0, 0)
    wires.port.writebytes2(b"\xe3")
    assert len(wires.tape.heard) == 1


def test_only_rising_edges(wires: Wires) -> None:
    wires.port.mode = 1
    with pytest.raises(ProtocolError, match="mode"):
        wires.port.writebytes([0xE3])
    wires.port.mode = 3
    wires.port.writebytes([0xE3])


def test_data_in_the_middle_of_a_command() -> None:
    chip = Ssd1306()
    chip.serial(b"\x81", data=False)
    with pytest.raises(ProtocolError, match="middle"):
        chip.serial(b"\x00", data=True)


def test_only_a_falling_level_resets_the_chip() -> None:
    pins, resets = EmulatedPins(), []
    pin = reset_line(pins.factory.pin(25), lambda: resets.append(True))
    line = OutputDevice(25, initial_value=True, pin_factory=pins.factory)
    resets.clear()
    line.off()
    line.off()
    assert len(resets) == 1 and not pin.state
    line.on()
    assert len(resets) == 1 and pin.state
    line.close()


@pytest.fixture
def pins() -> EmulatedPins:
    return EmulatedPins(clock=lambda: 7.0)


def test_a_button_takes_its_pin_low_and_the_pull_up_takes_it_high(pins: EmulatedPins) -> None:
    device = InputDevice(5, pull_up=True, pin_factory=pins.factory)
    assert not device.is_active
    pins.press(5)
    assert device.is_active
    pins.release(5)
    assert not device.is_active
    device.close()


def test_a_button_can_be_down_before_the_program_opens_its_pin(pins: EmulatedPins) -> None:
    pins.press(5)
    device = InputDevice(5, pull_up=True, pin_factory=pins.factory)
    assert device.is_active
    device.close()


def test_changes_carry_the_time_of_the_clock(pins: EmulatedPins) -> None:
    device = InputDevice(5, pull_up=True, pin_factory=pins.factory)
    reported: list[tuple[float, int]] = []
    device.pin.edges = "both"
    report = lambda ticks, state: reported.append((ticks, state))  # noqa: E731  # kept: the pin's reference is weak
    device.pin.when_changed = report
    pins.press(5)
    pins.press(5)
    pins.release(5)
    assert reported == [(7.0, 0), (7.0, 1)]
    device.close()
