"""Keypads of every kind, to press keys on: what is between a finger and the queue of the edges."""

from __future__ import annotations

import threading
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any, Protocol

import pytest

from firmware_py.drivers.buttons import Buttons
from firmware_py.drivers.edges import EdgeQueue
from firmware_py.emulator.pins import EmulatedPins
from firmware_py.keys import Edge, Input, Key, Keypad, Stick

KEYS: tuple[Input, ...] = (Key.FIVE, Key.KING, Key.TEN, Key.HEARTS, Key.OK, Stick.LEFT, Stick.PICK)
Put = Callable[..., object]


class Rig(Protocol):
    """Keypads with `KEYS`, and the driver that reads them."""

    keypads: int
    """How many keypads there are, told apart by their source."""

    def open(self, put: Put) -> Any:
        """The driver, started."""

    def press(self, key: Input, keypad: int = 0) -> None:
        """A key goes down."""

    def release(self, key: Input, keypad: int = 0) -> None:
        """A key comes up."""

    def is_free(self) -> bool:
        """Whether the driver has given everything back."""

    def dispose(self) -> None:
        """Remove the keypads."""


class OnPins:
    """Buttons to ground, read by gpiozero."""

    keypads = 1

    def __init__(self) -> None:
        self._emulated = EmulatedPins()
        self._pins = {key: pin for pin, key in enumerate(KEYS, 4)}

    def open(self, put: Put) -> Buttons[Input]:
        return Buttons({pin: key for key, pin in self._pins.items()}, put, self._emulated.factory)

    def press(self, key: Input, keypad: int = 0) -> None:
        self._emulated.press(self._pins[key])

    def release(self, key: Input, keypad: int = 0) -> None:
        self._emulated.release(self._pins[key])

    def is_free(self) -> bool:
        for pin in self._pins.values():
            Buttons({pin: "free"}, lambda key, down: None, self._emulated.factory).close()
        return True

    def dispose(self) -> None:
        self._emulated.close()


class OnKeyboards:
    """Two keypads of the kernel's, with their event records on pipes."""

    keypads = 2

    def __init__(self) -> None:
        from firmware_py.emulator.keyboard import EmulatedInputs, EmulatedKeyboard

        # linux/input-event-codes.h: KP5, KPSLASH, KP0, S, KPENTER, LEFT, BTN_THUMB
        self._codes = dict(zip(KEYS, (76, 98, 82, 31, 96, 105, 0x121), strict=True))
        self._inputs = EmulatedInputs()
        self._keyboards = [EmulatedKeyboard(self._codes.values(), f"Keypad {place}") for place in range(2)]
        for place, keyboard in enumerate(self._keyboards):
            self._inputs.plug(keyboard, f"event{place}")

    def open(self, put: Put) -> Any:
        from firmware_py.drivers.evdev_keys import Keyboards

        codes = {code: key for key, code in self._codes.items()}
        return Keyboards(codes, put, folder=str(self._inputs.folder), opener=self._inputs.opener)

    def press(self, key: Input, keypad: int = 0) -> None:
        self._keyboards[keypad].press(self._codes[key])

    def release(self, key: Input, keypad: int = 0) -> None:
        self._keyboards[keypad].release(self._codes[key])

    def is_free(self) -> bool:
        return not any(keyboard.readers or keyboard.grabbed for keyboard in self._keyboards)

    def dispose(self) -> None:
        self._inputs.close()


RIGS = [
    pytest.param(OnPins, id="pins"),
    pytest.param(
        OnKeyboards,
        id="keyboards",
        marks=pytest.mark.skipif(
            find_spec("inotify_simple") is None, reason="inotify_simple is for Linux alone"
        ),
    ),
]


class Bench:
    """A rig, the queue that its driver fills, the presses that come of it, and the clock of both."""

    def __init__(self, rig: Rig) -> None:
        """Nothing is open yet."""
        self.rig = rig
        self.now = 1.0
        self.queue = EdgeQueue(lambda: self.now)
        self.keypad = Keypad()
        self.presses: list[Input] = []
        self.driver: Any = None
        self.threads = threading.active_count()

    def open(self) -> None:
        """Start the driver."""
        self.driver = self.rig.open(self.queue.put)

    def edge(self) -> tuple[Input, bool]:
        """The next edge, which must be on its way."""
        edge = self.queue.wait(5)
        assert edge is not None
        self.presses += self.keypad.edge(edge)
        return edge.key, edge.down

    def move(self, key: Input, down: bool, keypad: int = 0) -> Edge:
        """Move a key, and take the edge that it makes."""
        (self.rig.press if down else self.rig.release)(key, keypad)
        edge = self.queue.wait(5)
        assert edge is not None
        assert (edge.key, edge.down) == (key, down)
        self.presses += self.keypad.edge(edge)
        return edge

    def later(self, seconds: float) -> None:
        """Time goes by."""
        self.now += seconds
        self.presses += self.keypad.tick(self.now)

    def close(self) -> None:
        """Close what is open."""
        if self.driver is not None:
            self.driver.close()
        self.rig.dispose()
