"""A review of a game: the chance of winning, and each player's throws, luck and play in each deal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.cards import PACK, Card
from engine.coach.given_cards import given_cards
from engine.coach.reviewing.course import course, turning_points
from engine.coach.reviewing.crib_split import KeptCards, Split, split_as_told, splits
from engine.coach.reviewing.played_deals import PlayedDeal, deals_thrown_in, played_deals
from engine.coach.reviewing.review_types import DealReview, PlayerReview, Review, ReviewLimit, ToldThrows
from engine.coach.tables import play_mean, usual_play_mean
from engine.coach.throwing.missing_suits import with_suits
from engine.coach.throwing.reviewed_throws import review_throw
from engine.coach.unseen_cards.public_view import scores_to_121
from engine.deals import Source
from engine.errors import InvalidGame, quoted
from engine.games_known_to_coach import check_coach_knows
from engine.indices import Seat
from engine.match.record import Record
from engine.match.timeline import Timeline
from engine.rules import STANDARD
from engine.scoring.fast_count import show_points

MOST_TURNING_POINTS = 3
"""The maximum number of turning points in a review."""
_MATTERS = (
    "crib_flush",
    "heels_points",
    "heels_can_win",
    "lead_after_go",
    "go_multi",
    "combo_after_go",
    "muggins",
)
"""The options whose non-standard values make the coach's figures less exact."""


def review(game: Record | Timeline, *, threw: Iterable[ToldThrows] = ()) -> Review:
    """Review a game of six-card cribbage for two players.

    The board does not know who threw which cards to a crib. For a deal that is not in `threw`, the review
    assumes that both players threw well.

    Args:
        game: the game to review. If it is a record with several games, the last one is reviewed.
        threw: the cards that the dealer threw in some of the deals, as remembered by the players.

    Raises:
        InvalidGame: the value is not a record or timeline, the coach does not support this variant of the
            game, none of the game's deals was played to the end, a value in `threw` is not a ToldThrows, or
            `threw` names a deal that does not exist or whose crib is not known.
        InvalidHand: a value in `threw` does not name two of the cards in the crib.
    """
    timeline = game.history.timeline if isinstance(game, Record) else game
    if not isinstance(timeline, Timeline):
        raise InvalidGame(f"give a record, made by read_record(…), or a timeline, not {quoted(game)}")
    check_coach_knows(timeline.game.rules)
    deals = played_deals(timeline)
    if not deals:
        raise InvalidGame("no deal of this game was played to its end, so there is nothing to review")
    told = _checked_throws(threw, deals)
    reviewed = tuple(_review_deal(deal, told.get(deal.number)) for deal in deals)
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
    """Return the cards that the dealer threw in some of the deals, keyed by the number of the deal.

    Args:
        threw: what the players said about the throws.
        deals: all deals of the game, oldest first.

    Raises:
        InvalidGame: a value is not a ToldThrows, there is no such deal, or its crib is not known.
        InvalidHand: a value does not hold cards.
    """
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
    """Return the average points of a hand of four cards, over all starters that are not in the hand."""
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
    """Yield the reasons why a review is incomplete or inexact, e.g. that some suits are unknown."""
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
    if any(getattr(rules, name) != getattr(STANDARD, name) for name in _MATTERS):
        yield ReviewLimit.OTHER_RULES
    if timeline.game.winner is None:
        yield ReviewLimit.NOT_OVER
