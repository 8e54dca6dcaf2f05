"""A club's evening: the results that belong to it, and the rounds that have been drawn."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from firmware_py.club.pairing import Round


class Form(Enum):
    """The form of a draw, which determines who plays whom."""

    EVERYONE = "everyone"
    """Everyone plays everyone else once. All rounds are drawn at once."""
    SWISS = "swiss"
    """Equally good players play each other. Each round is drawn after the previous one."""


class Draw(NamedTuple):
    """A draw, i.e. the rounds of an evening with the pairs that play each other.

    Attributes:
        form: the form of the draw.
        after: the number of results that the club had received before the first round was drawn. Those
            results do not count in this draw.
        rounds: the rounds drawn so far.
        starts: for each round, the number of results that the club had received before the round was drawn.
    """

    form: Form
    after: int
    rounds: tuple[Round, ...]
    starts: tuple[int, ...]


class Evening(NamedTuple):
    """An evening on which a club plays.

    Attributes:
        after: the number of results that the club had received before this evening.
        draw: the draw, or None if there is none.
    """

    after: int = 0
    draw: Draw | None = None
