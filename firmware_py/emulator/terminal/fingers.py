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
"""The board's key for each key of the keyboard, by its letter or, if it has none, by Textual's name.

A terminal does not report releases, so there are no long presses: MENU, REDO and MUGGINS have letters, and
buttons, of their own.
"""

REST = 0.03
"""Time, in seconds, that the fingers rest before they press the next key: longer than a key can bounce."""


@dataclass(frozen=True, slots=True)
class _Move:
    """The move of a key, down or up, at least `after` seconds after the previous move."""

    key: Key
    down: bool
    after: float


class Fingers:
    """Fingers that press the keys of a board in order, one at a time, at a pace that a keypad accepts.

    A tapped key is released at once, which the keypad takes as a short press. If the fingers held it for a
    moment, a terminal that is busy drawing might release it so late that it becomes a long press.
    """

    def __init__(self, board: EmulatedBoard, light: Callable[[Key, bool], None]) -> None:
        """Create fingers that press the keys of a board.

        Args:
            board: the board, with a button for every key, as `with_simulator_keys` provides.
            light: called for each key that moves, with True if it goes down and False if it comes up.
        """
        self._board = board
        self._light = light
        self._moves: asyncio.Queue[_Move] = asyncio.Queue()
        self._moved_at = float("-inf")

    def tap(self, key: Key) -> None:
        """Press a key and release it."""
        self.down(key)
        self.up(key)

    def down(self, key: Key) -> None:
        """Press a key."""
        self._moves.put_nowait(_Move(key, True, REST))

    def up(self, key: Key) -> None:
        """Release a key."""
        self._moves.put_nowait(_Move(key, False, 0.0))

    async def rest(self) -> None:
        """Wait until all requested moves are done."""
        await self._moves.join()

    async def work(self) -> None:
        """Make the requested moves, until cancelled."""
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
