"""The cut for the first deal, the cut offered by the dealer, and the starter (RULES.md 1, 2 and 6)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Card, Rank
from engine.deal import Deal
from engine.entries import Source
from engine.errors import IllegalEvent
from engine.game_state import GameState, Prompt
from engine.indices import STARTER, GameIndex
from engine.phases import muggins, play, show
from engine.phases.next_deal import await_deal
from engine.phases.peg_points import peg
from engine.phases.three_for_last import peg_three_for_last
from engine.rules import Rules
from engine.scoring.items import Finding, Reason
from engine.seats import Seat


def cut(game: GameState, rank: Rank) -> GameState:
    """Record the rank that the next player cut for the first deal, and return the resulting game.

    When all players have cut, the player with the lowest card (or the highest, if the rules say so) deals.
    If there is a tie, all players cut again.
    """
    players = game.rules.players
    before = game.cards if len(game.cards) < players and not game.deal else ()
    cards = (*before, Card(rank))
    game = game._replace(cards=cards, deal=None, to_act=Seat(len(cards) % players))
    if len(cards) < players:
        return game
    dealer = first_dealer(game.rules, [card.rank for card in cards])
    return game if dealer is None else deals_first(game, dealer)


def first_dealer(rules: Rules, ranks: Sequence[int]) -> Seat | None:
    """Return the seat that deals first, given the rank that each seat cut. Return None if there is a tie."""
    best = min(ranks) if rules.first_deal == "low" else max(ranks)
    return Seat(ranks.index(best)) if ranks.count(best) == 1 else None


def deals_first(game: GameState, seat: Seat) -> GameState:
    """Make a seat the first dealer of a game, and return the resulting game.

    If the rules grant the non-dealer three points, these points are pegged now.

    Raises:
        IllegalEvent: the seat does not exist.
    """
    muggins.check_seat(game.rules, seat)
    return peg_three_for_last(await_deal(game, seat)._replace(first_dealer=seat))


def pack_cut(game: GameState) -> GameState:
    """Record that the opponent cut the pack that the dealer offered, and return the resulting game.

    This is the cut before the deal. Under the cut-offer rule, the dealer pegs one point (RULES.md 6).

    Raises:
        IllegalEvent: the dealer has not offered the pack.
    """
    dealer = _dealer_who_offers(game)
    return peg(game._replace(offered=False), dealer, Source.CUT_OFFER, [Finding(Reason.CUT_OFFER, 1)])


def pack_taken(game: GameState) -> GameState:
    """Record that the opponent took the pack instead of cutting it, and return the resulting game.

    Under the cut-offer rule, the opponent then becomes the dealer (RULES.md 6).

    Raises:
        IllegalEvent: the dealer has not offered the pack.
    """
    dealer = game.left_of(_dealer_who_offers(game))
    return game._replace(offered=False, taken=True, dealer=dealer, to_act=dealer)


def _dealer_who_offers(game: GameState) -> Seat:
    if not game.offered:
        raise IllegalEvent("The pack is not on offer now: turn up the starter")
    return game.current_dealer


def starter(game: GameState, rank: Rank) -> GameState:
    """Turn up the starter of a new deal, and return the resulting game.

    If the starter is a jack, the dealer scores his heels (RULES.md 2).
    """
    dealer, rules = game.current_dealer, game.rules
    before = game.cards if game.deals else ()
    deal = Deal(GameIndex(len(before)), game.sides, len(game.entries), hands=((),) * rules.players)
    game = game._replace(cards=before, deal=deal, offered=False).add_card(rank)
    if rank is Rank.JACK:
        heels = Finding(Reason.HIS_HEELS, rules.heels_points, (STARTER,))
        scores = game.pegs_of(dealer).front < rules.heels_limit
        if rules.heels_are_called and scores:
            game = muggins.wait_for_call(game, dealer, Source.HEELS, STARTER, (heels,))
        else:
            game = peg(game, dealer, Source.HEELS, [heels], limit=rules.heels_limit)
    if game.winner is not None:
        return game
    return play.begin(game) if rules.follows_play else show.begin(game._replace(prompt=Prompt.HAND))
