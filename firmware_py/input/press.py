"""A key press, with the player or program that made it."""

from __future__ import annotations

from typing import NamedTuple

from engine.indices import Seat
from firmware_py.input.keys import Input


class Press(NamedTuple):
    """A key press.

    Attributes:
        key: the key, or the joystick move.
        seat: the seat of the player who pressed the key, or None if it is unknown, e.g. on a shared keypad.
        id: an identifier chosen by the program that sent the key press; None for presses on the board itself.
    """

    key: Input
    seat: Seat | None = None
    id: str | None = None
