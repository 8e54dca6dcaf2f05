"""The keyboard letters for the board's keys, and a class that presses the keys of an emulated board."""

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
    "y": Key.AGAIN,
    "p": Key.SCORE,
}
"""The board's key for each key of the user's keyboard, which is a letter or Textual's name for a key.

A terminal does not report when a key is released, so there are no long presses: MENU, REDO and MUGGINS have
letters and buttons of their own. So have AGAIN and SCORE, which most boards have in the menu.
"""

REST = 0.03
"""The minimum time, in seconds, before each key press: longer than a contact can bounce."""


@dataclass(frozen=True, slots=True)
class _Move:
    """A simulated finger's action on a key: a press, a release, or both in turn.

    Attributes:
        key: the key.
        downs: the steps of the action, in order: True for a press, False for a release.
        after: the minimum time, in seconds, between the previous action on any key and this one.
    """

    key: Key
    downs: tuple[bool, ...]
    after: float


class Fingers:
    """Presses the keys of an emulated board one after another, no faster than the board can handle them."""

    def __init__(self, board: EmulatedBoard, light: Callable[[Key, bool], None]) -> None:
        """Prepare to simulate presses of a board's keys.

        Args:
            board: the board, with a button for every key.
            light: a function that is called each time a key is pressed or released, with the key, and with
                True if it was pressed or False if it was released.
        """
        self._board = board
        self._light = light
        self._moves: asyncio.Queue[_Move] = asyncio.Queue()
        self._moved_at = float("-inf")

    def tap(self, key: Key) -> None:
        """Queue a short press of a key."""
        self._moves.put_nowait(_Move(key, (True, False), REST))

    def down(self, key: Key) -> None:
        """Queue a press of a key, which stays down until it is released with `up`."""
        self._moves.put_nowait(_Move(key, (True,), REST))

    def up(self, key: Key) -> None:
        """Queue the release of a key. It comes after everything that is already in the queue."""
        self._moves.put_nowait(_Move(key, (False,), 0.0))

    async def rest(self) -> None:
        """Wait until all requested presses and releases have been made."""
        await self._moves.join()

    async def work(self) -> None:
        """Press and release keys, as queued by the other methods, until this method's task is cancelled."""
        while True:
            move = await self._moves.get()
            wait = self._moved_at + move.after - monotonic()
            if wait > 0:
                await asyncio.sleep(wait)
            # Nothing else is done in between, because a busy program might turn a tap into a long press.
            for down in move.downs:
                if down:
                    self._board.press(move.key)
                else:
                    self._board.release(move.key)
            self._moved_at = monotonic()
            for down in move.downs:
                self._light(move.key, down)
            self._moves.task_done()
