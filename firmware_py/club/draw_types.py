"""The types of a draw, which says who plays whom in each round of an evening."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class Pair(NamedTuple):
    """Two players who play against each other, given by their names."""

    one: str
    other: str


class Round(NamedTuple):
    """A round of games in a club evening.

    Attributes:
        pairs: the pairs, in the order of their tables.
        bye: the player who does not play in this round, or None if everyone plays.
    """

    pairs: tuple[Pair, ...]
    bye: str | None = None


class Form(Enum):
    """The method that decides who plays whom in each round."""

    EVERYONE = "everyone"
    """Everyone plays everyone else once. All rounds are drawn at once."""
    SWISS = "swiss"
    """Equally good players play each other. Each round is drawn after the previous one."""


class Draw(NamedTuple):
    """A draw, i.e. the rounds of an evening with the pairs that play each other.

    Attributes:
        form: the method by which players are paired: everyone against everyone, or the Swiss system.
        after: the number of results that the club had received before the first round was drawn. Those
            results do not count in this draw.
        rounds: the rounds drawn so far.
        starts: for each round, the number of results that the club had received before the round was drawn.
    """

    form: Form
    after: int
    rounds: tuple[Round, ...]
    starts: tuple[int, ...]
