"""The points scored in a game: by whom, for what, and in which part of the game."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from engine.indices import EventIndex, GameIndex
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
    """The score was set manually."""


class Entry(NamedTuple):
    """Points that a player scored, or that were added or taken back manually.

    Attributes:
        at: the index of the event that scored the points.
        source: the part of the game in which they were scored.
        seat: the player who scored them, or the owner of the hand or crib; None for points changed manually.
        side: the side that pegged the points.
        points: the points pegged; fewer than scored if the game ended or the claim was too low. They are 0
            for a hand without points, and negative for points taken back manually.
        score: the side's score afterwards.
        findings: what the points are for, each with its full value. They refer to cards by their index in
            `GameState.cards`.
        count: the count including the card that scored; 0 if the points were not scored by a card in the
            play.
        by: the seat whose wrong claim gave these points to the other side; None if there was no wrong claim.
    """

    at: EventIndex
    source: Source
    seat: Seat | None
    side: Side
    points: int
    score: int
    findings: tuple[Finding[GameIndex], ...]
    count: int = 0  # type: ignore[assignment]  # a word of cribbage; it hides tuple.count
    by: Seat | None = None
