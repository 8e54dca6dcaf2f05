"""Push buttons between GPIO pins and ground, read through gpiozero.

The kernel provides the pull-ups and the times of the edges. Bounces are filtered out later, in
`input/debounce`, and a key press counts from its first edge.

The kernel can debounce, too (a pin's `bounce`), but this is not used, because the times would be inexact.
The chips' drivers cannot debounce in hardware (pinctrl-bcm2835.c, pinctrl-rp1.c), so the kernel restarts a
timer at each edge. When the timer expires, the kernel reports the current time, not the time of the edge
(gpiolib-cdev.c, debounce_irq_handler and debounce_work_func). The timer has steps of 4 ms at 250 Hz,
or 10 ms at the 100 Hz of a Raspberry Pi kernel (raspberrypi/linux issue 2261), and is late if all processors
are busy. With such times, a key that is released for 25 ms could not be distinguished from one that bounces
for 20 ms.

`python -m tests.appliance.pins` measures how late the reports are.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

from gpiozero import InputDevice

from .gpio_factory import default_factory

K = TypeVar("K")

_CLOSE = 0.001
"""The maximum time, in seconds, between reading two clocks that are compared."""
_TRIES = 5
_AHEAD = 1.0
"""If an edge's time is this many seconds ahead of the pin factory's clock, it is from a different clock."""
_STALLED = 60.0
"""The longest stall, in seconds. If an edge seems older, its age is unknown, and it counts as new."""


class GpioButtons(Generic[K]):
    """A set of push buttons that report every edge, including bounces, with its time.

    If a button is already pressed when the pins are opened, only its release is reported.
    """

    def __init__(
        self,
        pins: Mapping[int, K],
        put: Callable[[K, bool, float], object],
        factory: Any = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Open the pins and start reporting edges.

        Args:
            pins: maps each BCM pin to the value that identifies it, such as a key. Several pins may have the
                same value. Each button connects its pin to ground.
            put: a function that is called with the pin's value, True if its button was pressed or False if
                it was released, and the time of the edge in seconds. It runs in the pin factory's thread.
            factory: gpiozero's pin factory; None for `default_factory`.
            clock: a function that returns the time in seconds, on the same clock as the reported times.

        Raises:
            Exception: a pin does not exist or is in use, or there is no GPIO. The error is raised by gpiozero
                or its pin factory. All pins that were already open are then closed.
        """
        factory = default_factory() if factory is None else factory
        self._opened: list[tuple[Any, Callable[[Any, Any], None] | None]] = []
        try:
            for number, meaning in pins.items():
                # gpiozero.Button is not used, because each button polls in a separate thread; nor is
                # when_activated, because it drops the time that the pin reports.
                device = InputDevice(number, pull_up=True, pin_factory=factory)
                report = _reporting(put, meaning, factory, clock)
                self._opened.append((device, report))  # the pin holds only a weak reference to `report`
                device.pin.bounce = None
                device.pin.edges = "both"
                device.pin.when_changed = report
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Release the pins and stop reporting."""
        while self._opened:
            device, _ = self._opened.pop()
            device.close()


def _reporting(
    put: Callable[[K, bool, float], object], meaning: K, factory: Any, clock: Callable[[], float]
) -> Callable[[Any, Any], None]:
    latest = -math.inf

    def report(ticks: Any, state: Any) -> None:
        # Two clocks cannot be compared exactly, but the edges of a contact must keep their order.
        nonlocal latest
        latest = max(latest, _moment(ticks, factory, clock))
        put(meaning, not state, latest)

    return report


def _moment(ticks: Any, factory: Any, clock: Callable[[], float]) -> float:
    """Return the time of a pin change, given in the factory's ticks, in seconds on `clock`."""
    if factory.ticks is clock:
        return float(ticks)
    for _ in range(_TRIES):
        now = clock()
        ticks_now = factory.ticks()
        if clock() - now < _CLOSE:
            break
    age = factory.ticks_diff(ticks_now, ticks)
    if age < -_AHEAD:
        # Before Linux 5.7, lgpio's times are on the system clock, although its factory assumes another.
        # The system clock may have been set between the edge and now; then the age is unknown.
        age = time.time() - ticks
        age = age if age < _STALLED else 0.0
    return now - max(0.0, float(age))
