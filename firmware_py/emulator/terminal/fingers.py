"""The letters of the terminal's keyboard, and the fingers that press the board's keys."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

from firmware_py.emulator.emulated_board import EmulatedBoard
from firmware_py.input.keys import Key

LETTERS = {
    **{key.value.lower(): key for key in list(Key)[:17]},
    "0": Key.TEN,
    "t": Key.TEN,
    "1": Key.ACE,
    "g": Key.GO,
    "o": Key.OK,
    "enter": Key.OK,
    "ctrl+j": Key.OK,
    "u": Key.UNDO,
    "backspace": Key.UNDO,
    "ctrl+h": Key.UNDO,
    "m": Key.MENU,
    "r": Key.REDO,
    "x": Key.MUGGINS,
}
"""The key of each letter, by Textual's names for those without one. A terminal does not report releases, so
MENU, REDO and MUGGINS have letters, and buttons, of their own."""

REST = 0.03
"""Seconds that the fingers rest before the next key goes down: more than a key may bounce."""


@dataclass(frozen=True, slots=True)
class _Move:
    """A key that is to go down or up, `after` seconds since the move before at the earliest."""

    key: Key
    down: bool
    after: float


class Fingers:
    """Presses the keys of a board in the order asked for, one at a time, at a pace that a keypad takes.

    A tap is let go at once, which a keypad takes as a press of its shortest length: if it were held for a
    moment, a terminal that is busy drawing could forget it on the key until it was a long press.
    """

    def __init__(self, board: EmulatedBoard, light: Callable[[Key, bool], None]) -> None:
        """Fingers on a board.

        Args:
            board: its keys are pressed; each has a button, as on a board that is `simulated`.
            light: called with each key that goes down, True, or up, False.
        """
        self._board = board
        self._light = light
        self._moves: asyncio.Queue[_Move] = asyncio.Queue()
        self._moved_at = float("-inf")

    def tap(self, key: Key) -> None:
        """Press a key and let it go."""
        self.down(key)
        self.up(key)

    def down(self, key: Key) -> None:
        """Press a key."""
        self._moves.put_nowait(_Move(key, True, REST))

    def up(self, key: Key) -> None:
        """Let a key go."""
        self._moves.put_nowait(_Move(key, False, 0.0))

    async def rest(self) -> None:
        """Wait until all that was asked for is done."""
        await self._moves.join()

    async def work(self) -> None:
        """Press and let go the keys asked for, until cancelled."""
        while True:
            move = await self._moves.get()
            wait = self._moved_at + move.after - monotonic()
            if wait > 0:
                await asyncio.sleep(wait)
            if move.down:
                self._board.press(move.key)
            else:
                self._board.release(move.key)
            self._moved_at = monotonic()
            self._light(move.key, move.down)
            self._moves.task_done()
