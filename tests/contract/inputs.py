"""Test rigs for every kind of keypad: emulated keys, their driver, and the queue of presses and releases."""

from __future__ import annotations

import threading
import time
from bisect import bisect
from collections.abc import Callable
from importlib.util import find_spec
from math import inf
from typing import Any, Protocol

import pytest
from gpiozero.pins.pi import PiPin

from firmware_py.drivers.buttons import GpioButtons
from firmware_py.drivers.edge_queue import EdgeQueue
from firmware_py.drivers.gpio_factory import GpioFactory
from firmware_py.emulator.wires import ContactPin, EmulatedPins
from firmware_py.input.keys import Edge, Input, Key, Stick
from firmware_py.input.press_detector import PressDetector
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
