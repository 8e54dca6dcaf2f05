"""Data types for the pairings of a club night: who plays whom in each round."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import NamedTuple


class Pair(NamedTuple):
    """The names of two players who play against each other."""

    one: str
    other: str


class Round(NamedTuple):
    """A round of games on a club night.

    Attributes:
        pairs: the pairs, in the order of their tables.
        bye: the player who does not play in this round, or None if everyone plays.
    """

    pairs: tuple[Pair, ...]
    bye: str | None = None


class Form(Enum):
    """The method that decides who plays whom in each round."""

    EVERYONE = "everyone"
    """A round robin: everyone plays everyone else once. All rounds are paired at the start."""
    SWISS = "swiss"
    """Players with similar results play each other. Each round is paired after the previous one."""


class Draw(NamedTuple):
    """The pairings for the rounds of a club night.

    Attributes:
        form: the method by which players are paired: round robin, or the Swiss system.
        after: the number of results that the club had received before the first round was paired. Only later
            results affect the pairings of the following rounds.
        rounds: the rounds paired so far.
        starts: for each round, the number of results that the club had received before the round was paired.
            Only later results can belong to the round.
    """

    form: Form
    after: int
    rounds: tuple[Round, ...]
    starts: tuple[int, ...]

    @property
    def players(self) -> tuple[str, ...]:
        """The names of all players in the rounds paired so far."""
        names = [name for each in self.rounds for pair in each.pairs for name in pair]
        byes = [each.bye for each in self.rounds if each.bye]
        return tuple({name.casefold(): name for name in reversed(names + byes)}.values())


def pair_key(names: Iterable[str]) -> frozenset[str]:
    """Return a key for the players of a game, the same for every order of the names, in any case."""
    return frozenset(map(str.casefold, names))
