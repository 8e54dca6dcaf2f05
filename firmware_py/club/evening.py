"""A club's evening: which results belong to it, and the rounds that were drawn."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from firmware_py.club.pairing import Round


class Form(Enum):
    """The form of a draw."""

    EVERYONE = "everyone"
    """Everyone plays everyone else once. All rounds are drawn at once."""
    SWISS = "swiss"
    """Players who are equally good meet. Each round is drawn after the one before it."""


class Draw(NamedTuple):
    """A draw.

    Attributes:
        form: the form of the draw.
        after: the number of results that the club had heard before the first round was drawn. They do not
            count in this draw.
        rounds: the rounds drawn so far.
        starts: for each round, the number of results that the club had heard before the round was drawn.
    """

    form: Form
    after: int
    rounds: tuple[Round, ...]
    starts: tuple[int, ...]


class Evening(NamedTuple):
    """A club's evening.

    Attributes:
        after: the number of results that the club had heard before this evening.
        draw: the draw, or None if nothing was drawn.
    """

    after: int = 0
    draw: Draw | None = None
