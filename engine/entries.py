"""Points that were scored: where in the game, by whom, and why."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from engine.indices import GameIndex
from engine.scoring.items import Finding
from engine.seats import Seat, Side


class Source(Enum):
    """The part of a game in which points were scored."""

    THREE_FOR_LAST = "three for last"
    CUT_OFFER = "cut offer"
    HEELS = "heels"
    PLAY = "play"
    HAND = "hand"
    CRIB = "crib"
    MUGGINS = "muggins"
    BY_HAND = "by hand"
    SCORE_SET = "score set"
    """The score was set by hand."""


class Entry(NamedTuple):
    """Points scored by one card or one hand, or moved by hand.

    Attributes:
        at: the index of the event that scored the points.
        source: the part of the game in which they were scored.
        seat: the player who scored them; the owner of a hand or crib. None for points by hand.
        side: the side that the points were pegged to.
        points: the points pegged, fewer than scored if the game ended or the claim was low; 0 for a hand
            without points, negative if points were taken back by hand.
        score: the score of the side afterwards.
        findings: the reasons, each with its full points; their card indices refer to `GameState.cards`.
        count: the count that the card brought the play to; 0 if no card of the play scored.
        by: the seat whose wrong claim gave these points to the other side; otherwise None.
    """

    at: int
    source: Source
    seat: Seat | None
    side: Side
    points: int
    score: int
    findings: tuple[Finding[GameIndex], ...]
    count: int = 0  # type: ignore[assignment]  # a word of cribbage; it hides tuple.count
    by: Seat | None = None
