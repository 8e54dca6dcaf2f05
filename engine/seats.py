"""Seats and sides: two kinds of number that a type checker keeps apart.

Both count from 0. Players sit in seats, clockwise. Points belong to sides, and with four players two partners
are one side. `Rules.side_of` returns the side of a seat.
"""

from typing import NewType

Seat = NewType("Seat", int)
"""A player, numbered by the seat he sits in: seat 1 is on the left of seat 0."""

Side = NewType("Side", int)
"""A player, or two partners, with a track of their own."""
