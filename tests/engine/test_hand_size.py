"""The hand size of each game, as RULES.md 1 has it: dealt cards less the cards given to the crib."""

import pytest

from engine.hand_size import FOUR_CARDS, HAND_SIZES
from engine.rules import Rules


@pytest.mark.parametrize(
    ("game", "dealt", "to_the_crib"), [("six-card", 6, 2), ("five-card", 5, 2), ("seven-card", 7, 2)]
)
def test_a_player_keeps_the_dealt_cards_less_those_of_the_crib(
    game: str, dealt: int, to_the_crib: int
) -> None:
    """RULES.md 1: two players give two cards each to the crib, which always holds four cards."""
    assert HAND_SIZES[game] == dealt - to_the_crib
    assert Rules(game).hand_size == HAND_SIZES[game]
    assert Rules(game).crib_size == FOUR_CARDS
