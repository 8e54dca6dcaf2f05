"""The emulated wires: the I2C bus and the SPI ports count bytes and fail on request; pins with buttons."""

import errno
from collections.abc import Iterator

import pytest
from gpiozero import OutputDevice

from firmware_py.emulator.oled_controller import ProtocolError
from firmware_py.emulator.wires import EmulatedI2CBus, EmulatedPins, EmulatedSpi

DC, RST = 24, 25


class Tape:
    """A test double for a chip that records all the bytes it receives."""

    def __init__(self) -> None:
        self.payloads: list[bytes] = []
        self.heard: list[tuple[bytes, bool]] = []
        self.resets = self.power_cycles = 0

    def write(self, payload: bytes) -> None:
        self.payloads.append(payload)

    def serial(self, sent: bytes, data: bool) -> None:
        self.heard.append((sent, data))

    def status(self) -> int:
        return 0x48

    def reset(self) -> None:
        self.resets += 1

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


def test_messages_and_their_limit(bus: EmulatedI2CBus, tape: Tape) -> None:
    bus.write(0x3C, b"\x00\x01\x02")
    bus.write(0x3C, bytes(8192))
    assert tape.payloads == [b"\x00\x01\x02", bytes(8192)]
    assert bus.bytes_sent == 4 + 8193
    assert [(entry.address, entry.payload) for entry in bus.log] == [(0x3C, p) for p in tape.payloads]
    with pytest.raises(ValueError, match="8192"):
        bus.write(0x3C, bytes(8193))


def test_a_bus_opened_twice_and_closed(bus: EmulatedI2CBus, tape: Tape) -> None:
    display, other = bus.open(), bus.open()
    display.select(0x3C)
    other.select(0x3D)
    display.write(b"\x40")
    assert display.read(2) == b"\x48\x48" and tape.payloads == [b"\x40"]
    display.close()
    for file, why in ((other, "Remote I/O"), (display, "Bad file")):
        with pytest.raises(OSError, match=why):
            file.read(1)


@pytest.mark.parametrize("through", range(9))
def test_a_write_fails_at_a_byte_and_only_once(bus: EmulatedI2CBus, tape: Tape, through: int) -> None:
    bus.fail_after(through)
    with pytest.raises(OSError) as failure:
        bus.write(0x3C, bytes([1, 2]))
        bus.write(0x3C, bytes([3, 4, 5, 6, 7]))
    assert failure.value.errno == errno.EREMOTEIO
    assert bus.bytes_sent == through
    whole = b"\x3c\x01\x02" + b"\x3c\x03\x04\x05\x06\x07"
    assert b"".join(b"\x3c" + payload for payload in tape.payloads) == whole[:through]
    bus.write(0x3C, b"\x08")
    assert tape.payloads[-1] == b"\x08"


@pytest.mark.parametrize("address", [0x3C, 0x3D])
def test_nobody_answers_at_another_address_or_while_unplugged(
    bus: EmulatedI2CBus, tape: Tape, address: int
) -> None:
    if address == 0x3C:
        bus.unplug()
    with pytest.raises(OSError) as failure:
        bus.write(address, b"\x00\x01")
    assert failure.value.errno == errno.EREMOTEIO
    with pytest.raises(OSError):
        bus.read(address, 1)
    assert bus.bytes_sent == 2
    assert not tape.payloads and not tape.power_cycles
    if address == 0x3C:
        bus.plug()
        assert tape.power_cycles == 1
    bus.write(0x3C, b"\x00\x01")
    assert tape.payloads == [b"\x00\x01"]


class Wires:
    """A test rig: an emulated SPI port, a chip that records the data, and the chip's data and reset pins."""

    def __init__(self) -> None:
        self.pins, self.tape = EmulatedPins(), Tape()
        self.port = EmulatedSpi(self.tape, pins=self.pins, dc=DC, reset=RST)
        self.dc = OutputDevice(DC, pin_factory=self.pins.factory)
        self.rst = OutputDevice(RST, initial_value=True, pin_factory=self.pins.factory)

    @property
    def sent(self) -> list[bytes]:
        return [sent for sent, _ in self.tape.heard]


@pytest.fixture
def wires() -> Iterator[Wires]:
    wires = Wires()
    yield wires
    wires.dc.close()
    wires.rst.close()


def test_dc_at_the_moment_of_the_transfer(wires: Wires) -> None:
    wires.port.writebytes([0xAE, 0xAF])
    wires.dc.on()
    wires.port.writebytes2(b"\x01\x02")
    wires.dc.off()
    assert wires.port.xfer2([0xA6]) == [0]
    assert wires.tape.heard == [(b"\xae\xaf", False), (b"\x01\x02", True), (b"\xa6", False)]
    assert wires.port.bytes_sent == 5


def test_a_low_level_resets_once_and_until_it_is_high_the_chip_is_deaf(wires: Wires) -> None:
    wires.port.writebytes([1])
    assert wires.tape.resets == 0
    wires.rst.off()
    wires.rst.off()
    wires.port.writebytes([2])
    wires.rst.on()
    assert wires.tape.resets == 1
    wires.port.writebytes([3])
    assert wires.sent == [b"\1", b"\3"] and wires.port.bytes_sent == 3


@pytest.mark.parametrize("through", range(6))
def test_a_transfer_on_spi_fails_at_a_byte_and_only_once(wires: Wires, through: int) -> None:
    wires.port.fail_after(through)
    with pytest.raises(OSError) as failure:
        wires.port.writebytes([1, 2])
        wires.port.writebytes([3, 4, 5, 6])
    assert failure.value.errno == errno.EIO
    assert wires.port.bytes_sent == through
    assert b"".join(wires.sent) == bytes(range(1, 7))[:through]
    wires.port.writebytes([9])
    assert wires.sent[-1] == b"\x09"


def test_unplugged_nobody_notices_and_plugged_in_it_has_forgotten(wires: Wires) -> None:
    wires.port.unplug()
    wires.port.writebytes([1])
    wires.rst.off()
    wires.rst.on()
    assert not wires.tape.heard and not wires.tape.resets and wires.port.bytes_sent == 1
    wires.port.plug()
    assert wires.tape.power_cycles == 1
    wires.port.writebytes([2])
    assert wires.sent == [b"\2"]


def test_limits_of_one_call(wires: Wires) -> None:
    wires.port.writebytes([0xE3] * 4096)
    for call in (wires.port.writebytes, wires.port.xfer2):
        with pytest.raises(OverflowError, match="4096"):
            call([0xE3] * 4097)
    wires.port.writebytes2(bytes(5000))
    assert [len(sent) for sent in wires.sent] == [4096, 4096, 904]


def test_closed_and_opened_again_and_only_with_rising_edges(wires: Wires) -> None:
    wires.port.close()
    with pytest.raises(OSError) as failure:
        wires.port.writebytes2(b"\xe3")
    assert failure.value.errno == errno.EBADF
    wires.port.open(0, 0)
    wires.port.mode = 1
    with pytest.raises(ProtocolError, match="mode"):
        wires.port.writebytes([0xE3])
    wires.port.mode = 3
    wires.port.writebytes([0xE3])
    assert len(wires.sent) == 1
