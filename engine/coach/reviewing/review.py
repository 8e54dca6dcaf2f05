"""A review of a game: the chance of winning, and each player's throws, luck and play in each deal.

The values come first: the reviews of the game, of each deal and of each player.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from typing import NamedTuple

from engine.cards import PACK, Card
from engine.coach.given import given_cards, with_suits
from engine.coach.reviewing.course import Moment, TurningPoint, course, turning_points
from engine.coach.reviewing.crib_split import KeptCards, Split, split_as_told, splits
from engine.coach.reviewing.played_deals import PlayedDeal, deals_thrown_in, played_deals
from engine.coach.reviewing.reviewed_cards import ReviewedCard, reviewed_cards
from engine.coach.reviewing.reviewed_throws import ReviewedThrow, review_throw
from engine.coach.tables import play_mean, usual_play_mean
from engine.coach.unseen import scores_to_121
from engine.deals import Source
from engine.errors import InvalidGame, one_line, quoted
from engine.games_known_to_coach import check_coach_knows
from engine.indices import Seat, Side
from engine.match.history import History
from engine.match.record import Record
from engine.match.timeline import Timeline
from engine.options import OPTIONS
from engine.rules import STANDARD
from engine.scoring.fast_count import show_points


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


@one_line
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


@one_line
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
        laid: the cards of the play, in the order in which they were laid. Empty if a hand is not known, or if
            the review is not to look at each card.
    """

    number: int
    dealer: Seat
    scores: tuple[int, ...]
    starter: Card
    players: tuple[PlayerReview, PlayerReview]
    crib: tuple[Card, ...]
    crib_points: int | None
    splits: tuple[Split, ...]
    laid: tuple[ReviewedCard, ...] = ()

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


@one_line
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


MOST_TURNING_POINTS = 3
"""The maximum number of turning points in a review."""


def review(
    game: Record | History | Timeline, *, threw: Iterable[ToldThrows] = (), card_by_card: bool = False
) -> Review:
    """Review a game of six-card cribbage for two players.

    The board does not know who threw which cards to a crib. For a deal that is not in `threw`, the review
    assumes that both players threw well.

    Args:
        game: the game to review. Of a record or a history with several games, the last one is reviewed.
        threw: the cards that the dealer threw in some of the deals, as remembered by the players.
        card_by_card: True to compare each card of the play with the best one, which takes up to half a second
            a deal.

    Raises:
        InvalidGame: the value is no record, history or timeline, the coach does not support this variant of
            the game, none of the game's deals was played to the end, or a value in `threw` is no ToldThrows,
            or names a deal that does not exist or whose crib is not known.
        InvalidHand: a value in `threw` does not name two of the cards in the crib.
    """
    history = game.history if isinstance(game, Record) else game
    timeline = history.timeline if isinstance(history, History) else history
    if not isinstance(timeline, Timeline):
        raise InvalidGame(f"give a record, made by read_record(…), history or timeline, not {quoted(game)}")
    check_coach_knows(timeline.game.rules)
    deals = played_deals(timeline)
    if not deals:
        raise InvalidGame("no deal of this game was played to its end, so there is nothing to review")
    told = _checked_throws(threw, deals)
    reviewed = tuple(_review_deal(deal, told.get(deal.number)) for deal in deals)
    if card_by_card:
        both = zip(reviewed, deals, strict=True)
        reviewed = tuple(each._replace(laid=reviewed_cards(deal)) for each, deal in both)
    moments = course(deals, timeline.game)
    return Review(
        timeline.game.names,
        tuple(pegs.front for pegs in timeline.game.sides),
        timeline.game.winner,
        reviewed,
        moments,
        turning_points(moments, MOST_TURNING_POINTS),
        tuple(_limits(timeline, deals, reviewed)),
    )


def _checked_throws(threw: Iterable[ToldThrows], deals: Sequence[PlayedDeal]) -> dict[int, tuple[Card, ...]]:
    told = {}
    for each in threw if isinstance(threw, Iterable) else (threw,):
        if not isinstance(each, ToldThrows):
            raise InvalidGame(f"throws are told by ToldThrows(…), not {quoted(each)}")
        number = each.deal
        if type(number) is not int or not 1 <= number <= len(deals):
            raise InvalidGame(f"there is no deal {quoted(number)}: choose 1 to {len(deals)}")
        if not deals[number - 1].is_crib_known:
            raise InvalidGame(f"the crib of deal {number} is not known: the game ended before it was entered")
        told[number] = given_cards(each.dealers)
    return told


def _review_deal(deal: PlayedDeal, dealers: Sequence[Card] | None) -> DealReview:
    found: tuple[Split, ...] = ()
    if deal.are_hands_known and deal.is_crib_known:
        if dealers is not None:
            found = (split_as_told(deal.crib, dealers),)
        else:
            found = tuple(splits(_kept(deal, deal.dealer), _kept(deal, deal.before.pone), deal.crib))
    split = found[0] if found else None
    first, second = (_review_player(deal, seat, split) for seat in deal.after.rules.seats)
    return DealReview(
        deal.number,
        deal.dealer,
        deal.scores_after(0),
        deal.starter,
        (first, second),
        deal.crib,
        deal.counted(deal.dealer, Source.CRIB),
        found,
    )


def _kept(deal: PlayedDeal, seat: Seat) -> KeptCards:
    return KeptCards(deal.hand(seat), deal.is_flush(seat))


def _review_player(deal: PlayedDeal, seat: Seat, split: Split | None) -> PlayerReview:
    is_dealer = seat == deal.dealer
    kept, is_flush = deal.hand(seat), deal.is_flush(seat)
    throw = mean = None
    if split:
        thrown = split.dealers if is_dealer else split.pones
        scores = scores_to_121(deal.before)
        score = scores[seat], scores[1 - seat]
        throw = review_throw(kept, thrown, dealer=is_dealer, is_flush=is_flush, score=score)
        mean = throw.hand
    elif deal.are_hands_known:
        mean = _mean(with_suits(kept, (), is_flush=is_flush))
    follows_play = deal.after.rules.follows_play
    return PlayerReview(
        kept,
        throw,
        deal.counted(seat, Source.HAND),
        mean,
        deal.pegged(deal.after.rules.side_of(seat)) if follows_play else None,
        _pegging(deal, seat) if follows_play and deal.are_hands_known else None,
    )


def _mean(hand: Sequence[Card]) -> float:
    starters = [card for card in PACK if card not in hand]
    return sum(show_points(hand, starter) for starter in starters) / len(starters)


def _pegging(deal: PlayedDeal, seat: Seat) -> float:
    """Estimate the points that a player can expect to peg in the play, given both hands."""
    is_dealer = seat == deal.dealer
    own = play_mean(deal.hand(seat), dealer=is_dealer)
    others = play_mean(deal.hand(deal.after.rules.left_of(seat)), dealer=not is_dealer)
    return own.own + others.others - usual_play_mean(dealer=is_dealer).own


def _limits(
    timeline: Timeline, deals: Sequence[PlayedDeal], reviewed: Sequence[DealReview]
) -> Iterator[ReviewLimit]:
    cards = [card for deal in deals for card in deal.after.deal_cards]
    sources = {entry.source for entry in timeline.game.entries}
    rules = timeline.game.rules
    if any(card.suit is None for card in cards):
        yield ReviewLimit.MISSING_SUITS
    if any(len(deal.splits) > 1 for deal in reviewed):
        yield ReviewLimit.LIKELY_SPLIT
    if not all(deal.splits for deal in reviewed):
        yield ReviewLimit.MISSING_CRIB
    if not rules.follows_play:
        yield ReviewLimit.MISSING_PLAY
    if deals_thrown_in(timeline):
        yield ReviewLimit.THROWN_IN
    if sources & {Source.BY_HAND, Source.SCORE_SET}:
        yield ReviewLimit.BY_HAND
    blurring = (name for name, option in OPTIONS.items() if option.blurs_review)
    if any(getattr(rules, name) != getattr(STANDARD, name) for name in blurring):
        yield ReviewLimit.OTHER_RULES
    if timeline.game.winner is None:
        yield ReviewLimit.NOT_OVER
