"""Scripts: the moves of a game that the board plays by itself in the simulator.

`muggins demo` plays the sample game, and `muggins replay --watch` a record or a key file. A script presses
keys; events that no single key can enter are passed directly to the board.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, NamedTuple

from engine.errors import CribbageError
from engine.events import Event
from engine.match.history import History
from engine.match.record import Record, read_record
from firmware_py.board.board import Board
from firmware_py.board.ports import Ending
from firmware_py.drivers.edge_queue import EdgeQueue
from firmware_py.input.entry import KeyEntry
from firmware_py.input.keys import AddOnMessage, Edge, Key, Press

if TYPE_CHECKING:
    from .board import Fingers

SCORED, SILENT = 1.5, 0.8
"""The pause after a key press, as a multiple of the pace: longer after points, which take time to read."""
GLANCE = 0.05
"""The time, in seconds, between checks for a handled key press or a waiting event."""
SAMPLE = Path(__file__).with_name("sample_game.record")
"""The path of the record that `muggins demo` plays."""


class Script(NamedTuple):
    """The key presses or events of a game that the board plays by itself.

    Attributes:
        presses: the keys from a key file, or the events from a record, in order.
        pace: the time between two key presses or two events, in seconds.
    """

    presses: tuple[Key | Event, ...]
    pace: float


def sample_game() -> Record:
    """Return the sample game that is included in the program. It is a complete two-player game to 121."""
    return read_record(SAMPLE.read_text(encoding="utf-8"))


def key_of(event: Event, history: History) -> Key | None:
    """Return the key that produces an event at a given point in the match, or None if no single key does.

    Args:
        event: the event.
        history: the match up to this point.
    """
    for key in Key:
        try:
            made = KeyEntry().press(key, history).event
        except CribbageError:
            continue
        if made == event:
            return key
    return None


Player = Callable[["Fingers", Callable[[], bool]], Coroutine[object, object, None]]
"""A function that presses keys instead of the user.

Its arguments are the object that simulates key presses, and a function that returns False while the player
has to pause.
"""


class EdgeAndEventQueue(EdgeQueue):
    """A queue of key edges, and of game events that are passed to the board without a key press."""

    def __init__(self, clock: Callable[[], float], take: Callable[[Event], None]) -> None:
        """Create an empty queue.

        Args:
            clock: a function that returns the current time in seconds, from the same clock as the times of
                key presses and releases.
            take: a function that passes a game event to the board. It is called by `wait`.
        """
        super().__init__(clock)
        self._takes = take
        self._events: SimpleQueue[Event] = SimpleQueue()

    def put_event(self, event: Event) -> None:
        """Queue a game event for which no key is pressed. `wait` passes the event to the board."""
        self._events.put(event)

    def wait(self, timeout: float | None) -> Edge | Press | AddOnMessage | Ending | None:
        """Wait for a key edge, a message, or a request to stop or reload, and return it.

        If nothing arrives in time, pass one queued game event to the board, and return None.

        Args:
            timeout: the maximum time to wait, in seconds. Longer times, and None, are reduced to `GLANCE`.
        """
        edge = super().wait(GLANCE if timeout is None else min(timeout, GLANCE))
        if edge is None:
            with suppress(Empty):
                self._takes(self._events.get_nowait())
        return edge


def player(script: Script, board: Board, queue: EdgeAndEventQueue) -> Player:
    """Return a function that presses the keys in a script one after another, at the script's pace.

    Args:
        script: the key presses.
        board: the board that handles the key presses.
        queue: receives the events in the script that no single key can enter.
    """
    import asyncio  # the other users of a script need no terminal

    async def play(fingers: Fingers, may_play: Callable[[], bool]) -> None:
        glance = min(GLANCE, script.pace)

        async def pause(seconds: float) -> None:
            await asyncio.sleep(seconds)
            while not may_play():
                await asyncio.sleep(GLANCE)

        await pause(script.pace)
        for press in script.presses:
            before = board.history
            key = press if isinstance(press, Key) else key_of(press, before)
            if key is not None:
                fingers.tap(key)
                await fingers.rest()
            elif isinstance(press, Event):
                queue.put_event(press)
            await asyncio.sleep(glance)
            while isinstance(press, Event) and board.history.applied == before.applied:
                await asyncio.sleep(glance)
            scored = len(board.history.game.entries) > len(before.game.entries)
            await pause(script.pace * (SCORED if scored else SILENT))

    return play
