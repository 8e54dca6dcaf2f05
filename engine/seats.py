"""Seats and sides: two kinds of number that a type checker can tell apart.

Seats are numbered clockwise from 0. Sides are also numbered from 0. Points belong to sides; with four
players, two partners are one side. `Rules.side_of` returns the side of a seat.
"""

from typing import NewType

Seat = NewType("Seat", int)
"""A player, identified by a seat number: seat 1 is on the left of seat 0."""

Side = NewType("Side", int)
"""A player, or two partners, with their own track on the board."""
