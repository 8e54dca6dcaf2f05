"""Key drivers report every press and release. A bouncing key, or a finger on two keys, makes one press."""

from __future__ import annotations

import gc
import os
import random
import threading
import time
from bisect import bisect
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from math import inf
from pathlib import Path
from typing import Any, Protocol

import pytest
from gpiozero.pins.pi import PiPin

from firmware_py.drivers.buttons import GpioButtons
from firmware_py.drivers.edge_queue import EdgeQueue
from firmware_py.drivers.gpio_factory import GpioFactory
from firmware_py.emulator.wires import ContactPin, EmulatedPins
from firmware_py.input.keys import Edge, Input, Key, Stick
from firmware_py.input.press_detector import LONG, QUIET, PressDetector
from tests.appliance.gpio_sim import CONFIGURED, SimulatedHeader
from tests.support.deadline import PATIENCE
from tests.support.gpio_wire import KernelPins

KEYS: tuple[Input, ...] = (Key.FIVE, Key.KING, Key.TEN, Key.HEARTS, Key.OK, Stick.LEFT, Stick.PICK)
Put = Callable[..., object]
Clock = Callable[[], float]


class KeypadRig(Protocol):
    """A test rig: one or more keypads with the keys in `KEYS`, and the driver that reads them."""

    keypads: int
    """The number of keypads, each with its own source number."""

    def open(self, put: Put) -> Any:
        """Start a driver that calls `put` for each key that goes down or up, and return this driver."""

    def press(self, key: Input, keypad: int = 0) -> None:
        """Press a key on the keypad with the index `keypad`."""

    def release(self, key: Input, keypad: int = 0) -> None:
        """Release a key on the keypad with the index `keypad`."""

    def stall(self) -> None:
        """Pause the program. Keys can still be pressed, but the driver receives no edges."""

    def resume(self) -> None:
        """End the pause that `stall` began. The driver then receives the edges that occurred in the pause."""

    def is_free(self) -> bool:
        """Return True if the driver has released all its pins or devices."""

    def dispose(self) -> None:
        """Unplug and remove the keypads."""


class OnPins:
    """A test rig: buttons between pins and ground, read through gpiozero's mock pin factory."""

    keypads = 1

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._emulated = EmulatedPins(clock)
        self._emulated.factory.pin_class = HeldUpPin
        self._emulated.factory.held = None
        self._pins = {key: pin for pin, key in enumerate(KEYS, 4)}

    def open(self, put: Put) -> GpioButtons[Input]:
        pins = {pin: key for key, pin in self._pins.items()}
        return GpioButtons(pins, _as_of_pins(put), self._emulated.factory, self._clock)

    def press(self, key: Input, keypad: int = 0) -> None:
        self._emulated.press(self._pins[key])

    def release(self, key: Input, keypad: int = 0) -> None:
        self._emulated.release(self._pins[key])

    def stall(self) -> None:
        self._emulated.factory.held = []

    def resume(self) -> None:
        held, self._emulated.factory.held = self._emulated.factory.held, None
        for call in held or ():
            call()

    def is_free(self) -> bool:
        for pin in self._pins.values():
            GpioButtons({pin: "free"}, lambda *edge: None, self._emulated.factory).close()
        return True

    def dispose(self) -> None:
        self._emulated.close()


class HeldUpPin(ContactPin):
    """A GPIO pin that reports no changes while the program is paused. They are reported after the pause."""

    def _call_when_changed(self) -> None:
        ticks, state = self.factory.ticks(), self._state
        if self.factory.held is None:
            PiPin._call_when_changed(self, ticks, state)
        else:
            self.factory.held.append(lambda: PiPin._call_when_changed(self, ticks, state))


class OnKernelPins:
    """A test rig: buttons between pins and ground, read through the kernel's GPIO chip."""

    keypads = 1

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._wire = KernelPins(clock)
        self._wire.factory.ticks = clock
        self._pins = {key: pin for pin, key in enumerate(KEYS, 4)}
        self.stall, self.resume = self._wire.stall, self._wire.resume

    def open(self, put: Put) -> GpioButtons[Input]:
        pins = {pin: key for key, pin in self._pins.items()}
        return GpioButtons(pins, _as_of_pins(put), self._wire.factory, self._clock)

    def press(self, key: Input, keypad: int = 0) -> None:
        self._wire.press(self._pins[key])

    def release(self, key: Input, keypad: int = 0) -> None:
        self._wire.release(self._pins[key])

    def is_free(self) -> bool:
        return self._wire.is_free()

    def dispose(self) -> None:
        self._wire.close()


class OnGpioSim:
    """A test rig: buttons on a GPIO chip simulated by the kernel, read through its real character device."""

    keypads = 1

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._header = SimulatedHeader("contract")
        self._factory = GpioFactory()
        self._pins = {key: pin for pin, key in enumerate(KEYS, 4)}
        self._moved: list[tuple[float, float]] = [(0.0, clock())]
        self._goes_on = threading.Event()
        self._goes_on.set()
        self.stall, self.resume = self._goes_on.clear, self._goes_on.set
        self._held: list[Input] = []
        for pin in self._pins.values():
            self._header.release(pin)

    def open(self, put: Put) -> GpioButtons[Input]:
        held, pressed_again = [*self._held], threading.Semaphore(0)

        def held_up(key: Input, down: bool, at: float) -> None:
            self._goes_on.wait()
            if key in held and down:
                held.remove(key)
                pressed_again.release()
            else:
                put(key, down, 0, self._moved[bisect(self._moved, (at, inf)) - 1][1])

        pins = {pin: key for key, pin in self._pins.items()}
        driver = GpioButtons(pins, held_up, self._factory)
        for key in self._held:
            # In the simulation, switching the pull-up on is stronger than a button: it lets the line go high.
            self._header.press(self._pins[key])
            assert pressed_again.acquire(timeout=PATIENCE)
        return driver

    def press(self, key: Input, keypad: int = 0) -> None:
        self._held.append(key)
        self._moved.append((time.monotonic(), self._clock()))
        self._header.press(self._pins[key])

    def release(self, key: Input, keypad: int = 0) -> None:
        self._held = [each for each in self._held if each != key]
        self._moved.append((time.monotonic(), self._clock()))
        self._header.release(self._pins[key])

    def is_free(self) -> bool:
        return not any(self._factory.chip.info(pin).is_used for pin in self._pins.values())

    def dispose(self) -> None:
        self._factory.close()
        self._header.remove()


class OnKeyboards:
    """A test rig: two emulated kernel keypads that send their events to the driver through pipes."""

    keypads = 2

    def __init__(self, clock: Clock) -> None:
        from tests.support.emulated_keypads import EmulatedInputFolder, EmulatedKeypad

        # linux/input-event-codes.h: KP5, KPSLASH, KP0, S, KPENTER, LEFT, BTN_THUMB
        self._codes = dict(zip(KEYS, (76, 98, 82, 31, 96, 105, 0x121), strict=True))
        self._inputs = EmulatedInputFolder()
        self._keyboards = [
            EmulatedKeypad(self._codes.values(), f"Keypad {place}", clock) for place in range(2)
        ]
        for place, keyboard in enumerate(self._keyboards):
            self._inputs.plug(keyboard, f"event{place}")
        self._goes_on = threading.Event()
        self._goes_on.set()
        self.stall, self.resume = self._goes_on.clear, self._goes_on.set

    def open(self, put: Put) -> Any:
        from firmware_py.drivers.kernel_keypads import KernelKeypads

        def held_up(*edge: Any) -> None:
            self._goes_on.wait()
            put(*edge)

        codes = {code: key for key, code in self._codes.items()}
        return KernelKeypads(codes, held_up, folder=str(self._inputs.folder), opener=self._inputs.opener)

    def press(self, key: Input, keypad: int = 0) -> None:
        self._keyboards[keypad].press(self._codes[key])

    def release(self, key: Input, keypad: int = 0) -> None:
        self._keyboards[keypad].release(self._codes[key])

    def is_free(self) -> bool:
        return not any(keyboard.readers or keyboard.grabbed for keyboard in self._keyboards)

    def dispose(self) -> None:
        self._inputs.close()


def _as_of_pins(put: Put) -> Callable[[Input, bool, float], object]:
    return lambda key, down, at: put(key, down, 0, at)


RIGS = [
    pytest.param(OnPins, id="pins"),
    pytest.param(OnKernelPins, id="kernel-pins"),
    pytest.param(
        OnGpioSim,
        id="gpio-sim",
        marks=pytest.mark.skipif(not CONFIGURED.is_dir(), reason="runs in `python -m tests.appliance.pins`"),
    ),
    pytest.param(
        OnKeyboards,
        id="keyboards",
        marks=pytest.mark.skipif(
            find_spec("inotify_simple") is None, reason="inotify_simple is for Linux alone"
        ),
    ),
]


class PressRig:
    """A test rig: keypads with their driver, a fake clock, and a list of the key presses detected so far."""

    def __init__(self, make: Callable[[Clock], KeypadRig]) -> None:
        """Create the rig by calling `make` with the fake clock. The rig's driver starts later, in `open`."""
        self.now = 1.0
        self.rig = make(self.clock)
        self.queue = EdgeQueue(self.clock)
        self.arrived = threading.Semaphore(0)
        self.keypad = PressDetector()
        self.presses: list[Input] = []
        self.driver: Any = None
        self.threads = threading.active_count()

    def clock(self) -> float:
        return self.now

    def open(self) -> None:
        self.driver = self.rig.open(self._put)

    def _put(self, *edge: Any) -> None:
        self.queue.put(*edge)
        self.arrived.release()

    def arrive(self, edges: int) -> None:
        """Wait until `edges` more edges, i.e. key presses or releases, have been put on the queue."""
        for _ in range(edges):
            assert self.arrived.acquire(timeout=PATIENCE), "an edge is lost"

    def edge(self) -> tuple[Input, bool]:
        """Wait until the driver reports that a key was pressed or released, and handle this edge.

        Returns:
            The key, and whether it was pressed (True) or released (False).
        """
        self.arrive(1)
        edge = self.queue.wait(0)
        assert edge is not None
        self.presses += self.keypad.edge(edge)
        return edge.key, edge.down

    def move(self, key: Input, down: bool, keypad: int = 0) -> Edge:
        """Press or release a key, handle the resulting edge, and return it.

        Args:
            key: the key.
            down: True to press the key, False to release it.
            keypad: the index of the keypad.
        """
        (self.rig.press if down else self.rig.release)(key, keypad)
        self.arrive(1)
        edge = self.queue.wait(0)
        assert edge is not None
        assert (edge.key, edge.down) == (key, down)
        self.presses += self.keypad.edge(edge)
        return edge

    def catch_up(self, edges: int) -> None:
        """Wait until the driver has reported `edges` edges (key presses or releases), and handle them."""
        self.arrive(edges)
        for _ in range(edges):
            edge = self.queue.wait(0)
            assert edge is not None
            self.presses += self.keypad.edge(edge)

    def later(self, seconds: float) -> None:
        """Advance the clock by `seconds`, and record the key presses that have been detected by then."""
        self.now += seconds
        self.presses += self.keypad.tick(self.now)

    def close(self) -> None:
        self.rig.resume()
        if self.driver is not None:
            self.driver.close()
        self.rig.dispose()


FIVE, KING, TEN, HEARTS, OK = Key.FIVE, Key.KING, Key.TEN, Key.HEARTS, Key.OK


@pytest.fixture(params=RIGS)
def bench(request: pytest.FixtureRequest) -> Iterator[PressRig]:
    bench = PressRig(request.param)
    yield bench
    bench.close()


@pytest.fixture
def running(bench: PressRig) -> PressRig:
    bench.open()
    return bench


def test_every_key_reports_its_press_and_its_release(running: PressRig) -> None:
    for key in KEYS:
        running.move(key, True)
        running.later(0.1)
        running.move(key, False)
        running.later(0.1)
    assert running.presses == [*KEYS]
    assert running.queue.wait(0) is None


def test_edges_come_in_the_order_in_which_they_were_made(running: PressRig) -> None:
    moves = [(FIVE, True), (OK, True), (FIVE, False), (KING, True), (OK, False), (FIVE, True), (KING, False)]
    for key, down in moves:
        (running.rig.press if down else running.rig.release)(key)
    assert [running.edge() for _ in moves] == moves
    assert running.queue.wait(0) is None


def test_an_edge_has_the_time_at_which_the_key_moved(running: PressRig) -> None:
    running.now = 77.5
    assert running.move(FIVE, True).at == 77.5
    running.rig.stall()
    running.now = 78.25
    running.rig.release(FIVE)
    running.now = 81.0
    running.rig.resume()
    edge = running.queue.wait(5)
    assert edge is not None
    assert (edge.key, edge.down, edge.at) == (FIVE, False, pytest.approx(78.25, abs=1e-6))


@pytest.mark.parametrize("key", [FIVE, OK])
def test_a_key_down_at_the_start_is_no_press_until_it_is_pressed_again(bench: PressRig, key: Key) -> None:
    bench.rig.press(key)
    bench.open()
    bench.move(KING, True)
    bench.later(2.0)
    bench.move(key, False)
    bench.later(0.003)
    bench.move(key, True)
    bench.move(key, False)
    bench.later(2.0)
    assert bench.presses == [KING]
    bench.move(key, True)
    bench.later(0.1)
    bench.move(key, False)
    assert bench.presses == [KING, key]


def test_a_bouncing_key_is_reported_as_it_is_and_is_one_press(running: PressRig) -> None:
    for down in (True, False, True, False, True):
        running.move(FIVE, down)
        running.later(0.004)
    running.later(0.2)
    for down in (False, True, False, True, False):
        running.move(FIVE, down)
        running.later(0.004)
    running.later(1.0)
    assert running.presses == [FIVE]


def test_a_key_that_sticks_is_one_press_and_others_go_on(running: PressRig) -> None:
    running.move(FIVE, True)
    running.later(60.0)
    for key in (KING, TEN, KING):
        running.move(key, True)
        running.later(0.1)
        running.move(key, False)
        running.later(0.1)
    assert running.presses == [FIVE, KING, TEN, KING]


def test_a_key_whose_contact_fails_for_a_moment_is_one_press(running: PressRig) -> None:
    for down, seconds in ((True, 0.3), (False, 0.005), (True, 0.4), (False, 1.0)):
        running.move(KING, down)
        running.later(seconds)
    assert running.presses == [KING]


def test_a_finger_on_two_keys_lays_one_card(running: PressRig) -> None:
    running.move(FIVE, True)
    running.later(0.004)
    running.move(KING, True)
    running.later(0.1)
    running.move(FIVE, False)
    running.move(KING, False)
    running.later(1.0)
    assert running.presses == [FIVE]


def test_two_keys_typed_fast_are_both_taken(running: PressRig) -> None:
    for key in (FIVE, KING, FIVE):
        running.move(key, True)
        running.later(0.03)
        running.move(key, False)
        running.later(0.03)
    assert running.presses == [FIVE, KING, FIVE]


def test_a_long_press_is_timed_by_the_queue(running: PressRig) -> None:
    running.move(OK, True)
    running.later(LONG)
    assert running.presses == [Key.MENU]
    running.move(OK, False)
    running.later(1.0)
    assert running.presses == [Key.MENU]


def test_a_direction_repeats(running: PressRig) -> None:
    running.move(Stick.LEFT, True)
    running.later(0.66)
    running.move(Stick.LEFT, False)
    running.later(2.0)
    assert running.presses == [Stick.LEFT] * 3


def test_keypads_are_told_apart(running: PressRig) -> None:
    sources = [running.move(KING, True, keypad).source for keypad in range(running.rig.keypads)]
    assert len(set(sources)) == running.rig.keypads
    for keypad in range(running.rig.keypads):
        running.move(KING, False, keypad)
    # No finger touches two keypads at once: all these presses count, although no time passes.
    assert running.presses == [KING] * running.rig.keypads


@pytest.mark.parametrize("seed", range(3))
def test_a_program_that_stalls_for_seconds_loses_no_press(running: PressRig, seed: int) -> None:
    chance = random.Random(seed)
    meant = [chance.choice([FIVE, KING, TEN, HEARTS, OK, Stick.PICK]) for _ in range(951)]
    behind, stalled_until = 0, 0.0
    for key in meant:
        if not behind and chance.random() < 0.05:
            running.rig.stall()
            stalled_until = running.now + chance.uniform(0.2, 6.0)
        for down in (True, False):
            (running.rig.press if down else running.rig.release)(key)
            behind += 1
            if running.now >= stalled_until:
                running.rig.resume()
                running.catch_up(behind)
                behind = 0
            running.now += 0.055
    running.rig.resume()
    running.catch_up(behind)
    running.later(1.0)
    assert running.presses == meant


@pytest.mark.parametrize(("held", "press"), [(0.1, OK), (LONG - 0.001, OK), (LONG + 0.001, Key.MENU)])
def test_a_long_press_is_decided_at_the_wire_however_long_the_program_stalls(
    running: PressRig, held: float, press: Key
) -> None:
    running.move(OK, True)
    running.rig.stall()
    running.now += held
    running.rig.release(OK)
    running.now += 0.2
    running.rig.press(KING)
    running.now += 0.1
    running.rig.release(KING)
    running.now += 5.0
    running.rig.resume()
    running.catch_up(3)
    assert running.presses == [press, KING]


@pytest.mark.parametrize("overlap", [0.005, 0.02, 0.05, 0.1, 0.2])
def test_a_key_pressed_before_the_finger_is_off_the_last_comes_after_it(
    running: PressRig, overlap: float
) -> None:
    for stalls in (False, True):
        if stalls:
            running.rig.stall()
        running.rig.press(OK)
        running.now += 0.25 - overlap
        running.rig.press(KING)
        running.now += overlap
        running.rig.release(OK)
        running.now += 0.1
        running.rig.release(KING)
        running.now += 2.0
        running.rig.resume()
        running.catch_up(4)
    assert running.presses == [OK, KING, OK, KING]


def test_close_gives_everything_back_and_reports_nothing_more(bench: PressRig) -> None:
    open_files = len(os.listdir("/proc/self/fd")) if Path("/proc/self/fd").exists() else None
    bench.open()
    bench.move(FIVE, True)
    bench.driver.close()
    bench.driver.close()
    assert threading.active_count() == bench.threads
    bench.rig.release(FIVE)
    bench.rig.press(KING)
    assert bench.queue.wait(0) is None
    assert bench.rig.is_free()
    if open_files is not None:
        gc.collect()
        assert len(os.listdir("/proc/self/fd")) <= open_files
    bench.rig.release(KING)
    bench.later(1.0)
    bench.open()
    bench.move(TEN, True)
    assert bench.presses == [FIVE, TEN]


@pytest.mark.parametrize("seed", range(3))
def test_cards_keyed_on_worn_contacts_are_entered_once_each(running: PressRig, seed: int) -> None:
    chance = random.Random(seed)
    meant = [chance.choice([FIVE, KING, TEN, HEARTS, OK]) for _ in range(40)]
    for key in meant:
        for down in (True, False):
            running.move(key, down)
            for place in range(2 * chance.randrange(4)):
                running.later(chance.uniform(0.0001, QUIET / 8))
                running.move(key, down ^ (place % 2 == 0))
            running.later(chance.uniform(0.03, 0.2))
    assert running.presses == meant
