"""An emulated SPI port counts the bytes sent, obeys its data and reset pins, and fails on request."""

import errno
from collections.abc import Iterator

import pytest
from gpiozero import OutputDevice
from luma.oled.device import ssd1306

from firmware_py.emulator.oled_chips import Ssd1306
from firmware_py.emulator.oled_controller import ProtocolError
from firmware_py.emulator.wires import EmulatedPins, EmulatedSpi
from tests.firmware_py.emulator.luma_panels import DC, RST, luma_draws, luma_spi, noise

SETUP = bytes([0x8D, 0x14, 0xA1, 0xC8, 0xAF])


class Tape:
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
        self.pins, self.tape = EmulatedPins(), Tape()
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
    port = EmulatedSpi(Tape(), pins=EmulatedPins(), dc=DC)
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

    pins, tape = EmulatedPins(), Tape()
    port = EmulatedSpi(tape, pins=pins, dc=DC, reset=RST)
    port.writebytes([1])
    assert not tape.heard


def test_without_a_reset_pin_it_listens_at_once() -> None:
    pins, tape = EmulatedPins(), Tape()
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
def test_fails_at_a_byte_and_only_once(wires: Wires, through: int) -> None:
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
