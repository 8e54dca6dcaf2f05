"""The pairs and rounds of a draw: who plays whom."""

from __future__ import annotations

from typing import NamedTuple


class Pair(NamedTuple):
    """Two players who play against each other, given by their names."""

    one: str
    other: str


class Round(NamedTuple):
    """A round of a draw.

    Attributes:
        pairs: the pairs, in the order of their tables.
        bye: the player who does not play in this round, or None if everyone plays.
    """

    pairs: tuple[Pair, ...]
    bye: str | None = None
