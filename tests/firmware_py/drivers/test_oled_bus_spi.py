"""An OLED on SPI: its pins and its port, and recovery on a bus without acknowledgement."""

import sys
from typing import Any

import pytest
from gpiozero import OutputDevice
from PIL import Image

from firmware_py.drivers.oled import WHOLE_EVERY, Oled, spi_oled
from firmware_py.emulator.oled_chips import Sh1106
from firmware_py.emulator.wires import EmulatedPins, EmulatedSpi
from firmware_py.system.errors import DisplayError
from tests.support.screen_pictures import noise

WHOLE = 1024 + 8 * 3  # an SH1106 needs a page and a column for each page


class SpiOledRig:
    """A test rig: an OLED panel on an emulated SPI port, and the driver that `spi_oled` creates for it."""

    def __init__(self, dc: int = 24, reset: int | None = 25, **options: Any) -> None:
        self.pins, self.chip = EmulatedPins(), Sh1106()
        self.port = EmulatedSpi(self.chip, pins=self.pins, dc=dc, reset=reset)
        self.opened = 0
        self.oled: Oled = spi_oled(
            controller="sh1106", dc=dc, reset=reset, factory=self.pins.factory, spidev=self._opened, **options
        )

    def _opened(self) -> EmulatedSpi:
        self.opened += 1
        return self.port

    def shows(self, image: Image.Image) -> bool:
        return self.chip.image().tobytes() == image.tobytes()

    def bytes_for(self, image: Image.Image) -> int:
        before = self.port.bytes_sent
        self.oled.show(image)
        return self.port.bytes_sent - before


def count_resets(bench: SpiOledRig, monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Start recording the resets of the panel, and return the list in which they are recorded.

    Each reset adds an item: False if the panel was already off at the reset, otherwise True.
    """
    resets: list[bool] = []
    reset = bench.chip.reset

    def watched() -> None:
        resets.append(bench.chip.on)
        reset()

    monkeypatch.setattr(bench.chip, "reset", watched)
    return resets


def test_nothing_is_opened_before_the_first_frame() -> None:
    bench = SpiOledRig()
    assert bench.opened == 0
    OutputDevice(24, pin_factory=bench.pins.factory).close()


# luma treats pin 0 as no pin at all.
@pytest.mark.parametrize(("dc", "reset"), [(24, 25), (0, 1), (24, None)])
def test_pins(dc: int, reset: int | None) -> None:
    bench = SpiOledRig(dc, reset)
    bench.oled.show(noise(1))
    assert bench.shows(noise(1))
    bench.oled.close()
    OutputDevice(dc, pin_factory=bench.pins.factory).close()


# luma asserts that the speed is one of a list.
@pytest.mark.parametrize("hz", [8_000_000, 3_900_000])
def test_any_speed(hz: int) -> None:
    bench = SpiOledRig(hz=hz)
    bench.oled.show(noise(1))
    assert bench.port.max_speed_hz == hz and bench.shows(noise(1))


def test_one_frame_in_eight_is_whole_and_does_not_blink(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = SpiOledRig()
    bench.oled.show(noise(1))
    resets = count_resets(bench, monkeypatch)
    switched: list[bool] = []
    take = bench.chip.serial

    def watch(sent: bytes, data: bool) -> None:
        take(sent, data)
        switched.append(bench.chip.on)

    monkeypatch.setattr(bench.chip, "serial", watch)
    image, costs = noise(1), []
    for x in range(2 * WHOLE_EVERY):
        image = image.copy()
        image.putpixel((x, 0), int(not image.getpixel((x, 0))))
        costs.append(bench.bytes_for(image))
    assert [frame for frame, cost in enumerate(costs, 1) if cost > WHOLE] == [WHOLE_EVERY, 2 * WHOLE_EVERY]
    assert all(switched) and not resets
    assert bench.shows(image)


def test_a_new_start_pulses_the_reset_line(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = SpiOledRig()
    bench.oled.show(noise(1))
    resets = count_resets(bench, monkeypatch)
    bench.oled.refresh()
    bench.oled.show(noise(2))
    assert resets == [True]
    assert bench.shows(noise(2))


def test_after_an_error_all_is_opened_again() -> None:
    bench = SpiOledRig()
    bench.oled.show(noise(1))
    bench.port.fail_after(3)
    with pytest.raises(DisplayError, match="does not answer"):
        bench.oled.show(noise(2))
    OutputDevice(24, pin_factory=bench.pins.factory).close()
    bench.oled.show(noise(2))
    assert bench.opened == 2 and bench.shows(noise(2))


@pytest.mark.parametrize("pin", [24, 25])
def test_a_pin_that_is_in_use(pin: int) -> None:
    bench = SpiOledRig()
    with (
        OutputDevice(pin, pin_factory=bench.pins.factory),
        pytest.raises(DisplayError, match=f"pin {pin} of the OLED is not available") as refusal,
    ):
        bench.oled.show(noise(1))
    # The other pin was released, although this test still holds the error.
    assert refusal.value.__traceback__
    OutputDevice(49 - pin, pin_factory=bench.pins.factory).close()
    bench.oled.show(noise(1))
    assert bench.shows(noise(1))
    bench.oled.close()


def test_pins_that_the_pin_factory_refuses_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    class FactoryError(Exception):
        """A stand-in for a pin factory's error class that derives directly from Exception."""

    bench = SpiOledRig()

    def busy(*names: object) -> None:
        raise FactoryError("'GPIO busy'")

    monkeypatch.setattr(bench.pins.factory, "pin", busy)
    with pytest.raises(DisplayError, match="pin 24 of the OLED is not available: 'GPIO busy'"):
        bench.oled.show(noise(1))
    bench.oled.close()


@pytest.mark.parametrize(
    "error",
    [
        FileNotFoundError(2, "No such file or directory"),
        PermissionError(13, "Permission denied"),
    ],
)
def test_a_port_that_cannot_be_opened(error: OSError, monkeypatch: pytest.MonkeyPatch) -> None:
    bench = SpiOledRig()

    def refuse(bus: int, device: int) -> None:
        raise error

    with monkeypatch.context() as missing:
        missing.setattr(bench.port, "open", refuse)
        with pytest.raises(DisplayError, match=r"/dev/spidev0\.0: .*dtparam=spi=on"):
            bench.oled.show(noise(1))
        bench.oled.close()
    # The pins were released, and everything works once the port is there.
    bench.oled.show(noise(1))
    assert bench.shows(noise(1))


def test_spidev_that_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "spidev", None)
    oled = spi_oled(factory=EmulatedPins().factory)
    for _ in range(2):
        with pytest.raises(DisplayError, match="package spidev, which is not installed"):
            oled.show(noise(1))
    oled.close()


def test_spidev_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    from types import SimpleNamespace

    bench = SpiOledRig()
    monkeypatch.setitem(sys.modules, "spidev", SimpleNamespace(SpiDev=lambda: bench.port))
    oled = spi_oled(controller="sh1106", factory=bench.pins.factory)
    oled.show(noise(1))
    assert bench.shows(noise(1))
    oled.close()
    assert not bench.chip.on
