"""The reasons for points, and the cards that score them.

A score is not a bare number but a list of items, each with a reason, points and cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from typing import NamedTuple

from engine.cards import Card
from engine.errors import one_line


class Reason(Enum):
    """A kind of score, such as a fifteen or a go. The enum value is the kind's name in JSON output."""

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
    RENEGE = "renege"
    SEEN_CARD = "seen_card"
    FALSE_CLAIM = "false_claim"
    BY_HAND = "by_hand"

    @property
    def words(self) -> str:
        """The name of the kind of score, such as `pair royal`."""
        return _WORDS.get(self) or self.value.replace("_", " ")


_WORDS = {Reason.NOBS: "his nobs", Reason.THIRTY_ONE: "thirty-one", Reason.CUT_OFFER: "the cut"}

JUDGED = (Reason.RENEGE, Reason.SEEN_CARD, Reason.FALSE_CLAIM)
"""The reasons for the penalties that a judge gives (RULES.md 6)."""

PAIRS = {2: (Reason.PAIR, 2), 3: (Reason.PAIR_ROYAL, 6), 4: (Reason.DOUBLE_PAIR_ROYAL, 12)}
"""The reason and the points for two, three and four cards of a rank, in a hand and in the play."""


@one_line
class Finding(NamedTuple):
    """One part of a score, such as a fifteen or a pair, and the indices of the cards that score it.

    Attributes:
        reason: the kind of score, such as a fifteen or a pair.
        points: the points scored; negative if the players deduct points manually.
        indices: the indices of the scoring cards within a sequence of cards.
    """

    reason: Reason
    points: int
    indices: tuple[int, ...] = ()

    def moved(self, indices: Sequence[int]) -> Finding:
        """Return a copy of the finding with each index `i` replaced by `indices[i]`."""
        return Finding(self.reason, self.points, tuple(indices[i] for i in self.indices))


@one_line
class Item(NamedTuple):
    """One part of a score, such as a fifteen or a pair, and the cards that score it.

    Attributes:
        reason: the kind of score, such as a fifteen or a pair.
        points: the full points, even if fewer were pegged because the game ended; negative if the players
            deduct points manually.
        cards: the cards that score, in the order in which they were played, followed by the starter. Empty
            if no card scores.
    """

    reason: Reason
    points: int
    cards: tuple[Card, ...] = ()

    @classmethod
    def of(cls, finding: Finding, cards: Sequence[Card]) -> Item:
        """Return an item with a finding's reason and points, and the cards to which its indices refer."""
        return cls(finding.reason, finding.points, tuple(cards[i] for i in finding.indices))


def total(items: Iterable[Finding | Item]) -> int:
    """Return the sum of the points of these items or findings."""
    return sum(item.points for item in items)
