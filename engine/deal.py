"""A deal in progress: its hands, its play, its crib, and the points still to be called."""

from __future__ import annotations

from typing import NamedTuple

from engine.entries import Source
from engine.indices import DealIndex, GameIndex
from engine.pegs import Pegs
from engine.scoring.items import Finding, total
from engine.scoring.suit_questions import Answer
from engine.seats import Seat


class Missed(NamedTuple):
    """Points in the play that have not been called (RULES.md 6, Muggins).

    Attributes:
        seat: the player who scores them.
        source: the play, or his heels.
        card: the card that scores them.
        findings: the reasons, each with its full points; indices are those of the deal.
        own: True while the player can still call them.
        opened: the number of events before the one that let opponents take them; None until then.
        made: the number of events before the one that scored them.
        limit: the hole at which they stop.
        count: the count that the card brought the play to; 0 for his heels.
        called: the points that were called already.
    """

    seat: Seat
    source: Source
    card: DealIndex
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

    laid: tuple[DealIndex, ...]
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

    first: GameIndex
    sides: tuple[Pegs, ...]
    entries: int
    hands: tuple[tuple[DealIndex, ...], ...]
    play: Play | None = None
    missed: tuple[Missed, ...] = ()
    crib: tuple[DealIndex, ...] = ()
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
