"""Push buttons, indicator LEDs and the buzzer, with gpiozero on emulated pins."""

import queue
import time
from collections.abc import Callable, Iterator

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory

from firmware_py.board.ports import Sound
from firmware_py.config.lights import SignalSettings
from firmware_py.drivers import Wires
from firmware_py.drivers import buttons as module
from firmware_py.drivers.buttons import GpioButtons
from firmware_py.drivers.edge_queue import EdgeQueue
from firmware_py.drivers.signals import PinBuzzer, PinIndicators
from firmware_py.emulator.wires import EmulatedPins
from firmware_py.input.keys import Edge, Key, Stick
from tests.support import keyed
from tests.support.deadline import PATIENCE, until
from tests.support.gpio_wire import KernelPins


@pytest.fixture
def pins() -> Iterator[EmulatedPins]:
    pins = EmulatedPins()
    yield pins
    pins.close()


def test_several_pins_may_be_one_key_of_a_keypad_or_a_joystick(pins: EmulatedPins) -> None:
    edges = EdgeQueue(lambda: 4.0)
    meanings = {5: Stick.PICK, 6: Key.OK, 13: Key.OK}
    buttons = GpioButtons(meanings, lambda key, down, at: edges.put(key, down), pins.factory)
    pins.press(5)
    pins.press(6)
    pins.press(13)
    pins.release(6)
    ok = [Edge(Key.OK, down, 4.0, 0) for down in (True, True, False)]
    assert [edges.wait(0) for _ in range(4)] == [Edge(Stick.PICK, True, 4.0, 0), *ok]
    pins.close()
    buttons.close()  # the pins may be closed first


@pytest.fixture
def wire() -> Iterator[KernelPins]:
    wire = KernelPins()
    yield wire
    wire.close()


def moments(wire: KernelPins, clock: Callable[[], float], *deeds: Callable[[int], None]) -> list[float]:
    """Return the times that the driver reports for the edges caused by these actions.

    Args:
        wire: the simulated GPIO chips on which the actions are performed.
        clock: the driver's clock, in seconds.
        deeds: the actions, such as `wire.press`. Each one is called with the number of the pin.
    """
    reported: queue.Queue[float] = queue.Queue()
    buttons = GpioButtons({5: "A"}, lambda key, down, at: reported.put(at), wire.factory, clock)
    for deed in deeds:
        deed(5)
    times = [reported.get(timeout=PATIENCE) for _ in deeds]
    buttons.close()
    return times


def test_the_clock_of_the_pins_need_not_be_that_of_the_loop(wire: KernelPins) -> None:
    ticking = time.monotonic
    wire.clock = ticking
    before = ticking()
    (at,) = moments(wire, lambda: ticking() - 5000.0, wire.press)
    assert before - 5000.0 - 0.01 <= at <= ticking() - 5000.0


def test_pigpio_ticks_wrap_after_72_minutes(wire: KernelPins) -> None:
    """Times stay correct when pigpio's 32-bit microsecond counter wraps around, i.e. every 72 minutes."""
    ticks = [2**32 - 40_000]
    factory = wire.factory
    factory.ticks = lambda: ticks[0] % 2**32
    factory.ticks_diff = lambda later, earlier: (later - earlier) % 2**32 / 1e6
    wire.clock = lambda: float(2**32 - 50_000)  # these seconds stand for pigpio's ticks
    assert moments(wire, lambda: 100.0, wire.press) == [pytest.approx(99.99)]
    ticks[0] += 60_000
    assert moments(wire, lambda: 100.0, wire.release) == [pytest.approx(99.93)]


def test_old_kernels_use_the_wall_clock(wire: KernelPins, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before Linux 5.7, edges are timestamped by the wall clock. The driver converts these times.

    If the wall clock was set after an edge, the driver uses the current time instead.
    """
    today = 1_760_000_000.0
    wire.clock = lambda: today - 2.0
    wire.factory.ticks = lambda: 100.0
    monkeypatch.setattr(module.time, "time", lambda: today)
    assert moments(wire, lambda: 100.0, wire.press) == [pytest.approx(98.0, abs=1e-5)]
    # If the clock was set between the edge and now, the age of the edge is unknown.
    for jumped in (today + 1e7, today - 1e7):
        monkeypatch.setattr(module.time, "time", lambda jumped=jumped: jumped)
        assert moments(wire, lambda: 100.0, wire.release) == [100.0]
        wire.press(5)


def test_a_stall_between_the_readings_of_two_clocks_moves_no_edge(wire: KernelPins) -> None:
    """A short one could move a release before its press: the key would then seem to be held down for ever."""
    now = [100.0]
    wire.clock = lambda: 100.0
    stalls = iter([2.0, 0.0, 0.0009])

    def ticks() -> float:
        now[0] += next(stalls, 0.0)
        return now[0]

    wire.factory.ticks = ticks
    assert moments(wire, lambda: now[0], wire.press, wire.release) == [pytest.approx(100.0)] * 2


SIGNALS = SignalSettings(turn=(5, 6), dealer=(12, 13), game_over=16, buzzer=26)


def high(factory: MockFactory) -> set[int]:
    return {pin for pin in (5, 6, 12, 13, 16, 26) if factory.pin(pin).state}


def test_each_led_lights_for_its_side_and_the_end() -> None:
    factory = MockFactory()
    leds = PinIndicators(SIGNALS, Wires(pins=factory))
    assert high(factory) == set()
    board = keyed.board("", start=(120, 0))
    # The second ten makes a pair for seat 0, who has 120 points and wins.
    for words, lit in (("", {5}), ("OK", {5, 12}), ("2", {6, 12}), ("10", {5, 12}), ("5 UNDO 10", {12, 16})):
        keyed.press(board, words)
        leds.show(board.view, 0.0)
        assert high(factory) == lit, words
    assert leds.deadline is None
    leds.close()


def test_only_the_pins_that_are_wired_are_opened_and_all_of_them_or_none() -> None:
    factory = MockFactory()
    leds = PinIndicators(SignalSettings(turn=(5, 6)), Wires(pins=factory))
    leds.show(keyed.board("OK").view, 0.0)
    assert high(factory) == {5}
    with gpiozero.LED(12, pin_factory=factory):
        leds.close()
        with pytest.raises(gpiozero.GPIOZeroError):
            PinIndicators(SIGNALS, Wires(pins=factory))
    PinIndicators(SIGNALS, Wires(pins=factory)).close()


@pytest.mark.parametrize("sound", Sound)
def test_each_sound_is_as_many_beeps_as_it_says_and_ends(sound: Sound) -> None:
    factory = MockFactory()
    buzzer = PinBuzzer(26, Wires(pins=factory))
    pin = factory.pin(26)
    pin.clear_states()
    *_, times = sound.value
    buzzer.sound(sound)
    wanted = [False] + [True, False] * times
    until(lambda: [state.state for state in pin.states] == wanted, pin.states)
    buzzer.close()
