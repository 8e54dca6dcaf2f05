"""Key drivers report every press and release, with its time, and whatever stalls, each press counts once.

What the edges of one keypad mean is asked in `tests/firmware_py/input/test_press_detector.py`.
"""

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
from typing import Any

import pytest

from firmware_py.drivers.buttons import GpioButtons
from firmware_py.drivers.edge_queue import EdgeQueue
from firmware_py.drivers.gpio_factory import GpioFactory
from firmware_py.drivers.kernel_keypads import KernelKeypads
from firmware_py.input.keys import Edge, Input, Key, Stick
from firmware_py.input.press_detector import PressDetector
from tests.appliance.gpio_sim import CONFIGURED, SimulatedHeader
from tests.support.deadline import PATIENCE
from tests.support.emulated_keypads import EmulatedInputFolder, EmulatedKeypad
from tests.support.gpio_wire import KernelPins

KEYS: tuple[Input, ...] = (Key.FIVE, Key.KING, Key.TEN, Key.HEARTS, Key.OK, Stick.LEFT, Stick.PICK)
Put = Callable[..., object]
Clock = Callable[[], float]


class KeypadRig:
    """A test rig: one or more keypads with the keys in `KEYS`, and the driver that reads them.

    `open` starts a driver that calls a function for each key that goes down or up. While `stall` pauses the
    program, keys can still be pressed, but the driver receives no edges; `resume` lets it receive them.

    Attributes:
        keypads: the number of keypads, each with its own source number.
    """

    keypads = 1

    def hold_up_edges(self) -> None:
        """Let `stall` and `resume` hold up the threads that call `held_up`."""
        self.goes_on = threading.Event()
        self.goes_on.set()
        self.stall, self.resume = self.goes_on.clear, self.goes_on.set


class OnKernelPins(KeypadRig):
    """Buttons between pins and ground that are read through the kernel's GPIO chip."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._pins = {key: pin for pin, key in enumerate(KEYS, 4)}
        self.wire = KernelPins(clock)
        self.wire.factory.ticks = clock
        self.stall, self.resume = self.wire.stall, self.wire.resume
        self.is_free, self.dispose = self.wire.is_free, self.wire.close

    def open(self, put: Put) -> GpioButtons[Input]:
        pins = {pin: key for key, pin in self._pins.items()}
        return GpioButtons(pins, lambda key, down, at: put(key, down, 0, at), self.wire.factory, self._clock)

    def move(self, key: Input, down: bool, keypad: int = 0) -> None:
        (self.wire.press if down else self.wire.release)(self._pins[key])


class OnGpioSim(KeypadRig):
    """Buttons on a GPIO chip simulated by the kernel, read through its real character device."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._header = SimulatedHeader("contract")
        self._factory = GpioFactory()
        self._pins = {key: pin for pin, key in enumerate(KEYS, 4)}
        self._moved: list[tuple[float, float]] = [(0.0, clock())]
        self.hold_up_edges()
        self._held: list[Input] = []
        for pin in self._pins.values():
            self._header.release(pin)

    def open(self, put: Put) -> GpioButtons[Input]:
        held, pressed_again = [*self._held], threading.Semaphore(0)

        def held_up(key: Input, down: bool, at: float) -> None:
            self.goes_on.wait()
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

    def move(self, key: Input, down: bool, keypad: int = 0) -> None:
        self._held = [each for each in self._held if each != key] + [key] * down
        self._moved.append((time.monotonic(), self._clock()))
        (self._header.press if down else self._header.release)(self._pins[key])

    def is_free(self) -> bool:
        return not any(self._factory.chip.info(pin).is_used for pin in self._pins.values())

    def dispose(self) -> None:
        self._factory.close()
        self._header.remove()


class OnKeyboards(KeypadRig):
    """Two emulated kernel keypads that send their events to the driver through pipes."""

    keypads = 2

    def __init__(self, clock: Clock) -> None:
        # linux/input-event-codes.h: KP5, KPSLASH, KP0, S, KPENTER, LEFT, BTN_THUMB
        self._codes = dict(zip(KEYS, (76, 98, 82, 31, 96, 105, 0x121), strict=True))
        self._inputs = EmulatedInputFolder()
        self._keyboards = [EmulatedKeypad(self._codes.values(), f"Keypad {at}", clock) for at in range(2)]
        for at, keyboard in enumerate(self._keyboards):
            self._inputs.plug(keyboard, f"event{at}")
        self.hold_up_edges()

    def open(self, put: Put) -> Any:
        def held_up(*edge: Any) -> None:
            self.goes_on.wait()
            put(*edge)

        codes = {code: key for key, code in self._codes.items()}
        return KernelKeypads(codes, held_up, folder=str(self._inputs.folder), opener=self._inputs.opener)

    def move(self, key: Input, down: bool, keypad: int = 0) -> None:
        keyboard = self._keyboards[keypad]
        (keyboard.press if down else keyboard.release)(self._codes[key])

    def is_free(self) -> bool:
        return not any(keyboard.readers or keyboard.grabbed for keyboard in self._keyboards)

    def dispose(self) -> None:
        self._inputs.close()


RIGS = [
    pytest.param(OnKernelPins, id="kernel-pins"),
    pytest.param(
        OnGpioSim,
        id="gpio-sim",
        marks=pytest.mark.skipif(not CONFIGURED.is_dir(), reason="runs in `python -m tests.appliance.pins`"),
    ),
    pytest.param(
        OnKeyboards,
        id="keyboards",
        marks=pytest.mark.skipif(not find_spec("inotify_simple"), reason="inotify_simple is for Linux alone"),
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

    def edge(self) -> Edge:
        """Wait until the driver reports that a key went down or up, handle this edge, and return it."""
        assert self.arrived.acquire(timeout=PATIENCE), "an edge is lost"
        edge = self.queue.wait(0)
        self.presses += self.keypad.edge(edge)
        return edge

    def move(self, key: Input, down: bool, keypad: int = 0) -> Edge:
        """Press or release a key, handle the resulting edge, and return it."""
        self.rig.move(key, down, keypad)
        edge = self.edge()
        assert (edge.key, edge.down) == (key, down)
        return edge

    def catch_up(self, edges: int) -> None:
        """Wait until the driver has reported `edges` edges, and handle them in the order of their times."""
        for _ in range(edges):
            assert self.arrived.acquire(timeout=PATIENCE), "an edge is lost"
        for _ in range(edges):
            self.arrived.release()
            self.edge()

    def later(self, seconds: float) -> None:
        """Advance the clock by `seconds`, and record the key presses that have been detected by then."""
        self.now += seconds
        self.presses += self.keypad.tick(self.now)

    def close(self) -> None:
        self.rig.resume()
        if self.driver is not None:
            self.driver.close()
        self.rig.dispose()


FIVE, KING, TEN, OK = Key.FIVE, Key.KING, Key.TEN, Key.OK


@pytest.fixture(params=RIGS)
def bench(request: pytest.FixtureRequest) -> Iterator[PressRig]:
    bench = PressRig(request.param)
    yield bench
    bench.close()


@pytest.fixture
def running(bench: PressRig) -> PressRig:
    bench.open()
    return bench


def test_edges_come_in_the_order_in_which_they_were_made(running: PressRig) -> None:
    moves = [(FIVE, True), (OK, True), (FIVE, False), (KING, True), (OK, False), (FIVE, True), (KING, False)]
    for key, down in moves:
        running.rig.move(key, down)
    assert [running.edge()[:2] for _ in moves] == moves
    assert running.queue.wait(0) is None


def test_an_edge_has_the_time_at_which_the_key_moved(running: PressRig) -> None:
    running.now = 77.5
    assert running.move(FIVE, True).at == 77.5
    running.rig.stall()
    running.now = 78.25
    running.rig.move(FIVE, False)
    running.now = 81.0
    running.rig.resume()
    edge = running.queue.wait(5)
    assert (edge.key, edge.down, edge.at) == (FIVE, False, pytest.approx(78.25, abs=1e-6))


@pytest.mark.parametrize("key", [FIVE, OK])
def test_a_key_down_at_the_start_is_no_press_until_it_is_pressed_again(bench: PressRig, key: Key) -> None:
    bench.rig.move(key, True)
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
    meant = [chance.choice(KEYS) for _ in range(951)]
    behind, stalled_until = 0, 0.0
    for key in meant:
        if not behind and chance.random() < 0.05:
            running.rig.stall()
            stalled_until = running.now + chance.uniform(0.2, 6.0)
        for down in (True, False):
            running.rig.move(key, down)
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
    assert running.queue.wait(0) is None


def test_close_gives_everything_back_and_reports_nothing_more(bench: PressRig) -> None:
    open_files = len(os.listdir("/proc/self/fd")) if Path("/proc/self/fd").exists() else None
    bench.open()
    bench.move(FIVE, True)
    bench.driver.close()
    bench.driver.close()
    assert threading.active_count() == bench.threads
    bench.rig.move(FIVE, False)
    bench.rig.move(KING, True)
    assert bench.queue.wait(0) is None
    assert bench.rig.is_free()
    if open_files is not None:
        gc.collect()
        assert len(os.listdir("/proc/self/fd")) <= open_files
    bench.rig.move(KING, False)
    bench.later(1.0)
    bench.open()
    bench.move(TEN, True)
    assert bench.presses == [FIVE, TEN]
