"""What happened at the table, as values: one for each press that takes effect.

An event says no more than the press did. Whose card it was, what it scored and what comes next follow from
the events before it, so that an earlier one can be put right and all that follows is worked out again.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from engine.cards import Rank, Suit


class Kind(Enum):
    """What happened; the value is its word in a record."""

    CUT = "cut"
    """The seat whose turn it is cut a card of this rank for the first deal."""
    FIRST_SEAT_DEALS = "seat-0-deals"
    """The players agreed without a cut that seat 0 deals first."""
    STARTER = "starter"
    """The starter, of this rank, was turned up."""
    LAY = "lay"
    """The player in turn laid a card of this rank; if it would pass 31, after everybody's go."""
    GO = "go"
    """The player in turn, who holds cards, cannot lay one."""
    YES = "yes"
    """The open question was answered: yes."""
    NO = "no"
    """The open question was answered: no."""
    CRIB = "crib"
    """The next card of the crib is of this rank."""
    SUIT = "suit"
    """The last card entered is of this suit."""
    NEXT_GAME = "next-game"
    """The next game of the match began."""
    NEW_GAME = "new-game"
    """The game was given up, and a new one begun with nothing won and nothing pegged."""
    UNDO = "undo"
    """The last event that stood was taken back."""
    REDO = "redo"
    """The last event taken back was put in again."""


TAKES: dict[Kind, type[Rank] | type[Suit]] = {
    Kind.CUT: Rank,
    Kind.STARTER: Rank,
    Kind.LAY: Rank,
    Kind.CRIB: Rank,
    Kind.SUIT: Suit,
}
"""What an event of a kind says besides; nothing where the kind is not among these."""


class Event(NamedTuple):
    """Something that happened at the table.

    Attributes:
        kind: what.
        named: the rank or suit that was keyed, for the kinds that `TAKES` lists; None for the others.
    """

    kind: Kind
    named: Rank | Suit | None = None
