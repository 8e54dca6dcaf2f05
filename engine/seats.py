"""Seats and sides: two kinds of number that a type checker keeps apart.

Both count from 0. Players sit in seats, clockwise. Tracks belong to sides, and with four players two partners
share a side. `Rules.side_of` returns the side of a seat.
"""

from typing import NewType

Seat = NewType("Seat", int)
"""A player, by where he sits: seat 1 is on the left of seat 0."""

Side = NewType("Side", int)
"""A track of the board: that of one player, or of two partners."""
