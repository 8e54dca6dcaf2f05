"""A thread that sleeps until there is an edge on one of the GPIO lines that it watches."""

from __future__ import annotations

import os
import select
import threading
from collections.abc import Callable
from typing import NamedTuple

from firmware_py.gpio_chip import GpioLine, LineEdge

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
        """End the thread. Wait until it has ended, unless it is the current thread."""
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
