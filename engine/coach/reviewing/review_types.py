"""The data types for reviewing a game: the reviews of the game, of each deal and of each player."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from engine.cards import Card
from engine.coach.reviewing.course import Moment, TurningPoint
from engine.coach.reviewing.crib_split import Split
from engine.coach.throwing.reviewed_throws import ReviewedThrow
from engine.indices import Seat, Side
from engine.rules import STANDARD


class ToldThrows(NamedTuple):
    """A statement by the players about which of them threw which cards to a crib.

    Attributes:
        deal: the number of the deal, starting at 1.
        dealers: the two cards in the crib that the dealer threw.
    """

    deal: int
    dealers: tuple[Card, ...]


class ReviewLimit(Enum):
    """A reason why a review is incomplete or approximate. The enum value is its name in JSON output."""

    MISSING_SUITS = "missing_suits"
    """Some cards were entered without their suits, so that flushes and nobs may be missing."""
    LIKELY_SPLIT = "likely_split"
    """Which player threw which card of a crib is not known: the most likely split was taken."""
    MISSING_CRIB = "missing_crib"
    """The game ended before a crib was entered, so that the throws are not known."""
    MISSING_PLAY = "missing_play"
    """The play was not entered."""
    THROWN_IN = "thrown_in"
    """A deal was abandoned, and is left out."""
    BY_HAND = "by_hand"
    """Points were pegged manually, or a score was set."""
    OTHER_RULES = "other_rules"
    """The game was played by rules that the coach does not consider."""
    NOT_OVER = "not_over"
    """The game is not over."""


class PlayerReview(NamedTuple):
    """The review of one player's throw, hand and play in a deal.

    Attributes:
        hand: the cards that the player kept or, if the game was won in the play, the cards that were played.
        throw: the player's throw; None if it is not known.
        points: the points counted for the hand; None if it was not counted.
        mean: the average points of the hand, over all starters; None if the hand is not known.
        pegged: the points pegged in the play; None if the play was not entered.
        pegging: the points that a player with these cards can expect in the play against the opponent's hand;
            None if a hand is not known or the play was not entered.
    """

    hand: tuple[Card, ...]
    throw: ReviewedThrow | None
    points: int | None
    mean: float | None
    pegged: int | None
    pegging: float | None

    @property
    def luck_of_cut(self) -> float | None:
        """The points that the hand scored above its mean over all starters; negative if it scored fewer.

        None if `points` or `mean` is None.
        """
        return None if self.points is None or self.mean is None else self.points - self.mean

    @property
    def play(self) -> float | None:
        """The points pegged in the play minus the player's expected points; None if either is unknown."""
        return None if self.pegged is None or self.pegging is None else self.pegged - self.pegging


class DealReview(NamedTuple):
    """The review of a deal.

    Attributes:
        number: the number of the deal, starting at 1.
        dealer: the player who dealt.
        scores: each side's score before the deal.
        starter: the starter.
        players: the review of each player, in the order of their seats.
        crib: the cards in the crib. Empty if the game ended before the crib was entered.
        crib_points: the crib's points; None if it was not counted.
        splits: the ways in which the two players may have thrown the crib's cards, most likely first. The
            review assumes that the first way is right.
    """

    number: int
    dealer: Seat
    scores: tuple[int, ...]
    starter: Card
    players: tuple[PlayerReview, PlayerReview]
    crib: tuple[Card, ...]
    crib_points: int | None
    splits: tuple[Split, ...]

    @property
    def crib_mean(self) -> float | None:
        """How many points the crib scores on average after the dealer's throw; None if the throw is unknown.

        The average is over all throws by pone and all starters.
        """
        throw = self.players[self.dealer].throw
        return throw.crib if throw else None

    @property
    def luck_of_crib(self) -> float | None:
        """The crib's points minus `crib_mean`; None if either number is not known."""
        mean = self.crib_mean
        return None if self.crib_points is None or mean is None else self.crib_points - mean


class PlayerTotals(NamedTuple):
    """A player's totals for all deals in a game, in points.

    Attributes:
        throws: the points that the player's throws cost, compared with the best throws.
        cut: the points of the player's hands minus their means over all starters; positive if the player was
            lucky.
        crib: the points of the player's cribs minus their means; positive if the player was lucky.
        play: the points that the player pegged in the play minus the points expected.
    """

    throws: float
    cut: float
    crib: float
    play: float


class Review(NamedTuple):
    """The review of a game.

    Attributes:
        names: the players' names, in the order of their seats; empty if they have no names.
        scores: the score of each side at the end.
        winner: the side that won; None if the game is not over.
        deals: the deals, oldest first.
        course: each side's chance of winning at successive moments of the game, oldest first.
        turning_points: the largest changes in the chances of winning, largest first.
        limits: the reasons why the review is incomplete or approximate.
    """

    names: tuple[str, ...]
    scores: tuple[int, ...]
    winner: Side | None
    deals: tuple[DealReview, ...]
    course: tuple[Moment, ...]
    turning_points: tuple[TurningPoint, ...]
    limits: tuple[ReviewLimit, ...]

    def win_lost(self, seat: Seat) -> float:
        """Return how much a player's throws reduced that player's chance of winning, summed over all deals.

        The sum may exceed 1.

        Raises:
            InvalidGame: there is no such seat in a game for two.
        """
        STANDARD.check_seat(seat)
        throws = [deal.players[seat].throw for deal in self.deals]
        return sum((throw.win_cost or 0.0 for throw in throws if throw), 0.0)

    def totals(self, seat: Seat) -> PlayerTotals:
        """Return a player's totals for all deals, e.g. how many points the player's throws have cost.

        Args:
            seat: the player's seat.

        Raises:
            InvalidGame: there is no such seat in a game for two.
        """
        STANDARD.check_seat(seat)
        players = [deal.players[seat] for deal in self.deals]
        return PlayerTotals(
            sum((player.throw.cost for player in players if player.throw), 0.0),
            sum((player.luck_of_cut or 0.0 for player in players), 0.0),
            sum((deal.luck_of_crib or 0.0 for deal in self.deals if deal.dealer == seat), 0.0),
            sum((player.play or 0.0 for player in players), 0.0),
        )
