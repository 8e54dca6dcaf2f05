"""Push buttons between GPIO pins and ground, through gpiozero."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

from gpiozero import InputDevice

K = TypeVar("K")

_CLOSE = 0.001
"""Seconds within which two clocks must be read to be compared."""
_TRIES = 5
_AHEAD = 1.0
"""Seconds by which ticks may be ahead of their factory's clock before they are taken for those of another."""
_STALLED = 60.0
"""The longest time, in seconds, that a program is expected to stand still."""


class GpioButtons(Generic[K]):
    """Reports the edges of buttons as they are, bounces included, each with the time at which it happened.

    A button that is already down at the start has made no edge, so only its release is reported. The pins
    stay open as long as this object lives.
    """

    def __init__(
        self,
        pins: Mapping[int, K],
        put: Callable[[K, bool, float], object],
        factory: Any = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Open the pins and report from now on.

        Args:
            pins: the meaning of each BCM pin; several may have the same. Buttons close to ground; the
                pull-ups are the Pi's own.
            put: called with the meaning of a pin, True when it went down or False when it came up, and the
                time at which it did. It runs in gpiozero's thread, so it should only put its arguments on a
                queue. After a stall, edges may be reported out of order.
            factory: gpiozero's pin factory, the default one if None.
            clock: the time in seconds; the times of the edges are on this clock.

        Raises:
            Exception: no such pin, one in use, or no GPIO at all: gpiozero's errors, and lgpio's own. No pin
                is left open then.
        """
        self._opened: list[tuple[Any, Callable[[Any, Any], None] | None]] = []
        try:
            for number, meaning in pins.items():
                # Not gpiozero.Button: each of those polls in a thread of its own. Nor its when_activated,
                # which drops the time that the pin reports.
                device = InputDevice(number, pull_up=True, pin_factory=factory)
                report = _reporting(put, meaning, device.pin_factory, clock)
                self._opened.append((device, report))  # the pin itself holds `report` by a weak reference
                device.pin.bounce = None
                device.pin.edges = "both"
                device.pin.when_changed = report
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Give the pins back; nothing is reported any more."""
        while self._opened:
            device, _ = self._opened.pop()
            device.close()


def _reporting(
    put: Callable[[K, bool, float], object], meaning: K, factory: Any, clock: Callable[[], float]
) -> Callable[[Any, Any], None]:
    """Return what a pin calls with its ticks and its state when it has changed."""

    def report(ticks: Any, state: Any) -> None:
        put(meaning, not state, _moment(ticks, factory, clock))

    return report


def _moment(ticks: Any, factory: Any, clock: Callable[[], float]) -> float:
    """Return when a pin changed, on `clock`.

    Only the factory knows what its ticks mean, and how far back they are: lgpio's are the kernel's seconds,
    pigpio's are microseconds that start again after 72 minutes. Its clock and ours are read together; if the
    program stalls in between, they are read again.
    """
    for _ in range(_TRIES):
        now = clock()
        ticks_now = factory.ticks()
        if clock() - now < _CLOSE:
            break
    age = factory.ticks_diff(ticks_now, ticks)
    if age < -_AHEAD:
        # Before Linux 5.7 the kernel's times are those of the clock of the day, whatever the factory says.
        # That clock may be set between the edge and now; then the age is unknown.
        age = time.time() - ticks
        age = age if age < _STALLED else 0.0
    return now - max(0.0, float(age))
