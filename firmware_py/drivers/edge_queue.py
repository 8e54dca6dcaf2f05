"""The queue that carries key edges, key presses by programs, and messages to the main loop."""

from __future__ import annotations

import heapq
import threading
import time
from collections import deque
from collections.abc import Callable
from itertools import count
from queue import Empty, SimpleQueue

from firmware_py.board.ports import Ending
from firmware_py.input.keys import AddOnMessage, Edge, Input, Press

LATE = 0.01
"""The longest time, in seconds, that an edge takes to reach the queue unless the program has stalled."""
LULL = 0.01
"""After a stall, the backlog is considered complete once no edge has arrived for this many seconds."""
CATCH_UP = 0.1
"""The longest time, in seconds, that the loop waits for the backlog to be complete."""

MOST_MESSAGES = 8
"""The maximum number of messages and presses by programs in the queue. Any more are dropped."""


class EdgeQueue:
    """The queue from which the board's main loop gets key edges, key presses by programs, and messages.

    An edge is the moment when a key on the board is pressed or released. A program, by contrast, sends each
    key press as a whole. A message is for the board's add-ons.

    Edges leave the queue in time order, even if they were delayed and arrived in a different order.

    `put`, `put_message`, `stop` and `reload` may be called from any thread and from a signal handler.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        """Create an empty queue.

        Args:
            clock: a function that returns the current time in seconds, on the same clock as the times of the
                edges.
        """
        self._clock = clock
        self._queue: SimpleQueue[tuple[Edge | Press | AddOnMessage, bool] | Ending] = SimpleQueue()
        self._room = threading.Semaphore(MOST_MESSAGES)
        self._by_programs: deque[Press | AddOnMessage] = deque()
        self._sorted: list[tuple[float, int, Edge]] = []
        self._numbers = count()
        self._backlog = False
        self._order: Ending | None = None

    def put(self, key: Input, down: bool, source: int = 0, at: float | None = None) -> None:
        """Add a key edge to the queue.

        Args:
            down: True if the key was pressed, False if it was released.
            source: a number that identifies the keypad that the key belongs to.
            at: the time of the edge in seconds, on the queue's clock; None for the current time.
        """
        now = self._clock()
        at = now if at is None else min(at, now)
        self._queue.put((Edge(key, down, at, source), now - at > LATE))

    def put_message(self, message: Press | AddOnMessage) -> bool:
        """Add a press by a program, or a message, unless the queue is full. Return True if it was added."""
        if not self._room.acquire(blocking=False):
            return False
        self._queue.put((message, False))
        return True

    def stop(self) -> None:
        """Tell the main loop to stop after handling everything already in the queue."""
        self._queue.put(Ending.STOPPED)

    def reload(self) -> None:
        """Tell the main loop to reload the configuration after handling everything already in the queue."""
        self._queue.put(Ending.RELOAD)

    def wait(self, timeout: float | None) -> Edge | Press | AddOnMessage | Ending | None:
        """Wait for a key edge, a press by a program, a message, or a request to stop or reload. Return it.

        If several are waiting, edges come first, in time order, then presses by programs and messages, and a
        request comes last.

        Args:
            timeout: the longest time to wait, in seconds, after which None is returned; None to wait
                indefinitely.
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
        give_up = time.monotonic() + CATCH_UP
        while not self._order:
            waits = self._backlog and time.monotonic() < give_up
            try:
                self._take(self._queue.get(timeout=LULL if waits else 0))
            except Empty:
                break
        self._backlog = False

    def _take(self, arrived: tuple[Edge | Press | AddOnMessage, bool] | Ending) -> None:
        if isinstance(arrived, Ending):
            self._order = arrived
            return
        edge, is_late = arrived
        if not isinstance(edge, Edge):
            self._by_programs.append(edge)
            return
        self._backlog |= is_late
        heapq.heappush(self._sorted, (edge.at, next(self._numbers), edge))
