"""The next game of a match: who deals first, and which data is kept or reset (RULES.md 1 and 2)."""

import pytest

from engine.cards import Rank
from engine.events import Event, Kind
from engine.game import Game
from engine.game_state import Prompt
from engine.indices import Seat, Side
from engine.phases.dealing import next_first_dealer
from engine.rules import Rules
from engine.scoring.pegs import Pegs
from tests.support.words import game


@pytest.mark.parametrize(
    ("option", "dealers"),
    [
        ("loser", {(0, 0): 1, (0, 1): 1, (1, 0): 0, (1, 1): 0}),
        ("winner", {(0, 0): 0, (0, 1): 0, (1, 0): 1, (1, 1): 1}),
        ("alternate", {(0, 0): 1, (0, 1): 0, (1, 0): 1, (1, 1): 0}),
        ("cut", {(0, 0): None, (1, 1): None}),
    ],
)
def test_who_deals_the_next_game(option: str, dealers: dict[tuple[int, int], int | None]) -> None:
    """RULES.md 1 and 2: with two players, the chosen option determines who deals the next game.

    With more players, the deal passes to the left.
    """
    for (winner, first), dealer in dealers.items():
        for last in (0, 1):
            rules = Rules(next_game_dealer=option)
            assert next_first_dealer(rules, winner=Side(winner), first=Seat(first), last=Seat(last)) == dealer
    for players in (3, 4):
        rules = Rules(players=players, next_game_dealer=option)
        for last in range(players):
            assert (
                next_first_dealer(rules, winner=Side(0), first=Seat(0), last=Seat(last))
                == (last + 1) % players
            )


@pytest.mark.parametrize(("words", "dealer"), [("OK J", 1), ("K A J", 0), ("OK 2 K K", 1)])
def test_the_loser_deals_the_next_game(words: str, dealer: int) -> None:
    """RULES.md 1: the loser deals first in the next game."""
    over = game(words, (119, 119))
    after = over.apply(Event(Kind.NEXT_GAME))
    assert (after.prompt, after.dealer, after.to_act) == (Prompt.STARTER, dealer, dealer)
    assert (after.winner, after.skunk, after.entries, after.deals, after.count) == (None, None, (), 0, 0)
    assert after.sides == tuple(Pegs(games=side.games) for side in over.sides)
    assert sum(side.games for side in after.sides) == 1
    begun = after.apply(Event(Kind.STARTER, Rank.FOUR))
    assert [str(card) for card in begun.cards] == ["4"]


def test_a_new_game_from_the_menu_forgets_the_match() -> None:
    over = game("OK J OK 5 5", (119, 0))
    after = over.apply(Event(Kind.NEW_GAME))
    new = Game.new()
    assert (after.prompt, after.sides, after.dealer, after.cards) == (new.prompt, new.sides, None, ())
    assert (after.deal, after.entries, after.winner, after.at) == (None, (), None, over.at + 1)
