"""Watch pins and input devices for the next key press."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Iterable
from queue import Empty, SimpleQueue
from typing import NamedTuple

from firmware_py.config.wiring_warnings import NUM_LOCK
from firmware_py.doctor.machine import InputDevice
from firmware_py.input.press_detector import QUIET
from firmware_py.system.errors import UsageError

from .find_parts import Closeable, Hardware
from .terminal import GRACE, Terminal

PIN, CODE = "pin", "code"
ENTERS = (28, 96)
"""The codes of the two Enter keys: KEY_ENTER and KEY_KPENTER (linux/input-event-codes.h)."""
TYPED = (28, 16)
"""The codes of KEY_ENTER and KEY_Q, with which the user answers while setup asks for keys."""


class Contact(NamedTuple):
    """How a key is detected: either by a GPIO pin, or by a key code that the kernel reports.

    Attributes:
        kind: `PIN` or `CODE`.
        number: the BCM number of the pin, or the key code.
    """

    kind: str
    number: int

    def __str__(self) -> str:
        return f"{self.kind} {self.number}"


class DetectedPress(NamedTuple):
    """A key press.

    Attributes:
        contact: the pin or the key code that was detected.
        device: the device file of the input device, or None if the key is on a pin.
    """

    contact: Contact
    device: str | None


class KeyWatch:
    """A watcher of pins and input devices that reports when a key of the board is pressed.

    Attributes:
        pins: the pins that are watched.
        refused: maps each pin that cannot be watched to the reason.
        left_out: the device files of the input devices that are ignored.
        typed_on: the device files of the keyboards on which the user types. Their Enter and Q keys are
            ignored.
        num_lockers: the device files of the keypads that send Num Lock together with other keys. Their Num
            Lock is ignored.
    """

    def __init__(self, hardware: Hardware) -> None:
        self._hardware = hardware
        self._queue: SimpleQueue[tuple[DetectedPress, bool, float]] = SimpleQueue()
        self._wake, self._waker = os.pipe()
        self._open: list[Closeable] = []
        self._presses: deque[DetectedPress] = deque()
        self._enters: set[str] = set()
        self._down: set[DetectedPress] = set()
        self._moved: dict[DetectedPress, float] = {}
        self._last = float("-inf")
        self.pins: list[int] = []
        self.refused: dict[int, str] = {}
        self.left_out: set[str] = set()
        self.typed_on: set[str] = set()
        self.num_lockers: set[str] = set()

    def add_pins(self, pins: Iterable[int]) -> None:
        """Watch the given pins, in addition to those already watched.

        Pins that cannot be watched are added to `refused`.
        """
        for pin in pins:
            try:
                self._open.append(self._hardware.button(pin, self._putting(pin)))
            except UsageError as error:
                self.refused[pin] = str(error)
            else:
                self.pins.append(pin)

    def add_devices(self, devices: Iterable[InputDevice]) -> None:
        """Watch all keys of the given input devices, in addition to those already watched.

        Raises:
            UsageError: the package for reading input devices is not installed.
        """
        for device in devices:
            if device.node:
                codes = sorted(code for code in device.codes if code)
                self._open.append(self._hardware.keyboard(device.node, codes, self._coding(device.node)))

    def press_or_line(self, terminal: Terminal) -> DetectedPress | str:
        """Wait until the user presses a key on the board or types a line. Return the key press or the line.

        The keys of a keypad also type characters in the terminal. Therefore a line is ignored if it arrives
        together with a key press, or while a key is down.

        Raises:
            UsageError: the input has ended.
        """
        while True:
            self._drain()
            if self._presses:
                press = self._presses.popleft()
                if self._comes_with_another(press):
                    continue
                return press
            line = terminal.typed(self._wake)
            if line is None:
                continue
            if not terminal.is_terminal or not self._pressed_meanwhile():
                return line
            terminal.forget()

    def typists(self, terminal: Terminal, question: str) -> set[str]:
        """Ask the user to press Enter, and find out which input devices reported this key press.

        Args:
            question: the text that asks the user to press Enter.

        Returns:
            The device files of these input devices.

        Raises:
            UsageError: the input has ended.
        """
        self._drain()
        self._enters.clear()
        terminal.ask(question)
        if terminal.is_terminal:
            time.sleep(GRACE)
        self.forget()
        self._last = float("-inf")  # this Enter was an answer, not a key of the board
        return set(self._enters)

    def forget(self) -> None:
        """Discard all key presses that `press_or_line` has not returned yet."""
        self._drain()
        self._presses.clear()

    def close(self) -> None:
        """Stop watching all pins and input devices."""
        while self._open:
            self._open.pop().close()
        if self._waker >= 0:
            os.close(self._wake)
            os.close(self._waker)
            self._waker = -1

    def _comes_with_another(self, press: DetectedPress) -> bool:
        """Return True if this is a Num Lock press that a keypad sent together with another key."""
        if press.contact != Contact(CODE, NUM_LOCK) or press.device is None:
            return False
        if press.device not in self.num_lockers:
            time.sleep(GRACE)
            self._drain()
            if any(
                other.device == press.device and other.contact != press.contact for other in self._presses
            ):
                self.num_lockers.add(press.device)
        return press.device in self.num_lockers

    def _pressed_meanwhile(self) -> bool:
        """Return True if the last line came from a keypad, because one of its keys was pressed meanwhile."""
        time.sleep(GRACE)
        self._drain()
        held = any(press.device and self._counts(press) for press in self._down)
        return bool(self._presses) or held or self._hardware.clock() - self._last < 2 * GRACE

    def _counts(self, press: DetectedPress) -> bool:
        if press.device in self.typed_on and press.contact.number in TYPED:
            return False
        return press.device not in self.left_out

    def _drain(self) -> None:
        """Discard bounces, and queue the presses that count."""
        while True:
            try:
                press, down, at = self._queue.get_nowait()
            except Empty:
                return
            os.read(self._wake, 1)
            rested = at - self._moved.get(press, float("-inf")) >= QUIET
            self._moved[press] = at
            (self._down.add if down else self._down.discard)(press)
            if press.device and down and press.contact.number in ENTERS:
                self._enters.add(press.device)
            if self._counts(press):
                self._last = at if press.device else self._last
                if down and rested:
                    self._presses.append(press)

    def _put(self, press: DetectedPress, down: bool) -> None:
        self._queue.put((press, down, self._hardware.clock()))
        os.write(self._waker, b".")

    def _putting(self, pin: int) -> Callable[[bool], None]:
        return lambda down: self._put(DetectedPress(Contact(PIN, pin), None), down)

    def _coding(self, node: str) -> Callable[[int, bool], None]:
        return lambda code, down: self._put(DetectedPress(Contact(CODE, code), node), down)
