"""What happened at the table, as values: one for each press that takes effect.

An event says no more than the press did. Whose card it was, what it scored and what comes next follow from
the events before it, so that an earlier one can be put right and all that follows is worked out again.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from engine.cards import Rank, Suit
from engine.setup import Setup


class Kind(Enum):
    """What happened; the value is its word in a record."""

    CUT = "cut"
    """The seat whose turn it is cut a card of this rank for the first deal."""
    DEALS = "deals"
    """This seat deals first, without a cut or whatever was cut."""
    PACK_CUT = "pack-cut"
    """The pack was offered, and the opponent cut it (RULES.md 6)."""
    PACK_TAKEN = "pack-taken"
    """The pack was offered, and the opponent took it: he deals this hand (RULES.md 6)."""
    STARTER = "starter"
    """The starter, of this rank, was turned up."""
    LAY = "lay"
    """The player in turn laid a card of this rank; if it would pass 31, after everybody's go."""
    GO = "go"
    """The player in turn, who holds cards, cannot lay one."""
    CALL = "call"
    """With muggins: the points of the card just laid were called."""
    TAKE = "take"
    """With muggins: this seat took the points that an opponent missed in the play."""
    REST = "rest"
    """A card left unplayed in the five-card game is of this rank."""
    HAND = "hand"
    """The next card of a hand that was not followed in the play is of this rank."""
    YES = "yes"
    """The open question was answered: yes. For an ace just laid: eleven."""
    NO = "no"
    """The open question was answered: no. For an ace just laid: one."""
    CLAIM = "claim"
    """With muggins: the owner of the hand counts so many points."""
    MUGGINS = "muggins"
    """With muggins: so many points more are claimed, by this seat; 0 for none."""
    REVEAL = "reveal"
    """The owner has counted: the board may show what the hand counts."""
    CRIB = "crib"
    """The next card of the crib is of this rank."""
    SUIT = "suit"
    """The last card entered is of this suit."""
    DEAL_OVER = "deal-over"
    """Where points alone are kept: the deal is over."""
    PEG = "peg"
    """Points were pegged by hand: to this side, so many."""
    TAKE_BACK = "take-back"
    """Points were taken back by hand: from this side, so many."""
    SCORE = "score"
    """The score of this side was set to so many."""
    MISDEAL = "misdeal"
    """The deal was thrown in."""
    CHANGE = "change"
    """The event at this place was in truth another one."""
    PUT_IN = "put-in"
    """Before the event at this place, another one was forgotten."""
    TAKE_OUT = "take-out"
    """The event at this place did not happen."""
    NEXT_GAME = "next-game"
    """The next game of the match began."""
    NEW_GAME = "new-game"
    """The game was given up, and a new one begun with nothing won; with other rules, if it says so."""
    UNDO = "undo"
    """The last event that stood was taken back."""
    REDO = "redo"
    """The last event taken back was put in again."""


TAKES: dict[Kind, type[Rank] | type[Suit]] = {
    Kind.CUT: Rank,
    Kind.STARTER: Rank,
    Kind.LAY: Rank,
    Kind.REST: Rank,
    Kind.HAND: Rank,
    Kind.CRIB: Rank,
    Kind.SUIT: Suit,
}
"""The kinds of event that name a rank or a suit."""

NUMBERS: dict[Kind, tuple[str, ...]] = {
    Kind.DEALS: ("seat",),
    Kind.TAKE: ("seat",),
    Kind.CLAIM: ("points",),
    Kind.MUGGINS: ("points", "seat"),
    Kind.PEG: ("side", "points"),
    Kind.TAKE_BACK: ("side", "points"),
    Kind.SCORE: ("side", "points"),
    Kind.CHANGE: ("place",),
    Kind.PUT_IN: ("place",),
    Kind.TAKE_OUT: ("place",),
}
"""The kinds of event that hold numbers, and what those are."""

HOLDS_ANOTHER = (Kind.CHANGE, Kind.PUT_IN)
"""The kinds of event that hold another one."""

CORRECTS = (Kind.CHANGE, Kind.PUT_IN, Kind.TAKE_OUT)
"""The kinds of event that put an earlier one right."""


class Event(NamedTuple):
    """Something that happened at the table.

    Attributes:
        kind: what.
        named: the rank or suit that was keyed, for the kinds that `TAKES` lists.
        numbers: the numbers that `NUMBERS` names for its kind. Seats and sides count from 0; a place is that
            of an event among those that stand, from 0.
        other: the event that a correction puts in, for the kinds of `HOLDS_ANOTHER`.
        setup: what a new game begins with, where that is not what the old one did.
    """

    kind: Kind
    named: Rank | Suit | None = None
    numbers: tuple[int, ...] = ()
    other: Event | None = None
    setup: Setup | None = None

    @property
    def arguments(self) -> tuple[Rank | Suit | Setup | int, ...]:
        """What the event says besides its kind, one by one."""
        if self.named is not None:
            return (self.named,)
        return self.numbers if self.setup is None else (self.setup,)
