"""The reasons for points, and the cards that make them.

A score is never a bare number: it is a list of items, each with a reason, its points and its cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from typing import Generic, NamedTuple, TypeVar

from engine.cards import Card


class Reason(Enum):
    """A reason for points; the value is its name in JSON output."""

    FIFTEEN = "fifteen"
    PAIR = "pair"
    PAIR_ROYAL = "pair_royal"
    DOUBLE_PAIR_ROYAL = "double_pair_royal"
    RUN = "run"
    FLUSH = "flush"
    NOBS = "nobs"
    HIS_HEELS = "his_heels"
    THIRTY_ONE = "thirty_one"
    GO = "go"
    LAST_CARD = "last_card"
    THREE_FOR_LAST = "three_for_last"
    CUT_OFFER = "cut_offer"
    MUGGINS = "muggins"
    PENALTY = "penalty"
    BY_HAND = "by_hand"

    @property
    def words(self) -> str:
        """The reason as a player names it: `pair royal`."""
        return _WORDS.get(self) or self.value.replace("_", " ")


_WORDS = {Reason.NOBS: "his nobs", Reason.THIRTY_ONE: "thirty-one", Reason.CUT_OFFER: "the cut"}

PAIRS = {2: (Reason.PAIR, 2), 3: (Reason.PAIR_ROYAL, 6), 4: (Reason.DOUBLE_PAIR_ROYAL, 12)}
"""The reason and the points of two, three and four of a rank, in a hand and in the play."""


Index = TypeVar("Index", bound=int)
"""A kind of card index: in the cards that were counted, in the deal, or in the game."""
_OtherIndex = TypeVar("_OtherIndex", bound=int)


class Finding(NamedTuple, Generic[Index]):
    """One reason for points. The cards that score are given by their indices in a sequence of cards.

    Attributes:
        reason: the kind of score, such as a fifteen or a pair.
        points: the points for it; negative only if points are taken back manually.
        indices: the indices of the cards that make it.
    """

    reason: Reason
    points: int
    indices: tuple[Index, ...] = ()

    def moved(self, indices: Sequence[_OtherIndex]) -> Finding[_OtherIndex]:
        """Return the finding with each index `i` replaced by `indices[i]`."""
        return Finding(self.reason, self.points, tuple(indices[i] for i in self.indices))


class Item(NamedTuple):
    """One reason for points, and the cards that make it.

    Attributes:
        reason: the kind of score, such as a fifteen or a pair.
        points: the points for it in full, even if fewer were pegged because the game ended; negative only if
            points are taken back manually.
        cards: the cards that score, in the order they were laid, then the starter; empty if no card scores.
    """

    reason: Reason
    points: int
    cards: tuple[Card, ...] = ()

    @classmethod
    def of(cls, finding: Finding[Index], cards: Sequence[Card]) -> Item:
        """Return an item with the same reason and points as a finding, and with cards instead of indices."""
        return cls(finding.reason, finding.points, tuple(cards[i] for i in finding.indices))


def total(items: Iterable[Finding[Index] | Item]) -> int:
    """Return the sum of the points of several items or findings."""
    return sum(item.points for item in items)
