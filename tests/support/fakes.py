"""Test doubles for the parts around the main loop, which record all calls and can be made to fail.

Their clock is simulated: waiting for an edge advances the clock, and contacts close at given times.
"""

import math
from collections.abc import Callable, Sequence

from engine.events import Event
from engine.match.history import History
from firmware_py.board.board import Outcome
from firmware_py.board.listener import Listener
from firmware_py.board.ports import Ending
from firmware_py.input.keys import AddOnMessage, Edge, Input, Key, Press
from firmware_py.input.press_detector import PressDetector
from firmware_py.journal.checksum import Steps
from firmware_py.system.errors import DisplayError, JournalError


class Part:
    """A fake part that records what it shows, as bytes.

    Attributes:
        tries: the number of pictures or frames sent to the part, including those that failed.
        shown: those that the part accepted.
        failing: set to True to make the part fail.
    """

    fault = "no such bus"

    def __init__(self) -> None:
        self.tries = self.refreshed = 0
        self.failing = self.closed = False
        self.shown: list[bytes] = []

    def show(self, what: bytes) -> None:
        self.tries += 1
        self.answer()
        self.shown.append(what)

    def answer(self) -> None:
        if self.failing:
            raise DisplayError(self.fault)

    def refresh(self) -> None:
        self.refreshed += 1

    def close(self) -> None:
        self.closed = True


class Panel(Part):
    """A fake display.

    Attributes:
        turned: for each picture in `shown`, True if it was shown upside down.
        levels: every contrast that was set.
    """

    fault = "pulled out"

    def __init__(self) -> None:
        super().__init__()
        self.levels: list[int] = []
        self.turned: list[bool] = []
        self.on = True

    def show(self, frame: bytes, *, upside_down: bool = False) -> None:
        super().show(frame)
        self.turned.append(upside_down)

    def contrast(self, level: int) -> None:
        self.levels.append(level)

    def power(self, on: bool) -> None:
        self.answer()
        self.on = on


class Lamps(Part):
    """A fake chain of LEDs."""


class Told(Listener):
    """A listener that records every notification it receives.

    Attributes:
        presses: each key press and its outcome.
        lines: the text of each notice, and each failure as `part: error`.
    """

    def __init__(self, pressed: Callable[[Input, Outcome], None] | None = None) -> None:
        """Create a listener.

        Args:
            pressed: a function to call with each key press and its outcome; None to call nothing.
        """
        self.presses: list[tuple[Input, Outcome]] = []
        self.lines: list[str] = []
        self._pressed = pressed

    def pressed(self, press: Press, outcome: Outcome) -> None:
        self.presses.append((press.key, outcome))
        if self._pressed:
            self._pressed(press.key, outcome)

    def noticed(self, text: str) -> None:
        self.lines.append(text)

    def failed(self, part: str, error: Exception) -> None:
        self.lines.append(f"{part}: {error}")


class Shelf:
    """A store that keeps events in memory and fails once it is full.

    Attributes:
        room: the number of events that can still be stored; None for no limit.
        events: the events stored so far.
    """

    def __init__(self, room: int | None = None) -> None:
        self.room = room
        self.events: list[Event] = []

    def append(self, event: Event) -> None:
        if self.room is not None:
            if not self.room:
                raise JournalError("Not saved: the disk is full (free some space)")
            self.room -= 1
        self.events.append(event)

    due = False

    def reach(self) -> None:
        """Do nothing. A real journal would load older events, so that players can undo them."""

    def settle(self, history: History) -> Steps[None]:
        yield from ()


class Fingers:
    """A fake keypad for the main loop, whose keys are pressed at given times on a simulated clock.

    Attributes:
        now: the current time in seconds.
        waits: the timeout of each wait so far.
    """

    def __init__(self, edges: Sequence[Edge] = (), until: float = float("inf")) -> None:
        """Queue the edges for the main loop.

        Args:
            edges: the key presses and releases, sorted by time.
            until: the time, in seconds, at which the main loop is told to stop.
        """
        self.now = 0.0
        self.waits: list[float | None] = []
        self._edges: list[Edge | Press | AddOnMessage] = list(edges)
        self._until = until

    def clock(self) -> float:
        return self.now

    def push(self, edges: Sequence[Edge | Press | AddOnMessage]) -> None:
        """Queue key presses and releases, or messages from other programs, for the main loop."""
        self._edges += edges

    def wait(self, timeout: float | None) -> Edge | Press | AddOnMessage | Ending | None:
        self.waits.append(timeout)
        assert len(self.waits) < 10_000, "the loop goes round and round"
        due = float("inf") if timeout is None else self.now + timeout
        following = self._edges[0] if self._edges else None
        if isinstance(following, Press | AddOnMessage):
            return self._edges.pop(0)
        coming = following.at if following else float("inf")
        if min(due, coming) > self._until or due == coming == float("inf"):
            return Ending.STOPPED
        if coming <= due:
            self.now = max(self.now, coming)
            return self._edges.pop(0)
        self.now = due
        return None


def tap(key: Key, at: float, held: float = 0.05) -> list[Edge]:
    """Return the press of a key at the time `at`, and its release `held` seconds later."""
    return [Edge(key, True, at), Edge(key, False, at + held)]


def taps(words: str, at: float = 0.0, apart: float = 0.2) -> list[Edge]:
    """Return the presses and releases of several keys, one key after another.

    Args:
        words: the keys, separated by spaces.
        at: the time of the first key press, in seconds.
        apart: the time from one key press to the next, in seconds.
    """
    return [
        edge for place, word in enumerate(words.split()) for edge in tap(Key.parse(word), at + place * apart)
    ]


def edges(key: Input, *times: float, first: bool = True, source: int = 0) -> list[Edge]:
    """Return the signal edges of a key that is pressed and released alternately at these times.

    Args:
        key: the key.
        times: the times of the edges, in seconds.
        first: True if the first edge is a press, False if it is a release.
        source: the index of the keypad to which the key belongs.
    """
    return [Edge(key, (index % 2 == 0) is first, at, source) for index, at in enumerate(times)]


def in_order(*some: list[Edge]) -> list[Edge]:
    return sorted((edge for each in some for edge in each), key=lambda edge: edge.at)


def detected_on_time(some: list[Edge]) -> list[Input]:
    """Return the key presses that a new `PressDetector` reports for these edges.

    The detector's `tick` is called exactly at each of its deadlines, never late. The edges are
    sorted by time.
    """
    detector = PressDetector()
    presses = []
    for edge in some:
        presses += detected_at_deadlines(detector, edge.at)
        presses += detector.edge(edge)
    return presses + detected_at_deadlines(detector, math.inf)


def detected_at_deadlines(detector: PressDetector, until: float) -> list[Input]:
    presses = []
    while (deadline := detector.deadline) is not None and deadline <= until:
        presses += detector.tick(deadline)
        assert detector.deadline is None or detector.deadline > deadline
    return presses


def detected_late(some: list[Edge]) -> list[Input]:
    detector = PressDetector()
    presses = [key for edge in some for key in detector.edge(edge)]
    return presses + detector.tick(some[-1].at + 60 if some else 0.0)
