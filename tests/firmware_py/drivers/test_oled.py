"""The OLED driver: the cost of a change, the parts of a frame that are sent, and opening buses and pins.

Every controller shows its pictures and recovers from failures in `tests/contract/test_displays.py`.
"""

import errno
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from gpiozero import OutputDevice

from firmware_py.config.displays import DisplaySettings, displays
from firmware_py.drivers import Wires
from firmware_py.drivers.oled import WHOLE_EVERY, Oled
from firmware_py.emulator.oled_chips import CHIPS
from firmware_py.emulator.wires import EmulatedI2CBus, EmulatedPins, EmulatedSpi, reset_line
from firmware_py.system.errors import DisplayError
from tests.support.pictures import BLACK, noise, with_box, with_dot
from tests.support.processes import run

WHOLE = 1034  # the bytes of a whole frame for an SSD1306 on I2C
ASKED = 4  # a status request: an address and a control byte, then an address and the status
# What a rectangle takes on an SSD1306 and a run on an SH1106, beside its data: an address, a control byte and
# two commands of three bytes, or three of one byte, then an address and a control byte.
OVERHEAD, RUN = 10, 7


def display(**table: Any) -> DisplaySettings:
    (found,) = displays({"display": table})
    return found


class Bus(EmulatedI2CBus):
    """An emulated I2C bus that passes each byte read through the function in its attribute `reading`."""

    def __init__(self) -> None:
        super().__init__()
        self.reads = 0
        self.reading: Callable[[bytes], bytes] = lambda status: status

    def read(self, address: int, size: int) -> bytes:
        self.reads += 1
        return self.reading(super().read(address, size))


class Rig:
    """A display on an emulated wire, and its driver.

    Attributes:
        resets: how often the panel's reset line was pulsed.
    """

    def __init__(self, **table: Any) -> None:
        self.settings, self.pins = display(**table), EmulatedPins()
        self.chip: Any = CHIPS[self.settings.controller]()
        self.resets = 0
        reset, self.chip.reset, self._reset = self.settings.reset, self._count, self.chip.reset
        if self.settings.interface == "spi":
            self.wire: Any = EmulatedSpi(self.chip, pins=self.pins, dc=self.settings.dc, reset=reset)
        else:
            self.wire = Bus()
            line = None if reset is None else reset_line(self.pins.factory.pin(reset), self.chip.reset)
            self.wire.attach(0x3C, self.chip, line)
        self.wires = Wires(lambda bus: self.wire.open(), lambda: self.wire, self.pins.factory)
        self.oled = Oled(self.settings, self.wires)

    def _count(self) -> None:
        self.resets += 1
        self._reset()

    def shows(self, image: bytes) -> bool:
        return self.chip.image() == image

    def bytes_for(self, image: bytes) -> int:
        before = self.wire.bytes_sent
        self.oled.show(image)
        return self.wire.bytes_sent - before

    def take(self, pin: int) -> OutputDevice:
        """Open a pin, which nobody else may have open."""
        return OutputDevice(pin, pin_factory=self.pins.factory)


@pytest.fixture
def bench() -> Rig:
    return Rig()


def refuses(status: bytes) -> bytes:
    raise OSError(errno.EREMOTEIO, "Remote I/O error")


def always(status: int) -> Callable[[bytes], bytes]:
    return lambda read: bytes([status])


class TestChanges:
    @pytest.mark.parametrize(
        ("controller", "boxes", "cost"),
        [
            ("ssd1306", [(0, 0, 0, 0)], 11),
            ("ssd1306", [(40, 7, 59, 8)], OVERHEAD + 40),  # two pages, one rectangle
            ("ssd1306", [(10, 0, 10, 0), (20, 0, 20, 0)], OVERHEAD + 11),  # a small gap is sent along
            ("ssd1306", [(10, 0, 10, 0), (22, 0, 22, 0)], 2 * OVERHEAD + 2),  # a larger one is not
            ("ssd1306", [(10, 0, 29, 7), (12, 8, 31, 15)], OVERHEAD + 44),  # nearly above each other
            ("ssd1306", [(10, 16, 10, 39), (14, 16, 14, 39)], OVERHEAD + 15),  # a narrow gap in three pages
            ("ssd1306", [(10, 16, 10, 39), (15, 16, 15, 39)], 2 * OVERHEAD + 6),  # a wider one is left out
            ("ssd1306", [(0, 0, 127, 63)], WHOLE),
            ("sh1106", [(40, 7, 59, 8)], 2 * (RUN + 20)),  # no rectangles: a run on each of two pages
            ("sh1106", [(10, 24, 10, 24), (18, 24, 18, 24)], RUN + 9),  # a gap is sent along
            ("sh1106", [(10, 24, 10, 24), (19, 24, 19, 24)], 2 * RUN + 2),  # a larger one is not
        ],
    )
    def test_a_change_costs_its_bytes_and_one_question(
        self, controller: str, boxes: list[tuple[int, ...]], cost: int
    ) -> None:
        bench = Rig(controller=controller)
        image = BLACK
        bench.oled.show(image)
        for box in boxes:
            image = with_box(image, *box)
        assert bench.bytes_for(image) == cost + ASKED
        assert bench.shows(image)
        # The driver asks even if nothing changed: somebody may be pressing keys in front of a dark panel.
        assert bench.bytes_for(image) == ASKED

    def test_wrong_frames_and_contrasts(self, bench: Rig) -> None:
        for size in (0, 1023, 1025):
            with pytest.raises(ValueError, match="128 x 64"):
                bench.oled.show(bytes(size))
        for level in (-1, 256):
            with pytest.raises(ValueError, match="0 to 255"):
                bench.oled.contrast(level)
        assert bench.wire.bytes_sent == 0


class TestStatus:
    """On I2C, the driver asks the panel whether it is on, and copes with a wrong answer or none."""

    def test_a_panel_that_was_switched_off_is_not_asked(self, bench: Rig) -> None:
        bench.oled.show(BLACK)
        before = bench.wire.bytes_sent
        bench.oled.power(False)
        bench.oled.power(False)
        assert bench.wire.bytes_sent - before == 3
        assert bench.bytes_for(with_dot(BLACK, 7)) == 11

    # A module that always says that it is on is not believed.
    @pytest.mark.parametrize("reading", [refuses, always(0x00)])
    def test_a_module_that_cannot_be_read_is_asked_no_more(
        self, bench: Rig, reading: Callable[[bytes], bytes]
    ) -> None:
        bench.wire.reading = reading
        bench.oled.show(BLACK)
        assert bench.bytes_for(BLACK) == 0
        image, costs = BLACK, []
        for x in range(2 * WHOLE_EVERY):
            image = with_dot(image, x)
            costs.append(bench.bytes_for(image))
            assert bench.shows(image)
        assert bench.wire.reads == 1
        # One frame in eight is sent as a whole, because the panel may have lost power.
        assert [at for at, cost in enumerate(costs, 1) if cost > WHOLE] == [WHOLE_EVERY, 2 * WHOLE_EVERY]

    def test_a_module_that_always_says_that_it_is_off_gets_whole_frames(self, bench: Rig) -> None:
        bench.wire.reading = always(0x40)
        image = BLACK
        for x in range(5):
            image = with_dot(image, x)
            assert bench.bytes_for(image) > WHOLE
            assert bench.shows(image)

    def test_a_refresh_repairs_a_panel_that_is_on_without_a_blink(self, bench: Rig) -> None:
        bench.oled.show(BLACK)
        bench.wire.log.clear()
        bench.chip.ram[3][40] ^= 0xFF  # I2C has no checksum: the disturbance counts as data
        bench.oled.refresh()
        bench.oled.show(BLACK)
        assert bench.shows(BLACK)
        sent = [payload for _, payload in bench.wire.log]
        assert sum(len(payload) for payload in sent if payload[0] == 0x40) == 1 + 1024
        assert not any(0xAE in payload for payload in sent if payload[0] == 0x00)
        assert bench.bytes_for(BLACK) == ASKED


class TestI2c:
    def test_a_bus_that_is_not_there(self) -> None:
        oled = Oled(display(bus=9999))
        assert not Path("/dev/i2c-9999").exists()
        for _ in range(2):
            with pytest.raises(DisplayError, match=r"/dev/i2c-9999: .*dtparam=i2c_arm=on"):
                oled.show(BLACK)
        oled.close()

    def test_the_bus_is_opened_when_it_appears_and_again_after_an_error(
        self, bench: Rig, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        opened: list[int] = []

        def open_bus(number: int) -> Any:
            opened.append(number)
            if len(opened) == 1:
                raise FileNotFoundError(2, "No such file or directory", f"/dev/i2c-{number}")
            return bench.wire.open()

        monkeypatch.setattr("firmware_py.system.i2c_bus.I2CBus", open_bus)
        oled = Oled(display(bus=3))
        assert opened == []
        with pytest.raises(DisplayError, match="/dev/i2c-3"):
            oled.show(noise(1))
        oled.show(noise(1))
        assert opened == [3, 3] and bench.shows(noise(1))
        before = bench.wire.bytes_sent
        oled.show(noise(2))
        assert bench.wire.bytes_sent - before == WHOLE + ASKED  # in one transfer, as on a Pi
        bench.wire.fail_after(4 + ASKED)
        with pytest.raises(DisplayError):
            oled.show(noise(3))
        oled.show(noise(3))
        assert opened == [3, 3, 3] and bench.shows(noise(3))
        oled.close()
        assert not bench.chip.on

    def test_luma_leaves_nothing_to_be_done_at_exit_and_starts_no_threads(self) -> None:
        # Each of luma's constructors registers a callback; luma.core.virtual, which luma.oled imports, starts
        # four threads.
        program = (
            "import atexit, threading, luma.core.interface.serial\n"
            "from tests.firmware_py.drivers.test_oled import noise, on_spi\n"
            "registered = []; atexit.register = registered.append\n"
            "bench = on_spi(); bench.oled.show(noise(1)); bench.oled.refresh(); bench.oled.show(noise(2))\n"
            "print(registered, threading.active_count())"
        )
        done = run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
        assert done.stdout == "[] 1\n"


class TestResetLine:
    def test_it_is_pulsed_at_each_start_but_not_between_frames(self) -> None:
        bench = Rig(controller="ssd1309", reset=25)
        for seed in range(5):
            bench.oled.show(noise(seed))
        assert bench.resets == 1
        bench.wire.fail_after(3)
        with pytest.raises(DisplayError):
            bench.oled.show(noise(6))
        bench.oled.show(noise(7))  # the bus and the pin are opened again
        assert bench.shows(noise(7))
        assert bench.resets >= 2


def on_spi(**table: Any) -> Rig:
    return Rig(interface="spi", controller="sh1106", **{"dc": 24, "reset": 25} | table)


class TestSpi:
    @pytest.mark.parametrize("pin", [24, 25])
    def test_a_pin_that_is_in_use(self, pin: int) -> None:
        bench = on_spi()
        with (
            bench.take(pin),
            pytest.raises(DisplayError, match=f"pin {pin} of the OLED is not available") as refusal,
        ):
            bench.oled.show(noise(1))
        # The other pin was released, although this test still holds the error.
        assert refusal.value.__traceback__
        bench.take(49 - pin).close()
        bench.oled.show(noise(1))
        assert bench.shows(noise(1))
        bench.oled.close()

    def test_pins_that_the_pin_factory_refuses_are_an_error(self, monkeypatch: pytest.MonkeyPatch) -> None:
        class FactoryError(Exception):
            """A stand-in for a pin factory's error class that derives directly from Exception."""

        bench = on_spi()

        def busy(*names: object) -> None:
            raise FactoryError("'GPIO busy'")

        monkeypatch.setattr(bench.pins.factory, "pin", busy)
        with pytest.raises(DisplayError, match="pin 24 of the OLED is not available: 'GPIO busy'"):
            bench.oled.show(noise(1))
        bench.oled.close()

    def test_a_port_that_cannot_be_opened(self, monkeypatch: pytest.MonkeyPatch) -> None:
        bench = on_spi()

        def refuse(bus: int, device: int) -> None:
            raise FileNotFoundError(2, "No such file or directory")

        with monkeypatch.context() as missing:
            missing.setattr(bench.wire, "open", refuse)
            with pytest.raises(DisplayError, match=r"/dev/spidev0\.0: .*dtparam=spi=on"):
                bench.oled.show(noise(1))
            bench.oled.close()
        # The pins were released, and everything works once the port is there.
        bench.oled.show(noise(1))
        assert bench.shows(noise(1))

    def test_without_a_maker_it_takes_the_package(self, monkeypatch: pytest.MonkeyPatch) -> None:
        bench = on_spi()
        oled = Oled(bench.settings, Wires(pins=bench.pins.factory))
        monkeypatch.setitem(sys.modules, "spidev", None)
        for _ in range(2):
            with pytest.raises(DisplayError, match="package spidev, which is not installed"):
                oled.show(noise(1))
        monkeypatch.setitem(sys.modules, "spidev", SimpleNamespace(SpiDev=lambda: bench.wire))
        oled.show(noise(1))
        assert bench.shows(noise(1))
        oled.close()
        assert not bench.chip.on
