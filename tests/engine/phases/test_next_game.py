"""Who deals the next game first (RULES.md 1 and 2)."""

import pytest

from engine.phases.next_game import next_first_dealer
from engine.rules import Rules
from engine.seats import Seat, Side


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
    """RULES.md 1 and 2, by who won and who dealt first; of three and four the seat on the last one's left."""
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
