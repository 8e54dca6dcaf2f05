"""The parts of a game: what is waited for, the pegs, what was scored, the deal and its play."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from engine.score import Found
from engine.suits import Answer


class Prompt(Enum):
    """What the game waits for; the value is its name in the JSON of every command."""

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
    """Where points alone are kept: nothing in particular."""
    GAME_OVER = "game_over"


class Skunk(Enum):
    """How badly a game was lost (RULES.md 5); the value is its name in the JSON."""

    SKUNK = "skunk"
    DOUBLE = "double"


class Side(NamedTuple):
    """A track of the board and what stands on it.

    Attributes:
        front: the hole of the front peg, which is the score.
        back: the hole of the back peg: the score before the last points (RULES.md 7).
        games: games won in the match, with the worth of skunks.
    """

    front: int = 0
    back: int = 0
    games: int = 0


class Source(Enum):
    """Where points come from."""

    THREE_FOR_LAST = "three for last"
    CUT_OFFER = "cut offer"
    HEELS = "heels"
    PLAY = "play"
    HAND = "hand"
    CRIB = "crib"
    MUGGINS = "muggins"
    BY_HAND = "by hand"


class Entry(NamedTuple):
    """Points scored by one card, or by one hand.

    Attributes:
        at: how many events the game had seen before the one that scored them.
        source: where in the deal.
        seat: who scored them; the owner of a hand or crib.
        side: the side they are pegged to.
        points: what was pegged, which the game hole or a low claim may cut short; 0 for a hand that counts
            nothing, negative where points were taken back by hand.
        score: where the side then stands.
        found: the reasons, each in full worth; places are those of `Game.cards`.
        count: the count that the card brought the play to; 0 where no card of the play scored.
    """

    at: int
    source: Source
    seat: int
    side: int
    points: int
    score: int
    found: tuple[Found, ...]
    count: int = 0  # type: ignore[assignment]  # the game's word; nobody counts items of an Entry


class Missed(NamedTuple):
    """Points of a card laid that have not been called (RULES.md 6, Muggins). Places are those of the deal.

    Attributes:
        seat: whose card it was.
        source: the play, or his heels.
        place: the card.
        found: what it made.
        own: its player can still call them.
        opened: how many events had been when an opponent got the right to take them; None before that.
        count: the count that the card brought the play to; 0 for his heels.
    """

    seat: int
    source: Source
    place: int
    found: tuple[Found, ...]
    own: bool
    opened: int | None
    count: int = 0  # type: ignore[assignment]  # the game's word; nobody counts items of a Missed


class Play(NamedTuple):
    """The play of a deal. Cards are places among the cards of the deal.

    Attributes:
        laid: the cards of this count, oldest first.
        total: what they add up to, 0 to 31.
        last: the seat that laid the last of them, or of the count before; before the first card the dealer,
            on whose left the leader sits.
        passed: the seats that have said go in this count, in that order.
        room: for each seat, the highest card that one of its gos in this deal denied holding, 0 for none.
        since: how many cards of this count had been laid at the last go in it.
    """

    laid: tuple[int, ...]
    total: int
    last: int
    passed: tuple[int, ...]
    room: tuple[int, ...]
    since: int = 0


class Claims(NamedTuple):
    """What was said of the hand that is counted next.

    Attributes:
        points: what its owner counts; None until he has.
        more: what an opponent claims beyond it; None until that has been asked.
        by: the seat of that opponent.
        shown: the board may show what it counts.
    """

    points: int | None = None
    more: int | None = None
    by: int | None = None
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
    sides: tuple[Side, ...]
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
        seat: who said it.
        said_at: the count at which he said it.
    """

    seat: int
    said_at: int
