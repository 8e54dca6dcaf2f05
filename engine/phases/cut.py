"""The cut for the first deal, and the starter (RULES.md 1 and 2)."""

from __future__ import annotations

from engine.cards import Card, Rank
from engine.game import Deal, Game, Prompt, Source
from engine.phases import play
from engine.score import Found, Reason
from engine.suits import STARTER


def cut(game: Game, rank: Rank) -> Game:
    """A card is cut for the deal: the lowest deals, and a tie for the lowest is cut again by everybody."""
    players = game.rules.players
    before = game.cards if len(game.cards) < players else ()
    cards = (*before, Card(rank))
    game = game._replace(cards=cards, to_act=len(cards) % players)
    if len(cards) < players:
        return game
    ranks = [card.rank for card in cards]
    lowest = min(ranks)
    return game if ranks.count(lowest) > 1 else _dealt_by(game, ranks.index(lowest))


def first_seat_deals(game: Game) -> Game:
    """Seat 0 deals without a cut, or in the midst of one."""
    return _dealt_by(game, 0)


def starter(game: Game, rank: Rank) -> Game:
    """The starter is turned up: a new deal. A jack pegs his heels for the dealer at once (RULES.md 2)."""
    dealer = game.dealer
    assert dealer is not None
    before = game.cards if game.deals else ()
    deal = Deal(first=len(before), hands=((),) * game.rules.players)
    game = game._replace(cards=before, deal=deal).enter(rank)
    if rank is Rank.JACK:
        heels = Found(Reason.HIS_HEELS, game.rules.heels, (STARTER,))
        game = game.peg(dealer, Source.HEELS, [heels])
    return game if game.winner is not None else play.begin(game)


def _dealt_by(game: Game, dealer: int) -> Game:
    return game._replace(prompt=Prompt.STARTER, dealer=dealer, to_act=dealer)
