"""A deal that has just been counted, with all that the coach needs to judge it."""

from __future__ import annotations

from typing import NamedTuple

from engine.cards import Card
from engine.deals import Source
from engine.game import Game
from engine.games_known_to_coach import TARGET, is_known_to_coach
from engine.indices import Seat
from engine.prompts import Prompt
from engine.scoring.suit_questions import Question

_FLUSHES = (Question.FLUSH, Question.FLUSH_WITH_STARTER)


class CountedDeal(NamedTuple):
    """A deal of the six-card game for two that has just been counted.

    Attributes:
        dealer: the dealer's seat.
        hands: the four cards that each player kept, in the order of the seats.
        flushes: for each hand, True if its cards are known to be of one suit.
        crib: the four cards in the crib.
        scores: each player's score, converted so that the target is 121.
        next_dealer: the seat that deals next.
        thrown: the two cards that each player threw to the crib, in the order of the seats. Empty if nobody
            has said who threw which cards.
    """

    dealer: Seat
    hands: tuple[tuple[Card, ...], ...]
    flushes: tuple[bool, ...]
    crib: tuple[Card, ...]
    scores: tuple[int, ...]
    next_dealer: Seat
    thrown: tuple[tuple[Card, ...], ...] = ()


def counted_deal(game: Game) -> CountedDeal | None:
    """Return the deal that has just been counted.

    Return None if the crib has not been counted, if the next deal has begun, if the game is over, or if the
    coach does not support this variant of the game.
    """
    deal = game.deal
    if game.prompt is not Prompt.STARTER or deal is None or deal.counted <= game.rules.players:
        return None
    if not is_known_to_coach(game.rules):
        return None
    cards = game.deal_cards
    flushes = [answer.hand for answer in deal.answers if answer.yes and answer.question in _FLUSHES]
    dealer = next(entry.seat for entry in reversed(game.entries) if entry.source is Source.CRIB)
    assert dealer is not None
    return CountedDeal(
        dealer=dealer,
        hands=tuple(tuple(cards[index] for index in hand) for hand in deal.hands),
        flushes=tuple(hand in flushes for hand in deal.hands),
        crib=tuple(cards[index] for index in deal.crib),
        scores=tuple(side.front + TARGET - game.rules.target for side in game.sides),
        next_dealer=game.current_dealer,
    )


def write_deal(deal: CountedDeal) -> str:
    """Return a deal as text that `read_deal` can read in another process."""
    from json import dumps

    hands, thrown = ([list(map(str, cards)) for cards in each] for each in (deal.hands, deal.thrown))
    crib = list(map(str, deal.crib))
    return dumps([deal.dealer, hands, deal.flushes, crib, deal.scores, deal.next_dealer, thrown])


def read_deal(text: str) -> CountedDeal:
    """Parse the text returned by `write_deal`, and return the deal."""
    from json import loads

    dealer, hands, flushes, crib, scores, next_dealer, thrown = loads(text)
    return CountedDeal(
        Seat(dealer),
        tuple(tuple(map(Card.parse, hand)) for hand in hands),
        tuple(flushes),
        tuple(map(Card.parse, crib)),
        tuple(scores),
        Seat(next_dealer),
        tuple(tuple(map(Card.parse, cards)) for cards in thrown),
    )
