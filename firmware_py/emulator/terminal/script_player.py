"""Plays a script in the simulator: it presses keys, or has the board take what no key makes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from queue import Empty, SimpleQueue

from engine.events import Event
from firmware_py.board import Board
from firmware_py.commands.script import Script, key_of
from firmware_py.drivers.edge_queue import EdgeQueue
from firmware_py.emulator.terminal.fingers import Fingers
from firmware_py.input.edge import Edge
from firmware_py.input.keys import Key
from firmware_py.ports import Ending

GLANCE = 0.05
"""Seconds between two looks at whether the board has taken a press, or is to take an event."""
Player = Callable[[Fingers, Callable[[], bool]], Coroutine[object, object, None]]
"""Presses keys by itself: given the fingers, and a function that says whether it may play on just now."""
SCORED, SILENT = 1.5, 0.8
"""The time after a press, as a multiple of the pace: longer if it scored, since there is more to read."""


class AsideQueue(EdgeQueue):
    """Edges and, between them, events that the board takes as they stand.

    Both come out in the loop's own thread, so that the board is never changed under it.
    """

    def __init__(self, clock: Callable[[], float], take: Callable[[Event], None]) -> None:
        """A queue that stamps edges with this clock, in seconds, and gives each event to `take`."""
        super().__init__(clock)
        self._takes = take
        self._aside: SimpleQueue[Event] = SimpleQueue()

    def put_aside(self, event: Event) -> None:
        """Have the board take an event soon."""
        self._aside.put(event)

    def wait(self, timeout: float | None) -> Edge | Ending | None:
        """Return the next edge or order; None after `timeout` or `GLANCE` seconds.

        An event that was put aside may have been taken meanwhile.
        """
        edge = super().wait(GLANCE if timeout is None else min(timeout, GLANCE))
        if edge is None:
            with suppress(Empty):
                self._takes(self._aside.get_nowait())
        return edge


def player(script: Script, match: Board, queue: AsideQueue) -> Player:
    """Return what makes the presses of a script, one after the other, at its pace.

    Args:
        script: the presses.
        match: the board that takes them.
        queue: takes the events that no single key makes.
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
                queue.put_aside(press)
            await asyncio.sleep(glance)
            while isinstance(press, Event) and match.history.applied == before.applied:
                await asyncio.sleep(glance)
            scored = len(match.history.game.entries) > len(before.game.entries)
            await pause(script.pace * (SCORED if scored else SILENT))

    return play
