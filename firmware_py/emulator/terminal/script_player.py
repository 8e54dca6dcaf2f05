"""Play a script in the simulator by pressing keys.

Events that no single key can enter are passed directly to the board.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from queue import Empty, SimpleQueue

from engine.events import Event
from firmware_py.add_on import AddOnMessage
from firmware_py.board import Board
from firmware_py.commands.demo_script import Script, key_of
from firmware_py.drivers.edge_queue import EdgeQueue
from firmware_py.emulator.terminal.fingers import Fingers
from firmware_py.input.edge import Edge
from firmware_py.input.keys import Key
from firmware_py.input.press import Press
from firmware_py.ports import Ending

GLANCE = 0.05
"""The time, in seconds, between checks for a handled key press or a waiting event."""
Player = Callable[[Fingers, Callable[[], bool]], Coroutine[object, object, None]]
"""A function that presses keys instead of the user.

Its arguments are the object that simulates key presses, and a function that returns False while the player
has to pause.
"""
SCORED, SILENT = 1.5, 0.8
"""The pause after a key press, as a multiple of the pace: longer after points, which take time to read."""


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
