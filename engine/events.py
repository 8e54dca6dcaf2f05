"""What happened at the table, as frozen values: one for each press that takes effect.

An event says no more than the press did. Whose card it was, what it scored and what comes next follow from
the events before it, so that an earlier one can be put right and all that follows is worked out again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from engine.cards import Rank, Suit


@dataclass(frozen=True, slots=True)
class Cut:
    """The seat whose turn it is has cut a card of this rank for the first deal."""

    rank: Rank


@dataclass(frozen=True, slots=True)
class FirstSeatDeals:
    """The players agreed without a cut that seat 0 deals first."""


@dataclass(frozen=True, slots=True)
class Starter:
    """The starter was turned up."""

    rank: Rank


@dataclass(frozen=True, slots=True)
class Lay:
    """The player in turn laid a card in the play; if it would pass 31, after everybody's go."""

    rank: Rank


@dataclass(frozen=True, slots=True)
class Go:
    """The player in turn, who holds cards, cannot lay one."""


@dataclass(frozen=True, slots=True)
class Reply:
    """The open question was answered."""

    yes: bool


@dataclass(frozen=True, slots=True)
class CribCard:
    """The next card of the crib."""

    rank: Rank


@dataclass(frozen=True, slots=True)
class SuitNamed:
    """The suit of the last card entered."""

    suit: Suit


@dataclass(frozen=True, slots=True)
class NextGame:
    """The next game of the match began."""


@dataclass(frozen=True, slots=True)
class NewGame:
    """The game was given up, and a new one begun with nothing won and nothing pegged."""


@dataclass(frozen=True, slots=True)
class Undo:
    """The last event that stood was taken back."""


@dataclass(frozen=True, slots=True)
class Redo:
    """The last event taken back was put in again."""


GameEvent: TypeAlias = (
    Cut | FirstSeatDeals | Starter | Lay | Go | Reply | CribCard | SuitNamed | NextGame | NewGame
)
"""What happens within a game: `Game.apply` takes it."""

Event: TypeAlias = GameEvent | Undo | Redo
"""Every event of a record: `History.apply` takes it."""
