"""The cut for the first deal, the pack offered to be cut, and the starter (RULES.md 1, 2 and 6)."""

from __future__ import annotations

from engine.cards import Card, Rank
from engine.errors import IllegalEvent
from engine.game import Game
from engine.phases import muggins, play, show
from engine.scoring.items import Finding, Reason
from engine.scoring.suit_questions import STARTER
from engine.seats import Seat
from engine.state import Deal, Source


def cut(game: Game, rank: Rank) -> Game:
    """Cut a card for the deal: the lowest deals; a tie for the lowest is cut again by everybody."""
    players = game.rules.players
    before = game.cards if len(game.cards) < players and not game.deal else ()
    cards = (*before, Card(rank))
    game = game._replace(cards=cards, deal=None, to_act=Seat(len(cards) % players))
    if len(cards) < players:
        return game
    dealer = game.rules.first_dealer([card.rank for card in cards])
    return game if dealer is None else deals_first(game, dealer)


def deals_first(game: Game, seat: Seat) -> Game:
    """Let a seat deal the first hand of a game; in the five-card game pone starts with three for last.

    Raises:
        IllegalEvent: there is no such seat.
    """
    if seat >= game.rules.players:
        raise IllegalEvent(f"There is no seat {seat}: the seats are 0 to {game.rules.players - 1}")
    game = game.await_deal(seat)._replace(first_dealer=seat)
    points = game.rules.first_dealer_pays
    if not points:
        return game
    # The deal before, if any, is not the one that these points belong to.
    found = [Finding(Reason.THREE_FOR_LAST, points)]
    return game.peg(game.pone, Source.THREE_FOR_LAST, found)


def pack_cut(game: Game) -> Game:
    """Cut the pack that was offered: a point for the dealer (RULES.md 6)."""
    dealer = _dealer_who_offers(game)
    found = [Finding(Reason.CUT_OFFER, 1)]
    return game._replace(offered=False).peg(dealer, Source.CUT_OFFER, found)


def pack_taken(game: Game) -> Game:
    """Let the opponent take the pack that was offered: he deals this hand (RULES.md 6)."""
    dealer = game.left_of(_dealer_who_offers(game))
    return game._replace(offered=False, taken=True, dealer=dealer, to_act=dealer)


def _dealer_who_offers(game: Game) -> Seat:
    if not game.offered or game.dealer is None:
        raise IllegalEvent("The pack is not on offer now: turn up the starter")
    return game.dealer


def starter(game: Game, rank: Rank) -> Game:
    """Turn up the starter of a new deal. A jack pegs his heels for the dealer at once (RULES.md 2)."""
    dealer = game.dealer
    assert dealer is not None
    before = game.cards if game.deals else ()
    rules = game.rules
    deal = Deal(len(before), game.sides, len(game.entries), hands=((),) * rules.players)
    game = game._replace(cards=before, deal=deal, offered=False).add_card(rank)
    if rank is Rank.JACK:
        heels = Finding(Reason.HIS_HEELS, rules.heels_points, (STARTER,))
        can_peg = game.sides[rules.side_of(dealer)].front < rules.heels_limit
        if rules.heels_are_called and can_peg:
            game = muggins.wait_for_call(game, dealer, Source.HEELS, STARTER, (heels,))
        else:
            game = game.peg(dealer, Source.HEELS, [heels], limit=rules.heels_limit)
    if game.winner is not None:
        return game
    return play.begin(game) if rules.follows_play else show.begin(game)
