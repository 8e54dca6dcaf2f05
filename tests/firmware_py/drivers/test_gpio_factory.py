"""gpiozero's devices on simulated GPIO chips, and the thread that waits for edges on their lines."""

import queue
import threading
import time
from collections.abc import Iterator
from typing import Any

import gpiozero
import pytest
from gpiozero.pins import local
from gpiozero.pins.mock import MockFactory

from firmware_py.drivers.gpio_factory import GpioFactory, default_factory
from firmware_py.system.gpio_chip import GpioLine, LineEdge
from tests.support.deadline import PATIENCE, until
from tests.support.gpio_wire import FALLING, INPUT, NO_PULL, OUTPUT, PULL_UP, RISING, GpioWire, KernelPins


@pytest.fixture
def pins() -> Iterator[KernelPins]:
    pins = KernelPins()
    yield pins
    pins.close()


def unknown_revision() -> int:
    raise gpiozero.PinUnknownPi("unable to locate Pi revision in /proc/device-tree or /proc/cpuinfo")


@pytest.mark.parametrize(
    ("label", "model"), [("pinctrl-bcm2835", "3B"), ("pinctrl-bcm2711", "4B"), ("pinctrl-rp1", "5B")]
)
def test_a_board_without_a_revision_is_known_by_its_chip(
    label: str, model: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local, "get_pi_revision", unknown_revision)
    wire = GpioWire({0: "gpio-brcmstb@107d508500", 11: label})
    factory = GpioFactory(wire.folder)
    assert factory.board_info.model == model
    for number in range(28):
        assert factory.pin(number).info.name == f"GPIO{number}"
    factory.close()
    wire.close()


def test_an_input_with_a_pull_up(pins: KernelPins) -> None:
    with gpiozero.InputDevice(5, pull_up=True, pin_factory=pins.factory) as device:
        assert pins.flags[5] == INPUT | PULL_UP
        assert (device.pull_up, device.is_active, device.pin.state) == (True, False, 1)
        pins.press(5)
        assert (device.is_active, device.pin.state) == (True, 0)
    assert pins.is_free() and pins.flags[5] == INPUT | NO_PULL


def test_the_pins_of_i2c_have_resistors_of_their_own(pins: KernelPins) -> None:
    gpiozero.InputDevice(2, pull_up=True, pin_factory=pins.factory).close()
    with pytest.raises(gpiozero.PinFixedPull):
        gpiozero.InputDevice(2, pull_up=False, pin_factory=pins.factory)


def test_an_output_is_dark_from_the_beginning_unless_it_is_to_be_high_and_after_its_end(
    pins: KernelPins,
) -> None:
    with gpiozero.OutputDevice(25, initial_value=True, pin_factory=pins.factory):
        assert (pins.flags[25], pins.levels[25]) == (OUTPUT, 1)
    led = gpiozero.LED(12, pin_factory=pins.factory)
    assert (pins.flags[12], pins.levels[12]) == (OUTPUT, 0)
    for switch, level in ((led.on, 1), (led.off, 0), (led.on, 1)):
        switch()
        assert (pins.levels[12], led.is_lit) == (level, bool(level))
    led.close()
    assert pins.flags[12] == INPUT | NO_PULL and pins.is_free()


def test_an_output_that_becomes_an_input(pins: KernelPins) -> None:
    pin = pins.factory.pin(5)
    pin.function = "output"
    assert (pin.function, pin.state) == ("output", 0)
    with pytest.raises(gpiozero.PinFixedPull):
        pin.pull = "up"
    pin.function = "input"
    assert pin.function == "input" and pins.flags[5] == INPUT | NO_PULL
    with pytest.raises(gpiozero.PinSetInput):
        pin.state = 1


@pytest.mark.parametrize(
    ("setting", "value", "error"),
    [
        ("function", "alt0", gpiozero.PinInvalidFunction),
        ("pull", "sideways", gpiozero.PinInvalidPull),
        ("edges", "none", gpiozero.PinInvalidEdges),
        ("bounce", -1, gpiozero.PinInvalidBounce),
        ("frequency", 100, gpiozero.PinPWMUnsupported),
    ],
)
def test_what_no_pin_can_be(pins: KernelPins, setting: str, value: object, error: type[Exception]) -> None:
    with pytest.raises(error):
        setattr(pins.factory.pin(5), setting, value)
    with pytest.raises(gpiozero.PinInvalidPin):
        pins.factory.pin(99)


class Reports(queue.SimpleQueue[tuple[float, int]]):
    """The times and levels that a pin has reported to a callback, which the pin does not keep alive."""

    def report(self, ticks: float, state: int) -> None:
        self.put((ticks, state))


def reporting(pins: KernelPins, number: int, callback: Any, edges: str = "both") -> Any:
    pin = pins.factory.pin(number)
    pin.function, pin.pull, pin.edges = "input", "up", edges
    pin.when_changed = callback
    return pin


def test_a_report_may_stop_the_watching(pins: KernelPins) -> None:
    before = threading.active_count()
    reports = Reports()

    def once(ticks: float, state: int) -> None:
        pin.when_changed = None
        reports.put((ticks, state))

    pin = reporting(pins, 4, once)
    pins.press(4)
    until(lambda: threading.active_count() == before, threading.enumerate())
    pin.when_changed = once
    pins.release(4)
    assert [reports.get(timeout=PATIENCE)[1] for _ in range(2)] == [0, 1]


def test_a_chip_that_goes_away_is_left_alone(pins: KernelPins, monkeypatch: pytest.MonkeyPatch) -> None:
    real, tried, reports = GpioLine.edges, list[GpioLine](), Reports()

    def edges(line: GpioLine) -> Iterator[LineEdge]:
        if tried and line is not tried[0]:
            return real(line)
        tried.append(line)
        raise OSError(19, "No such device")  # what was not read stays ready, as on a chip that is gone

    monkeypatch.setattr(GpioLine, "edges", edges)
    report = reports.report
    gone = reporting(pins, 4, report)
    pins.press(4)
    until(lambda: tried, tried)
    reporting(pins, 5, report)
    for _ in range(3):
        pins.press(5)
        pins.release(5)
        assert [reports.get(timeout=PATIENCE)[1] for _ in range(2)] == [0, 1]
    assert len(tried) == 1
    gone.when_changed = None


@pytest.mark.parametrize(("edges", "states"), [("both", [0, 1, 0]), ("rising", [1]), ("falling", [0, 0])])
def test_a_callback_gets_the_kernels_times_and_the_levels(
    pins: KernelPins, edges: str, states: list[int]
) -> None:
    reports = Reports()
    report = reports.report
    pin = reporting(pins, 5, report, edges)
    assert pin.when_changed == report
    before = pins.factory.ticks()
    pins.press(5)
    pins.release(5)
    pins.press(5)
    seen = [reports.get(timeout=PATIENCE) for _ in states]
    assert [state for _, state in seen] == states
    times = [before, *(ticks for ticks, _ in seen), time.monotonic()]
    assert times == sorted(times)
    pin.when_changed = None
    assert not pins.flags[5] & (RISING | FALLING)
    pins.release(5)
    assert reports.empty()


def test_a_level_too_short_to_be_seen_changes_nothing(pins: KernelPins) -> None:
    # The kernel reads the level some microseconds after an edge, so it can report the same level twice.
    reports = Reports()
    report = reports.report
    pin = reporting(pins, 5, report)
    pins.press(5)
    pins.repeat(5)
    pins.release(5)
    assert [reports.get(timeout=PATIENCE)[1] for _ in range(2)] == [0, 1]
    pin.when_changed = None
    assert reports.empty()


def test_one_thread_waits_for_all_inputs_and_ends_with_the_last_or_with_the_factory(pins: KernelPins) -> None:
    before = threading.active_count()
    for ends_with_the_factory in (False, True):
        first = gpiozero.DigitalInputDevice(5, pull_up=True, pin_factory=pins.factory)
        last = gpiozero.DigitalInputDevice(6, pull_up=True, pin_factory=pins.factory)
        led = gpiozero.LED(7, pin_factory=pins.factory)
        assert threading.active_count() == before + 1
        first.close()
        assert threading.active_count() == before + 1
        (pins.factory if ends_with_the_factory else last).close()
        assert threading.active_count() == before
        led.close()
        last.close()
        assert pins.is_free()


@pytest.fixture
def no_factory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpiozero.Device, "pin_factory", None)
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)


@pytest.mark.usefixtures("no_factory")
def test_the_default_is_the_kernels_and_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    wire = GpioWire()
    monkeypatch.setattr(GpioFactory.__init__, "__defaults__", (wire.folder,))
    factory = default_factory()
    assert isinstance(factory, GpioFactory)
    assert default_factory() is factory is gpiozero.Device.pin_factory
    factory.close()
    wire.close()


@pytest.mark.usefixtures("no_factory")
def test_the_environment_or_the_program_may_choose_another_factory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    assert isinstance(default_factory(), MockFactory)
    chosen = MockFactory()
    monkeypatch.setattr(gpiozero.Device, "pin_factory", chosen)
    assert default_factory() is chosen
