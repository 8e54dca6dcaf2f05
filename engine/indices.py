"""Kinds of number that a type checker can tell apart: seats, sides, and the indices of cards and events.

Seats are numbered clockwise from 0. Sides are also numbered from 0. Points belong to sides; with four
players, two partners are one side. `Rules.side_of` returns the side of a seat.
"""

from typing import NewType

Seat = NewType("Seat", int)
"""A player, identified by a seat number: seat 1 is on the left of seat 0."""

Side = NewType("Side", int)
"""A player, or two partners, with their own track on the board."""

DealIndex = NewType("DealIndex", int)
"""The index of a card among the cards of its deal, in the order they were entered: 0 is the starter."""

EventIndex = NewType("EventIndex", int)
"""The index of an event among all events of a match. Events that were undone are not counted."""

STARTER = DealIndex(0)
"""The starter is the first card of a deal."""
