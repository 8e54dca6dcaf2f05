"""A deal as everyone at the table sees it: the cards shown so far, and the gos that were said."""

from __future__ import annotations

from typing import NamedTuple, NewType

from engine.cards import Card
from engine.deals import Source
from engine.game import Game
from engine.games_known_to_coach import TARGET
from engine.prompts import Prompt

Role = NewType("Role", int)
"""A player, identified by the player's role in the deal: `PONE` or `DEALER`.

It is an index into pairs of values, which are in the order pone, dealer. It is not the number of a seat.
"""

PONE, DEALER = Role(0), Role(1)


def other_role(role: Role) -> Role:
    """Return the role of the other player."""
    return PONE if role == DEALER else DEALER


class PublicView(NamedTuple):
    """A deal in progress, as everyone at the table sees it.

    Pairs of values are in the order pone, dealer.

    Attributes:
        scores: the scores, converted so that the target is 121.
        starter: the starter. Its suit may be unknown.
        hands: the cards in each hand that have been shown. Their suits may be unknown.
        crib: the cards in the crib that have been shown.
        denied: for each player, the highest card value that the player's gos rule out, such as 6 after a go
            at 25; 0 for none.
        turn: the player whose turn it is; None if the play is over.
        pile: the cards played since the count was last reset, oldest first.
        last: the player who played the last card.
        counted: the number of hands counted so far. Pone's hand is counted first.
        deals_again: True if the dealer also deals next.
    """

    scores: tuple[int, int]
    starter: Card
    hands: tuple[tuple[Card, ...], tuple[Card, ...]] = ((), ())
    crib: tuple[Card, ...] = ()
    denied: tuple[int, int] = (0, 0)
    turn: Role | None = None
    pile: tuple[Card, ...] = ()
    last: Role = DEALER
    counted: int = 0
    deals_again: bool = False


def public_view(game: Game) -> PublicView:
    """Return what everyone at the table can see of a game whose deal is in progress."""
    deal, cards = game.latest_deal, game.deal_cards
    seats = game.pone, game.current_dealer
    scores = scores_to_121(game)
    pone, dealer = (tuple(cards[index] for index in deal.hands[seat]) for seat in seats)
    view = PublicView(
        (scores[seats[PONE]], scores[seats[DEALER]]),
        cards[0],
        (pone, dealer),
        tuple(cards[index] for index in deal.crib),
        counted=deal.counted,
        deals_again=game.taken,
    )
    if deal.play is not None:
        denied = deal.play.denied
        return view._replace(
            denied=(denied[seats[PONE]], denied[seats[DEALER]]),
            turn=Role(seats.index(game.in_turn)),
            pile=tuple(cards[index] for index in deal.play.laid),
            last=Role(seats.index(deal.play.last)),
        )
    return view._replace(turn=PONE) if _play_to_come(game) else view


def _play_to_come(game: Game) -> bool:
    """Return True if the play of the current deal has probably not begun.

    This function is for games in which the cards played are not entered. In such a game, points pegged
    manually in this deal, or cards entered in the show, mean that the play has begun.
    """
    deal = game.latest_deal
    pegged = any(entry.source is Source.BY_HAND for entry in game.entries[deal.entries :])
    shown = any(deal.hands) or deal.counted
    return game.prompt is Prompt.HAND and not shown and not pegged


def scores_to_121(game: Game) -> tuple[int, int]:
    """Return the scores, converted so that the target is 121.

    Each side still needs as many points to win as in the actual game. With muggins, the scores include points
    that have not been called yet, as long as the player can still call them.
    """
    lead = TARGET - game.rules.target
    scores = [side.front + lead for side in game.sides]
    for missed in game.deal.missed if game.deal else ():
        if missed.own:
            scores[missed.seat] += missed.points
    return scores[0], scores[1]
