"""A gpiozero pin factory that uses the kernel's GPIO chips, and lets an idle board sleep.

gpiozero's own factories need an additional package: lgpio, whose thread wakes 1,700 times a second while a
pin is watched, or RPi.GPIO, which does not run on a Pi 5. Here, one thread sleeps until there is an edge on
any of the pins that are watched (`EdgeWatcher`).
"""

from __future__ import annotations

import os
import select
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple

from gpiozero import (
    Device,
    PinFixedPull,
    PinInvalidBounce,
    PinInvalidEdges,
    PinInvalidFunction,
    PinInvalidPull,
    PinSetInput,
    PinUnknownPi,
)
from gpiozero.pins.local import LocalPiFactory, LocalPiPin
from gpiozero.pins.pi import PiBoardInfo

from firmware_py.system.gpio_chip import GpioError, GpioLine, LineEdge, LineSettings, header_chip

STAND_INS = {"pinctrl-bcm2835": 0xA02082, "pinctrl-bcm2711": 0xC03111, "pinctrl-rp1": 0xC04170}
"""For each label of the header's chip, the revision code of a Raspberry Pi with that chip: 3 B, 4 B, 5.

gpiozero learns the header from the revision, which the firmware or the kernel of Raspberry Pi OS reports. If
a different boot loader has started a different kernel, the revision may be missing. In that case, the header
of this model is used. All models with a 40-pin header have the same BCM numbers on it.
"""
EDGES = ("both", "rising", "falling")


def default_factory() -> Any:
    """Return gpiozero's pin factory for this program.

    It is a `GpioFactory`, unless the environment variable GPIOZERO_PIN_FACTORY names another, such as `mock`.

    Raises:
        GpioError: this machine has no GPIO header, or the user does not have permission to open it.
        Exception: the factory named in the environment does not work. The error is raised by that factory.
    """
    if Device.pin_factory is None:
        if "GPIOZERO_PIN_FACTORY" in os.environ:
            Device.ensure_pin_factory()
        else:
            Device.pin_factory = GpioFactory()
    return Device.pin_factory


class GpioFactory(LocalPiFactory):  # type: ignore[misc]  # gpiozero has no types
    """A pin factory that opens the pins on the GPIO header through the kernel.

    The kernel reports the time of each pin change, as measured by `time.monotonic`.

    Attributes:
        chip: the GPIO chip that controls the header.
    """

    def __init__(self, folder: str = "/dev") -> None:
        """Find and open the GPIO chip that controls the pin header.

        Raises:
            GpioError: this machine has no GPIO header, or the user does not have permission to open it.
        """
        super().__init__()
        self.chip = header_chip(folder)
        self.watcher = EdgeWatcher()
        self.pin_class = GpioPin

    def close(self) -> None:
        """Release all pins and close the chip."""
        super().close()
        self.chip.close()

    ticks = staticmethod(time.monotonic)

    def _get_board_info(self) -> Any:
        try:
            return super()._get_board_info()
        except (OSError, PinUnknownPi):
            self._info = PiBoardInfo.from_revision(STAND_INS[self.chip.label])
            return self._info


class GpioPin(LocalPiPin):  # type: ignore[misc]  # gpiozero has no types
    """A pin on the GPIO header. Nothing is requested from the kernel until the pin is first used."""

    def __init__(self, factory: GpioFactory, info: Any) -> None:
        """Create a pin. `info` is gpiozero's description of the pin."""
        super().__init__(factory, info)
        self._line: GpioLine | None = None
        self._settings = LineSettings()
        self._edges = "both"
        self._reported: bool | None = None

    def close(self) -> None:
        """Turn the pin into an input and release it. It is requested again the next time it is used."""
        self.when_changed = None
        line, self._line, self._settings = self._line, None, LineSettings()
        if line is not None:
            # On a Pi 5, an output would keep its level after its release (pinctrl-rp1.c, rp1_pmx_free).
            with suppress(OSError):
                line.configure(self._settings)
            line.close()

    def output_with_state(self, state: float) -> None:
        """Turn the pin into an output that is high if `state` is not 0, and low otherwise."""
        self.when_changed = None
        self._apply(LineSettings(output=bool(state)))

    def _apply(self, settings: LineSettings) -> GpioLine:
        if self._line is None:
            self._line = self.factory.chip.request(self._number, settings)
        elif settings != self._settings:
            try:
                self._line.configure(settings)
            except OSError as error:
                raise GpioError(f"the kernel refuses settings of {self!r}: {error.strerror}") from error
        self._settings = settings
        return self._line

    def _get_function(self) -> str:
        return "input" if self._settings.output is None else "output"

    def _set_function(self, value: str) -> None:
        if value == "output":
            self.output_with_state(False)
        elif value == "input":
            self.when_changed = None
            self._apply(LineSettings(pull=self._settings.pull))
        else:
            raise PinInvalidFunction(f'invalid function "{value}" for pin {self!r}')

    def _get_state(self) -> int:
        return int(self._apply(self._settings).is_high())

    def _set_state(self, value: float) -> None:
        if self._settings.output is None:
            raise PinSetInput(f"cannot set state of pin {self!r}")
        self._apply(self._settings).drive(bool(value))

    def _get_pull(self) -> str:
        return self._settings.pull

    def _set_pull(self, value: str) -> None:
        if self.function != "input":
            raise PinFixedPull(f"cannot set pull on non-input pin {self!r}")
        if self.info.pull not in (value, ""):
            raise PinFixedPull(f"{self!r} has a physical pull-{self.info.pull} resistor")
        if value not in ("up", "down", "floating"):
            raise PinInvalidPull(f'invalid pull "{value}" for pin {self!r}')
        self._apply(self._settings._replace(pull=value))

    def _get_bounce(self) -> float | None:
        return self._settings.debounce or None

    def _set_bounce(self, value: float | None) -> None:
        if value is not None and value < 0:
            raise PinInvalidBounce("bounce must be 0 or greater")
        self._apply(self._settings._replace(debounce=value or 0.0))

    def _get_edges(self) -> str:
        return self._edges

    def _set_edges(self, value: str) -> None:
        if value not in EDGES:
            raise PinInvalidEdges(f'invalid edges "{value}" for pin {self!r}')
        self._edges = value
        if self._when_changed is not None:
            self._apply(self._with_edges())

    def _with_edges(self) -> LineSettings:
        both = self._edges == "both"
        return self._settings._replace(
            rising=both or self._edges == "rising", falling=both or self._edges == "falling"
        )

    def _enable_event_detect(self) -> None:
        self._reported = None
        self.factory.watcher.add(self._apply(self._with_edges()), self._report)

    def _disable_event_detect(self) -> None:
        if self._line is not None:
            self.factory.watcher.remove(self._line)
            with suppress(GpioError):  # a chip that is gone has no edges either
                self._apply(self._settings._replace(rising=False, falling=False))

    def _report(self, edge: LineEdge) -> None:
        """Two edges of a kind in a row: the kernel missed one between them, so the second is ignored."""
        if edge.high == self._reported and self._edges == "both":
            return
        self._reported = edge.high
        self._call_when_changed(edge.at, int(edge.high))

    def _call_when_changed(self, ticks: float | None = None, state: int | None = None) -> None:
        # gpiozero's own method also stops watching if nobody holds the callback any more. Here that would
        # happen in the watcher's thread, while another thread may be closing the pin.
        reference = self._when_changed
        method = reference() if reference is not None else None
        if method is not None:
            method(self.factory.ticks() if ticks is None else ticks, self.state if state is None else state)


Report = Callable[[LineEdge], object]
_ROUNDS = 8
"""The number of times that the lines are read before edges are reported, if new edges keep arriving."""


class _Watched(NamedTuple):
    line: GpioLine
    report: Report


class EdgeWatcher:
    """A thread that reports edges on GPIO lines. It runs only while there are lines to watch.

    `add` and `remove` may be called from any thread, even while an edge is being reported.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._watched: dict[int, _Watched] = {}
        self._running: _Running | None = None

    def add(self, line: GpioLine, report: Report) -> None:
        """Watch a GPIO line, and call `report` in the watcher's thread for every edge on it."""
        with self._lock:
            if self._running is None:
                self._running = _Running(self._read)
            self._watched[line.fd] = _Watched(line, report)
            self._running.epoll.register(line.fd, select.EPOLLIN)

    def remove(self, line: GpioLine) -> None:
        """Stop watching a GPIO line. If the line is not being watched, do nothing."""
        with self._lock:
            if self._watched.pop(line.fd, None) is None or self._running is None:
                return
            with suppress(FileNotFoundError):  # a line that failed is no longer waited for
                self._running.epoll.unregister(line.fd)
            ended = None if self._watched else self._running
            if ended:
                self._running = None
        if ended:
            ended.end()

    def _read(self, epoll: select.epoll, ready: set[int]) -> None:
        edges: list[tuple[LineEdge, _Watched]] = []
        for _ in range(_ROUNDS):
            with self._lock:  # so that no other thread closes a line while it is read
                for watched in [self._watched[fd] for fd in ready if fd in self._watched]:
                    edges += [(edge, watched) for edge in _edges(watched.line, epoll)]
                ready = {fd for fd, _ in epoll.poll(0)}
            if not self._watched.keys() & ready:
                break
        for edge, watched in sorted(edges, key=lambda each: each[0].at):
            if self._watched.get(watched.line.fd) is watched:
                watched.report(edge)


class _Running:
    def __init__(self, read: Callable[[select.epoll, set[int]], None]) -> None:
        self.epoll = select.epoll()
        self._wake, self._waker = os.pipe()
        self.epoll.register(self._wake, select.EPOLLIN)
        self._thread = threading.Thread(target=self._run, args=(read,), name="pins", daemon=True)
        self._thread.start()

    def end(self) -> None:
        os.close(self._waker)
        if self._thread is not threading.current_thread():
            self._thread.join()

    def _run(self, read: Callable[[select.epoll, set[int]], None]) -> None:
        try:
            while self._wake not in (ready := {fd for fd, _ in self.epoll.poll()}):
                read(self.epoll, ready)
        finally:
            self.epoll.close()
            os.close(self._wake)


def _edges(line: GpioLine, epoll: select.epoll) -> list[LineEdge]:
    try:
        return [*line.edges()]
    except BlockingIOError:
        return []
    except OSError:
        epoll.unregister(line.fd)
        return []
