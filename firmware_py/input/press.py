"""A press of a key, and the program or person it came from."""

from __future__ import annotations

from typing import NamedTuple

from engine.seats import Seat
from firmware_py.input.keys import Input


class Press(NamedTuple):
    """A press of a key.

    Attributes:
        key: the key, or the direction of a joystick.
        seat: the seat of the player who pressed the key; None if it is not known, as on a shared keypad.
        id: the name that a program gave to this press, to find its outcome again; None for other presses.
    """

    key: Input
    seat: Seat | None = None
    id: str | None = None
