"""The queue that carries edges, and presses by programs, from the drivers' threads to the loop."""

from __future__ import annotations

import heapq
import threading
import time
from collections import deque
from collections.abc import Callable
from itertools import count
from queue import Empty, SimpleQueue

from firmware_py.input.edge import Edge
from firmware_py.input.keys import Input
from firmware_py.input.press import Press
from firmware_py.ports import Ending

LATE = 0.01
"""The longest time, in seconds, that an edge takes to reach the queue, unless the program stalled."""
LULL = 0.01
"""After a stall, the backlog is considered complete once no edge has arrived for this many seconds."""
CATCH_UP = 0.1
"""The longest time, in seconds, that the loop waits for the backlog to be complete."""

MOST_PRESSES = 8
"""The number of presses by programs that may wait. The rest of a flood is dropped."""


class EdgeQueue:
    """A queue for the loop: it returns key edges in the order of their times, then presses by other programs.

    An edge is a key going down or coming up. If the program stalls, edges pile up in the kernel. They then
    arrive out of order, because each driver's thread delivers its own edges. So when an edge arrives late,
    the queue waits for the rest and sorts them. Edges that arrive on time are passed on at once.

    `put`, `press`, `stop` and `reload` may be called from any thread and from a signal handler.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        """Create an empty queue. `clock` returns the time in seconds, on the clock that the edges use."""
        self._clock = clock
        self._queue: SimpleQueue[tuple[Edge, bool] | Press | Ending] = SimpleQueue()
        self._room = threading.Semaphore(MOST_PRESSES)
        self._by_programs: deque[Press] = deque()
        self._sorted: list[tuple[float, int, Edge]] = []
        self._numbers = count()
        self._backlog = False
        self._order: Ending | None = None

    def put(self, key: Input, down: bool, source: int = 0, at: float | None = None) -> None:
        """Add an edge.

        Args:
            key: the key.
            down: True if the key went down, False if it came up.
            source: the number of the keypad that the key is on.
            at: the time of the edge; None for now. A time in the future counts as now.
        """
        now = self._clock()
        at = now if at is None else min(at, now)
        self._queue.put((Edge(key, down, at, source), now - at > LATE))

    def press(self, press: Press) -> bool:
        """Add a key press by another program. If too many are waiting, drop the press and return False."""
        if not self._room.acquire(blocking=False):
            return False
        self._queue.put(press)
        return True

    def stop(self) -> None:
        """Make the loop handle the edges that have arrived so far, and then stop."""
        self._queue.put(Ending.STOPPED)

    def reload(self) -> None:
        """Make the loop handle the edges that have arrived so far, and then reload the configuration."""
        self._queue.put(Ending.RELOAD)

    def wait(self, timeout: float | None) -> Edge | Press | Ending | None:
        """Return the earliest edge; if there is none, a press by a program or a request to stop or reload.

        A request is returned only when everything that arrived before it has been returned.

        If nothing arrives within `timeout` seconds, return None. If `timeout` is None, wait without limit.
        """
        if not self._sorted and not self._by_programs and not self._order:
            try:
                self._take(self._queue.get(timeout=timeout))
            except Empty:
                return None
        self._gather()
        if self._sorted:
            return heapq.heappop(self._sorted)[-1]
        if self._by_programs:
            self._room.release()
            return self._by_programs.popleft()
        order, self._order = self._order, None
        return order

    def _gather(self) -> None:
        """Collect the edges that have arrived, up to the next request to stop or reload.

        If edges were delayed, wait until the rest have arrived.
        """
        give_up = time.monotonic() + CATCH_UP
        while not self._order:
            waits = self._backlog and time.monotonic() < give_up
            try:
                self._take(self._queue.get(timeout=LULL if waits else 0))
            except Empty:
                break
        self._backlog = False

    def _take(self, arrived: tuple[Edge, bool] | Press | Ending) -> None:
        if isinstance(arrived, Ending):
            self._order = arrived
            return
        if isinstance(arrived, Press):
            self._by_programs.append(arrived)
            return
        edge, is_late = arrived
        self._backlog |= is_late
        heapq.heappush(self._sorted, (edge.at, next(self._numbers), edge))
