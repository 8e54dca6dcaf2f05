"""The next deal: its dealer, and the prompt before it (RULES.md 1)."""

from __future__ import annotations

from engine.game_state import GameState, Prompt
from engine.seats import Seat


def await_deal(game: GameState, dealer: Seat) -> GameState:
    """Return a copy of the game that waits for `dealer` to deal."""
    follows_cards = game.rules.follows_cards
    return game._replace(
        prompt=Prompt.STARTER if follows_cards else Prompt.IDLE,
        dealer=dealer,
        to_act=dealer,
        offered=game.rules.pack_is_offered and follows_cards,
        taken=False,
    )


def pass_deal(game: GameState) -> GameState:
    """Pass the deal to the left, and return the resulting game.

    If the dealer has just dealt out of turn (RULES.md 6, cut offer), the same player deals again.
    """
    dealer = game.current_dealer
    return await_deal(game, dealer if game.taken else game.left_of(dealer))


def deal_over(game: GameState) -> GameState:
    """End the deal in a game where players enter only points, not cards, and return the resulting game."""
    return pass_deal(game._replace(deals=game.deals + 1))
