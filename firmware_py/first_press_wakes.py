"""The first press on a dark screen only wakes it: nobody could see what the press would have done."""

from __future__ import annotations

from firmware_py.board import Board, Outcome
from firmware_py.input.keys import Input

ASLEEP = "The screen was dark: press the key again"
"""The reason why a press on a dark screen is refused."""


def press(board: Board, key: Input, *, is_dark: bool) -> Outcome:
    """Press a key on a board. If the screens are dark, the press only wakes them, and is refused."""
    return board.refuse(ASLEEP) if is_dark else board.press(key)
