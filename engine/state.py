"""The parts of a game: the prompt, the pegs, the entries, the deal and its play."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from engine.scoring.items import Finding, total
from engine.scoring.suit_questions import Answer
from engine.seats import Seat, Side


class Prompt(Enum):
    """The prompt of a game; the value is its name in the JSON of every command."""

    CUT_FOR_DEAL = "cut_for_deal"
    STARTER = "starter"
    PLAY = "play"
    ACE = "ace"
    """An ace was laid that could be called eleven: is it? (RULES.md 5, Cribbage 1/11)"""
    REST = "rest"
    HAND = "hand"
    FLUSH = "flush"
    FLUSH_WITH_STARTER = "flush_with_starter"
    NOBS = "nobs"
    REVEAL = "reveal"
    """A hand waits to be shown what it counts."""
    CLAIM = "claim"
    MUGGINS = "muggins"
    CRIB = "crib"
    IDLE = "idle"
    """Points alone are kept, and the game waits for nothing in particular."""
    GAME_OVER = "game_over"


class Skunk(Enum):
    """A loss by a wide margin (RULES.md 5); the value is its name in the JSON."""

    SKUNK = "skunk"
    DOUBLE = "double"


class Pegs(NamedTuple):
    """The pegs on a side's track, and the games that the side has won.

    Attributes:
        front: the hole of the front peg, which is the score.
        back: the hole of the back peg: the score before the last points (RULES.md 7).
        games: games won in the match, with the worth of skunks.
    """

    front: int = 0
    back: int = 0
    games: int = 0


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
    """By hand, too: the score itself was given."""


class Entry(NamedTuple):
    """Points scored by one card, or by one hand.

    Attributes:
        at: the number of events before the one that scored them.
        source: where they were scored.
        seat: the player who scored them; the owner of a hand or crib. None for points by hand.
        side: the side they were pegged to.
        points: the points pegged, which the game hole or a low claim may cut short; 0 for a hand that counts
            nothing, negative where points were taken back by hand.
        score: the score of the side then.
        findings: the reasons, each in full worth; their indices are those of `Game.cards`.
        count: the count that the card brought the play to; 0 where no card of the play scored.
        by: the seat whose wrong claim gave these points to the other side; otherwise None.
    """

    at: int
    source: Source
    seat: Seat | None
    side: Side
    points: int
    score: int
    findings: tuple[Finding, ...]
    count: int = 0  # type: ignore[assignment]  # the game's word; nobody counts items of an Entry
    by: Seat | None = None


class Missed(NamedTuple):
    """Points in the play that have not been called (RULES.md 6, Muggins). Places are those of the deal.

    Attributes:
        seat: the player who scores them.
        source: the play, or his heels.
        place: the card that makes them.
        findings: the reasons, each in full worth.
        own: the player can still call them.
        opened: the number of events before the one that let opponents take them; None until then.
        made: the number of events before the one that made them.
        limit: the hole that they can reach at most.
        count: the count that the card brought the play to; 0 for his heels.
        called: the points that were called, the rest having been missed.
    """

    seat: Seat
    source: Source
    place: int
    findings: tuple[Finding, ...]
    own: bool
    opened: int | None
    made: int
    limit: int
    count: int  # type: ignore[assignment]  # the game's word; nobody counts items of a Missed
    called: int = 0

    @property
    def points(self) -> int:
        """The points that have not been called."""
        return total(self.findings) - self.called


class Play(NamedTuple):
    """The play of a deal. Cards are places among the cards of the deal.

    Attributes:
        laid: the cards of this count, oldest first.
        total: what they add up to, 0 to 31.
        last: the seat that laid the last of them, or of the count before; before the first card the dealer,
            on whose left the leader sits.
        passed: the seats that have said go in this count, in that order.
        denied: for each seat, the highest value that its gos in this deal denied holding; 0 for no go.
        laid_at_go: the number of cards of this count that had been laid at the last go in it.
    """

    laid: tuple[int, ...]
    total: int
    last: Seat
    passed: tuple[Seat, ...]
    denied: tuple[int, ...]
    laid_at_go: int = 0


class Claims(NamedTuple):
    """The claims made for the hand that is counted next.

    Attributes:
        points: the points its owner claims; None until he has.
        more: the points an opponent claims beyond that; None until that has been asked.
        by: the seat of that opponent.
        shown: the board may show the true count.
    """

    points: int | None = None
    more: int | None = None
    by: Seat | None = None
    shown: bool = False


class Deal(NamedTuple):
    """A deal from its starter on. Cards are places among its cards, the starter being 0.

    Attributes:
        first: the starter's place in `Game.cards`; the deal's cards are those from there on.
        sides: the tracks before its starter.
        entries: how many entries there were before its starter.
        hands: for each seat, the cards of its hand that have been keyed.
        play: the play, while it is on or if the game was won in it, and while cards left are keyed.
        missed: what was scored in the play and not called, oldest first; only with muggins.
        crib: the cards of the crib.
        answers: what has been answered about the suits.
        counted: how many hands have been counted, the crib last.
        claims: what was said of the next hand.
    """

    first: int
    sides: tuple[Pegs, ...]
    entries: int
    hands: tuple[tuple[int, ...], ...]
    play: Play | None = None
    missed: tuple[Missed, ...] = ()
    crib: tuple[int, ...] = ()
    answers: tuple[Answer, ...] = ()
    counted: int = 0
    claims: Claims = Claims()


class FalseGo(NamedTuple):
    """A card just keyed proves that its player had said go with a card that could be laid.

    Attributes:
        seat: the player.
        said_at: the count at which he said go.
    """

    seat: Seat
    said_at: int
