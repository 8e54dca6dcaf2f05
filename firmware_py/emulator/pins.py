"""Buttons to press on gpiozero's mock pins."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPin
from gpiozero.pins.pi import PiPin


class ContactPin(MockPin):  # type: ignore[misc]  # gpiozero has no types
    """A mock pin with a contact to ground, which is stronger than any pull-up.

    The stock pin forgets that it is driven low when it is set up as an input, so nothing could be held down
    while the program starts.
    """

    closed = False

    def _change_state(self, value: bool) -> bool:
        changed: bool = super()._change_state(value and not self.closed)
        return changed

    def _call_when_changed(self) -> None:
        # Not the stock pin's time: that is always the machine's.
        PiPin._call_when_changed(self, self.factory.ticks(), self._state)


class ContactFactory(MockFactory):  # type: ignore[misc]  # gpiozero has no types
    """A factory of contacts.

    Attributes:
        clock: the time in seconds; contacts report it when they move.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        super().__init__(pin_class=ContactPin)
        self.clock = clock

    def ticks(self) -> float:
        """Return the time on the clock of this factory."""
        return self.clock()


class EmulatedPins:
    """A header whose pins can be connected to ground, one button each.

    Callbacks run in the thread that presses.

    Attributes:
        factory: the pin factory to pass to gpiozero's devices.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Start with all contacts open. `clock` is the time, in seconds, at which they move."""
        self.factory = ContactFactory(clock)
        self._pins: dict[int, Any] = {}

    def press(self, pin: int) -> None:
        """Close the contact of a BCM pin; a second press changes nothing."""
        contact = self._pin(pin)
        contact.closed = True
        contact.drive_low()

    def release(self, pin: int) -> None:
        """Open the contact of a BCM pin: its pull-up, if it is set, takes it high."""
        contact = self._pin(pin)
        contact.closed = False
        if contact.pull == "up":
            contact.drive_high()

    def close(self) -> None:
        """Close all pins."""
        self.factory.close()

    def _pin(self, pin: int) -> Any:
        # The factory looks a pin up by all its names, which takes longer than a press should.
        if pin not in self._pins:
            self._pins[pin] = self.factory.pin(pin)
        return self._pins[pin]
