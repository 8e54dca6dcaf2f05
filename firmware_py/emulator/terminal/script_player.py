"""Plays a script in the simulator: it presses keys, and hands events to the board."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from queue import Empty, SimpleQueue

from engine.events import Event
from firmware_py.board import Board
from firmware_py.commands.demo_script import Script, key_of
from firmware_py.drivers.edge_queue import EdgeQueue
from firmware_py.emulator.terminal.fingers import Fingers
from firmware_py.input.edge import Edge
from firmware_py.input.keys import Key
from firmware_py.input.press import Press
from firmware_py.ports import Ending

GLANCE = 0.05
"""Time, in seconds, between two checks for a press that was handled or an event that is waiting."""
Player = Callable[[Fingers, Callable[[], bool]], Coroutine[object, object, None]]
"""A function that presses keys instead of the user.

Its arguments are the fingers, and a function that returns False while the player has to pause.
"""
SCORED, SILENT = 1.5, 0.8
"""The pause after a press, as a multiple of the pace: longer after points, when there is more to read."""


class EdgeAndEventQueue(EdgeQueue):
    """A queue of edges (key movements) and of events that the board handles without a key press.

    The loop's own thread handles both, so the board never changes while the loop uses it.
    """

    def __init__(self, clock: Callable[[], float], take: Callable[[Event], None]) -> None:
        """Create an empty queue.

        Args:
            clock: returns the time in seconds. The times of the edges are on the same clock.
            take: called with each event, in the thread that waits on the queue.
        """
        super().__init__(clock)
        self._takes = take
        self._events: SimpleQueue[Event] = SimpleQueue()

    def put_event(self, event: Event) -> None:
        """Queue an event for the board to handle."""
        self._events.put(event)

    def wait(self, timeout: float | None) -> Edge | Press | Ending | None:
        """Return the next edge, press, or request to stop or reload; return None if none comes in time.

        Wait for at most `timeout` seconds, and never longer than `GLANCE` seconds. Then, if nothing has come,
        pass one queued event to the board before returning None.
        """
        edge = super().wait(GLANCE if timeout is None else min(timeout, GLANCE))
        if edge is None:
            with suppress(Empty):
                self._takes(self._events.get_nowait())
        return edge


def player(script: Script, match: Board, queue: EdgeAndEventQueue) -> Player:
    """Return a player that makes the presses of a script one after another, at the script's pace.

    Args:
        script: the presses.
        match: the board that handles the presses.
        queue: receives the events of the script that no single key can produce.
    """

    async def play(fingers: Fingers, may_play: Callable[[], bool]) -> None:
        glance = min(GLANCE, script.pace)

        async def pause(seconds: float) -> None:
            await asyncio.sleep(seconds)
            while not may_play():
                await asyncio.sleep(GLANCE)

        await pause(script.pace)
        for press in script.presses:
            before = match.history
            key = press if isinstance(press, Key) else key_of(press, before)
            if key is not None:
                fingers.tap(key)
                await fingers.rest()
            elif isinstance(press, Event):
                queue.put_event(press)
            await asyncio.sleep(glance)
            while isinstance(press, Event) and match.history.applied == before.applied:
                await asyncio.sleep(glance)
            scored = len(match.history.game.entries) > len(before.game.entries)
            await pause(script.pace * (SCORED if scored else SILENT))

    return play
