"""Push buttons between GPIO pins and ground, through gpiozero."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

from gpiozero import DigitalInputDevice

K = TypeVar("K")


class Buttons(Generic[K]):
    """Reports the edges of buttons: raw, bouncing, in the order in which they come.

    A button already down at the start has made no edge: all that is reported of it is its release. The pins
    stay open as long as this object lives.
    """

    def __init__(self, pins: Mapping[int, K], put: Callable[[K, bool], object], factory: Any = None) -> None:
        """Open the pins and report from now on.

        Args:
            pins: what each BCM pin stands for; several may stand for the same. Buttons close to ground; the
                pull-ups are the Pi's own.
            put: called with what the pin stands for and True when it went down, False when it came up. It
                runs in gpiozero's thread, so it should do no more than put its arguments on a queue.
            factory: gpiozero's pin factory, the default one if None.

        Raises:
            Exception: no such pin, one in use, or no GPIO at all: gpiozero's errors, and lgpio's own. No pin
                is left open then.
        """
        self._devices: list[Any] = []
        try:
            for pin, meaning in pins.items():
                # Not gpiozero.Button: each of those polls in a thread of its own.
                device = DigitalInputDevice(pin, pull_up=True, bounce_time=None, pin_factory=factory)
                self._devices.append(device)
                device.when_activated = _reporting(put, meaning, True)
                device.when_deactivated = _reporting(put, meaning, False)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Give the pins back; nothing is reported any more."""
        while self._devices:
            self._devices.pop().close()


def _reporting(put: Callable[[K, bool], object], meaning: K, down: bool) -> Callable[[], None]:
    """`put` with its arguments, as gpiozero wants it.

    gpiozero counts the parameters of a callback and passes the device to one that has any; of a `partial` it
    sees only the positional arguments, and a callable object it refuses. This has none.
    """

    def report() -> None:
        put(meaning, down)

    return report
