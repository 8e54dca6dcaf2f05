"""The driver opens the I2C bus of an OLED, and copes with displays that report a wrong status or none."""

import errno
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import smbus2
from gpiozero import GPIOPinInUse, OutputDevice
from PIL import Image

from firmware_py.drivers.oled import WHOLE_EVERY, i2c_oled
from firmware_py.emulator.oled_chips import Sh1106, Ssd1309
from firmware_py.emulator.wires import EmulatedI2CBus, EmulatedPins, reset_line
from firmware_py.system.errors import DisplayError
from tests.support.oled_bench import OledBench
from tests.support.screen_pictures import BLACK, noise

WHOLE = 1034
# The bytes of a status request: an address and a control byte, then an address and the status.
ASKED = 4
READ = 0x0001  # I2C_M_RD of linux/i2c.h


def with_dot(image: Image.Image, x: int) -> Image.Image:
    changed = image.copy()
    changed.putpixel((x, 0), int(not image.getpixel((x, 0))))
    return changed


class Bus(EmulatedI2CBus):
    """An emulated I2C bus that calls the function in its attribute `reading` after each read.

    By default, this function does nothing. A test can assign another one.
    """

    def __init__(self) -> None:
        super().__init__()
        self.reads = 0
        self.reading: Callable[[Any], None] = lambda message: None

    def _read(self, message: Any) -> None:
        self.reads += 1
        super()._read(message)
        self.reading(message)


class I2cOledRig(OledBench[Bus]):
    """A test rig: an OLED panel on an emulated I2C bus, and the driver that `i2c_oled` creates for it."""

    def __init__(self) -> None:
        super().__init__(Bus(), lambda bus: i2c_oled(smbus=lambda port: bus))


@pytest.fixture
def bench() -> I2cOledRig:
    return I2cOledRig()


def refuses(message: Any) -> None:
    raise OSError(errno.EREMOTEIO, "Remote I/O error")


def always(status: int) -> Callable[[Any], None]:
    def answer(message: Any) -> None:
        message.buf[0] = bytes([status])

    return answer


class TestOpening:
    def test_a_bus_that_is_not_there(self) -> None:
        oled = i2c_oled(port=9999)
        assert not Path("/dev/i2c-9999").exists()
        for _ in range(2):
            with pytest.raises(DisplayError, match=r"/dev/i2c-9999: .*dtparam=i2c_arm=on"):
                oled.show(BLACK)
        oled.close()

    def test_when_the_bus_appears_and_again_after_an_error(self, monkeypatch: pytest.MonkeyPatch) -> None:
        bench = I2cOledRig()
        opened: list[int] = []

        def smbus(port: int) -> EmulatedI2CBus:
            opened.append(port)
            if len(opened) == 1:
                raise FileNotFoundError(2, "No such file or directory", f"/dev/i2c-{port}")
            return bench.bus

        monkeypatch.setattr(smbus2, "SMBus", smbus)
        oled = i2c_oled(port=3)
        assert opened == []
        with pytest.raises(DisplayError, match="/dev/i2c-3"):
            oled.show(noise(1))
        oled.show(noise(1))
        assert opened == [3, 3] and bench.shows(noise(1))
        before = bench.bus.bytes_sent
        oled.show(noise(2))
        assert bench.bus.bytes_sent - before == WHOLE + ASKED  # in one transfer, as on a Pi
        bench.bus.fail_after(4 + ASKED)
        with pytest.raises(DisplayError):
            oled.show(noise(3))
        oled.show(noise(3))
        assert opened == [3, 3, 3] and bench.shows(noise(3))
        oled.close()
        assert not bench.chip.on

    def test_an_unknown_controller(self) -> None:
        with pytest.raises(ValueError, match="got 'ssd1315'"):
            i2c_oled(controller="ssd1315")

    def test_another_controller_at_another_address(self) -> None:
        bus, chip = Bus(), Sh1106()
        bus.attach(0x3D, chip)
        i2c_oled(address=0x3D, controller="sh1106", smbus=lambda port: bus).show(noise(1))
        assert chip.image().tobytes() == noise(1).tobytes()


def test_a_change_costs_its_bytes_and_one_question(bench: I2cOledRig) -> None:
    bench.oled.show(BLACK)
    assert bench.bytes_for(with_dot(BLACK, 7)) == 11 + ASKED
    # The driver asks even if nothing changed: somebody may be pressing keys in front of a dark panel.
    assert bench.bytes_for(with_dot(BLACK, 7)) == ASKED


def test_the_question_follows_a_control_byte_for_commands(bench: I2cOledRig) -> None:
    # SH1106 data sheet, I2C-bus protocol: the result of a read depends on the last control byte written.
    bench.oled.show(BLACK)
    bench.oled.show(with_dot(BLACK, 7))
    assert [payload for _, payload in bench.bus.log][-3:] == [
        b"\x00",
        bytes([0x00, 0x21, 7, 7, 0x22, 0, 0]),
        b"\x40\x01",
    ]


def test_a_panel_that_was_switched_off_is_not_asked(bench: I2cOledRig) -> None:
    bench.oled.show(BLACK)
    bench.oled.power(False)
    assert bench.bytes_for(with_dot(BLACK, 7)) == 11


def test_a_failing_question_is_an_error_where_it_was_answered_before(bench: I2cOledRig) -> None:
    bench.oled.show(BLACK)
    bench.bus.reading = refuses
    with pytest.raises(DisplayError, match="does not answer"):
        bench.oled.show(with_dot(BLACK, 7))


def test_a_module_that_cannot_be_read_is_asked_no_more(bench: I2cOledRig) -> None:
    bench.bus.reading = refuses
    bench.oled.show(BLACK)
    assert bench.bus.reads == 1
    image = BLACK
    costs = []
    for frame in range(2 * WHOLE_EVERY):
        image = with_dot(image, frame)
        costs.append(bench.bytes_for(image))
        assert bench.shows(image)
    assert bench.bus.reads == 1
    # One frame in eight is sent as a whole, because the panel may have lost power.
    assert [frame for frame, cost in enumerate(costs, 1) if cost > WHOLE] == [WHOLE_EVERY, 2 * WHOLE_EVERY]


def test_a_module_that_always_says_that_it_is_on_is_not_believed(bench: I2cOledRig) -> None:
    bench.bus.reading = always(0x00)
    bench.oled.show(BLACK)
    assert bench.bytes_for(with_dot(BLACK, 7)) == 11
    assert bench.bus.reads == 1


def test_a_module_that_always_says_that_it_is_off_gets_whole_frames(bench: I2cOledRig) -> None:
    bench.bus.reading = always(0x40)
    image = BLACK
    for x in range(5):
        image = with_dot(image, x)
        assert bench.bytes_for(image) > WHOLE
        assert bench.shows(image)


def test_a_new_start_gives_a_module_a_new_chance_to_be_read(bench: I2cOledRig) -> None:
    bench.bus.reading = refuses
    bench.oled.show(BLACK)
    bench.bus.reading = lambda message: None
    bench.oled.refresh()
    bench.oled.show(BLACK)
    bench.bus.unplug()
    bench.bus.plug()
    bench.oled.show(with_dot(BLACK, 7))
    assert bench.shows(with_dot(BLACK, 7))


def test_a_refresh_repairs_the_picture_of_a_panel_that_is_on_without_a_blink(bench: I2cOledRig) -> None:
    bench.oled.show(BLACK)
    bench.bus.log.clear()
    bench.chip.ram[3][40] ^= 0xFF  # I2C has no checksum: the disturbance counts as data
    bench.oled.refresh()
    bench.oled.show(BLACK)
    assert bench.shows(BLACK)
    sent = [payload for _, payload in bench.bus.log]
    assert sum(len(payload) for payload in sent if payload[0] == 0x40) == 1 + 1024
    assert not any(0xAE in payload for payload in sent if payload[0] == 0x00)
    assert bench.bytes_for(BLACK) == ASKED


class ResetBench:
    """A test rig: an SSD1309 on an emulated I2C bus. The chip responds only while its reset pin is high."""

    def __init__(self) -> None:
        self.pins, self.bus, self.chip = EmulatedPins(), EmulatedI2CBus(), Ssd1309()
        self.resets = 0
        self.bus.attach(0x3C, self.chip, reset_line(self.pins.factory.pin(25), self._reset))
        self.oled = i2c_oled(
            controller="ssd1309", reset=25, factory=self.pins.factory, smbus=lambda port: self.bus
        )

    def _reset(self) -> None:
        self.resets += 1
        self.chip.reset()


def test_a_panel_that_waits_for_its_reset_stays_dark_without_and_shows_with_it() -> None:
    bench = ResetBench()
    without = i2c_oled(controller="ssd1309", smbus=lambda port: bench.bus)
    with pytest.raises(DisplayError, match="does not answer"):
        without.show(noise(1))
    bench.oled.show(noise(1))
    assert bench.chip.image().tobytes() == noise(1).tobytes()
    assert bench.resets == 1


def test_the_reset_line_is_pulsed_at_each_start_but_not_between_frames() -> None:
    bench = ResetBench()
    for seed in range(5):
        bench.oled.show(noise(seed))
    assert bench.resets == 1
    bench.bus.fail_after(3)
    with pytest.raises(DisplayError):
        bench.oled.show(noise(6))
    bench.oled.show(noise(7))  # the bus and the pin are opened again
    assert bench.chip.image().tobytes() == noise(7).tobytes()
    assert bench.resets >= 2


def test_the_pin_of_the_reset_line_is_released() -> None:
    bench = ResetBench()
    bench.oled.show(noise(1))
    with pytest.raises(GPIOPinInUse):
        OutputDevice(25, pin_factory=bench.pins.factory)
    bench.oled.close()
    OutputDevice(25, pin_factory=bench.pins.factory).close()


def test_a_reset_line_on_a_pin_in_use_is_an_error_that_names_the_pin() -> None:
    bench = ResetBench()
    other = OutputDevice(25, pin_factory=bench.pins.factory)
    with pytest.raises(DisplayError, match="pin 25 of the OLED is not available"):
        bench.oled.show(noise(1))
    other.close()
    bench.oled.show(noise(1))
