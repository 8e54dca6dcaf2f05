"""The first key press on a dark display only wakes the display, because nobody could see its effect.

AGAIN and SCORE also work on a dark display, because they only make the voice speak.
"""

from __future__ import annotations

from firmware_py.board import Board, Outcome
from firmware_py.input.keys import VOICE_KEYS, Input
from firmware_py.words.in_use import words


def press(board: Board, key: Input, *, is_dark: bool) -> Outcome:
    """Press a key on a board. If its displays are dark, the key only wakes them.

    AGAIN and SCORE also work while the displays are dark, because they only make the voice speak.

    Args:
        board: the board.
        key: the key.
        is_dark: True if the displays are dark.
    """
    if is_dark and key not in VOICE_KEYS:
        return board.refuse(words().SCREEN_WAS_DARK)
    return board.press(key)
