"""How good each card of the play was: its cost compared with the best card that its player could lay."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from engine.cards import Card
from engine.coach.play_choice import plays
from engine.coach.reviewing.played_deals import PlayedDeal
from engine.errors import one_line
from engine.events import Event
from engine.indices import Seat
from engine.prompts import Prompt
from engine.rules import LIMIT


@one_line
class ReviewedCard(NamedTuple):
    """A card that a player laid, compared with the best one, by what the player could know.

    Attributes:
        seat: the player.
        card: the card.
        on: the count on which the card was laid; 0 for a lead.
        best: the best card that the player could lay; the same card if none was better.
        cost: how many points more the best card is expected to gain, from itself and the rest of the play.
    """

    seat: Seat
    card: Card
    on: int
    best: Card
    cost: float


def reviewed_cards(deal: PlayedDeal) -> tuple[ReviewedCard, ...]:
    """Compare each card of the play with the best one. If a hand is not known, return an empty tuple.

    Each card is rated as `plays` rates it. Most of a deal's time goes into the third and fourth cards.
    """
    if not deal.are_hands_known:
        return ()
    found = []
    for game, after in pairwise(deal.games):
        laid, now = game.latest_deal.hands, after.latest_deal.hands
        seat = next((seat for seat in deal.after.rules.seats if len(now[seat]) > len(laid[seat])), None)
        if game.prompt is not Prompt.PLAY or seat is None:
            continue
        held = deal.hand(seat)[len(laid[seat]) :]
        card = held[0]
        # A card that did not fit was keyed, which says that nobody could go on.
        while game.count + card.rank.counting_value > LIMIT:
            game = game.apply(Event.go())
        rated = plays(game, held)
        mine = next(each for each in rated if each.card.rank is card.rank)
        best = mine if mine.total == rated[0].total else rated[0]
        found.append(ReviewedCard(seat, card, game.count, best.card, best.total - mine.total))
    return tuple(found)
