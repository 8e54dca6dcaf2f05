"""The queue between the drivers' threads and the loop."""

from __future__ import annotations

from collections.abc import Callable
from queue import Empty, SimpleQueue

from firmware_py.keys import Edge, Input
from firmware_py.ports import Reload, Stopped


class EdgeQueue:
    """Edges in the order in which they came, stamped with the time.

    `put`, `stop` and `reload` may be called from any thread and from a signal handler.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        """A queue that stamps edges with this clock, in seconds."""
        self._clock = clock
        self._queue: SimpleQueue[Edge | type[Exception]] = SimpleQueue()

    def put(self, key: Input, down: bool, source: int = 0) -> None:
        """A key of one of several keypads, told apart by their source, went down or up just now."""
        self._queue.put(Edge(key, down, self._clock(), source))

    def stop(self) -> None:
        """Stop whoever waits."""
        self._queue.put(Stopped)

    def reload(self) -> None:
        """Let whoever waits know that the configuration is to be read again."""
        self._queue.put(Reload)

    def wait(self, timeout: float | None) -> Edge | None:
        """The next edge; None if none came within `timeout` seconds. None as timeout waits for ever.

        Raises:
            Stopped: `stop` was called.
            Reload: `reload` was called.
        """
        try:
            edge = self._queue.get(timeout=timeout)
        except Empty:
            return None
        if isinstance(edge, Edge):
            return edge
        raise edge
