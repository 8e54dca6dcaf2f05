"""After each deal, the player to the left of the dealer deals next (RULES.md 1)."""

import pytest

from engine.events import Event
from engine.game import Game
from engine.game_state import Prompt
from engine.indices import Seat
from engine.phases.pegging import await_deal, pass_deal
from engine.rules import Rules
from tests.support.words import game


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_deal_passes_to_the_left(players: int) -> None:
    state = await_deal(Game.new(Rules(players=players)), Seat(0))
    dealers = []
    for _ in range(players + 1):
        dealers.append(state.dealer)
        state = pass_deal(state)
    assert dealers == [*range(players), 0]


def test_player_who_dealt_out_of_turn_deals_again() -> None:
    """RULES.md 6, Cut offer: a player who dealt out of turn also deals next, because it is now their turn."""
    taken = game("OK GO", rules=Rules(cut_before_deal="offer"))
    assert (taken.taken, taken.dealer) == (True, 1)
    after = pass_deal(taken)
    assert (after.taken, after.dealer, after.offered) == (False, 1, True)


def test_a_game_of_points_alone_waits_for_points_instead_of_a_starter() -> None:
    points = Game.new(Rules(track="points")).apply(Event.deals(0))
    assert (points.prompt, points.dealer, points.deals) == (Prompt.IDLE, 0, 0)
    after = points.apply(Event.deal_over())
    assert (after.prompt, after.dealer, after.to_act, after.deals) == (Prompt.IDLE, 1, 1, 1)
