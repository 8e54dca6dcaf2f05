"""An emulated GPIO header with a simulated button on each pin, based on gpiozero's mock pins."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPin
from gpiozero.pins.pi import PiPin


class ContactPin(MockPin):  # type: ignore[misc]  # gpiozero has no types
    """A mock pin of gpiozero that stays low while its contact to ground is closed.

    gpiozero's own mock pin goes high when it becomes an input with a pull-up, so a test could not hold a
    button down while the program starts.
    """

    closed = False

    def _change_state(self, value: bool) -> bool:
        changed: bool = super()._change_state(value and not self.closed)
        return changed

    def _call_when_changed(self) -> None:
        # gpiozero's own mock pin always reports the machine's time, not that of the factory's clock.
        PiPin._call_when_changed(self, self.factory.ticks(), self._state)


class ContactFactory(MockFactory):  # type: ignore[misc]  # gpiozero has no types
    """A gpiozero pin factory with mock pins. Each pin has a contact that can connect it to ground.

    Attributes:
        clock: a function that returns the current time in seconds. Every pin change is
            timestamped with this clock.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        super().__init__(pin_class=ContactPin)
        self.clock = clock

    def ticks(self) -> float:
        """Return the time on this factory's clock, in seconds."""
        return self.clock()


class EmulatedPins:
    """An emulated GPIO header with a button between each pin and ground.

    Attributes:
        factory: the pin factory to pass to gpiozero's devices.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Create the pins with no button pressed. `clock` returns the current time in seconds."""
        self.factory = ContactFactory(clock)
        self._pins: dict[int, Any] = {}

    def press(self, pin: int) -> None:
        """Press the button on a BCM pin. If it is already pressed, nothing changes."""
        contact = self._pin(pin)
        contact.closed = True
        contact.drive_low()

    def release(self, pin: int) -> None:
        """Release the button on a BCM pin. The pin goes high if it has a pull-up."""
        contact = self._pin(pin)
        contact.closed = False
        if contact.pull == "up":
            contact.drive_high()

    def close(self) -> None:
        """Close all pins."""
        self.factory.close()

    def _pin(self, pin: int) -> Any:
        # The factory searches for a pin by its name, which would take longer than a press should.
        if pin not in self._pins:
            self._pins[pin] = self.factory.pin(pin)
        return self._pins[pin]
